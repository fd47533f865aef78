/**
 * The links of the pages are relative paths of the repository, so that they also work where the repository is read. In the site they lead
 * to its pages, or to copies of other files.
 */
import path from 'node:path';
import { addressOf, BASE, ROOT, targetOf } from './pages.mjs';

/** Where the site has copies of linked files that are no pages. */
export const FILES = 'files';
/** The linked files, as far as pages have been rendered. */
export const linkedFiles = new Set();

/** A plugin of markdown-it. A link to a folder that has no page becomes text. */
export function siteLinks(md) {
  md.core.ruler.push('hrev-links', ({ tokens, env }) => {
    const from = path.relative(ROOT, env.realPath ?? env.path).replaceAll(path.sep, '/');
    for (const { children } of tokens) {
      let isText = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          isText = !lead(token, from);
          if (isText) hide(token);
        } else if (token.type === 'link_close' && isText) hide(token);
        // Vue would evaluate `{{ … }}`.
        else if (token.type === 'code_inline') token.attrSet('v-pre', '');
      }
    }
  });
}

/** Sets the address of a link. Returns whether it leads somewhere. */
function lead(token, from) {
  const target = targetOf(token.attrGet('href'), from);
  if (target === null) return true;
  if (target.page !== undefined) token.attrSet('href', `${addressOf(target.page)}${target.hash}`);
  else if (target.file !== undefined) {
    linkedFiles.add(target.file);
    token.attrSet('href', `/${FILES}/${target.file}`);
    token.attrSet('target', '_self');
  } else return false;
  return true;
}

function hide(token) {
  token.type = 'html_inline';
  token.content = '';
}

/** The Markdown of a page for programs: its links lead to the Markdown of other pages. */
export function markdownWithLinks(markdown, from) {
  return markdown.replaceAll(/(^```[^]*?^```$)|\]\(([^)\s]+)\)/gm, (whole, code, link) => {
    const target = code === undefined ? targetOf(link, from) : null;
    if (target?.page !== undefined) return `](${BASE}${target.page}${target.hash})`;
    return target?.file === undefined ? whole : `](${BASE}${FILES}/${target.file})`;
  });
}
