/** The style of an embed, in the shadow of the element and in the page. `color-scheme` follows the theme, and `light-dark()` follows it. */
export const EMBED_STYLE = [
  ':host,:root{--f:light-dark(#1b1f24,#eef1f4);--m:light-dark(#57606a,#a9b4bf);--b:light-dark(#d0d7de,#3d444d);--g:light-dark(#fff,#14181d);--l:light-dark(#0550ae,#79b8ff);--s:light-dark(#8a5a00,#f2b93b);color-scheme:light dark;display:block}',
  ':host([data-theme=light]),[data-theme=light]{color-scheme:light}',
  ':host([data-theme=dark]),[data-theme=dark]{color-scheme:dark}',
  'section{font:16px/1.5 system-ui,sans-serif;color:var(--f);background:var(--g);padding:1rem;overflow-wrap:anywhere}',
  'h1,h2,p,ul,body{margin:0;padding:0}',
  'h1,h2{font-size:1.25rem}',
  'ul{list-style:none}',
  'li{border-top:1px solid var(--b);padding:.75rem 0;margin-top:.75rem}',
  '.m{color:var(--m);font-size:.875rem}',
  '.s{color:var(--s);letter-spacing:.1em;white-space:nowrap}',
  '.t{white-space:pre-line}',
  'a{color:var(--l)}',
  'a:focus-visible{outline:2px solid currentColor;outline-offset:2px}',
].join('');
