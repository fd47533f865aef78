import { defineConfig } from 'vitepress';
import { afterBuild } from './after-build.mjs';
import { FILES, siteLinks } from './links.mjs';
import { BASE, EXCLUDED, REWRITES } from './pages.mjs';
import { correctRoles } from './roles.mjs';
import { sidebar } from './sidebar.mjs';

/** `npm run docs` writes dist/docs, which the API serves at /docs. The pages are Markdown files of the whole repository. */
export default defineConfig({
  title: 'hrev',
  description: 'Self-hosted review aggregation: one REST API over many review platforms',
  lang: 'en',
  base: BASE,
  srcDir: '..',
  srcExclude: EXCLUDED,
  rewrites: REWRITES,
  outDir: '../dist/docs',
  cacheDir: '../.cache/vitepress',
  cleanUrls: true,
  // The list of pages is a file of its own instead of a script in each page.
  metaChunk: true,
  ignoreDeadLinks: [new RegExp(`^/${FILES}/`)],
  head: [['link', { rel: 'icon', href: `${BASE}icon.svg`, type: 'image/svg+xml' }]],
  markdown: {
    config: siteLinks,
    languageAlias: { caddyfile: 'nginx', promql: 'sql' },
    anchor: { slugify: headingId },
    // Both have the contrast of WCAG AA.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/first-reviews' },
      { text: 'API reference', link: '/api', target: '_self' },
      { text: 'Errors', link: '/errors' },
      { text: 'Platforms', link: '/platforms/' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local', options: { _render: withoutColors } },
    notFound: {
      title: 'Page not found',
      quote: 'The documentation has no page at this address.',
      linkLabel: 'Documentation',
      linkText: 'Documentation',
    },
  },
  vite: {
    plugins: [correctRoles()],
    // An inlined file would be a `data:` address.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4_000 },
  },
  buildEnd: afterBuild,
});

/** The ids of headings are those of GitHub, so that links to them work in both places. */
function headingId(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** For the index of the search, which drops the colors of code. */
function withoutColors(page, environment, markdown) {
  markdown.options.highlight = (code) => `<pre><code>${markdown.utils.escapeHtml(code)}</code></pre>`;
  return markdown.render(page, environment);
}
