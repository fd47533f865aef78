/** What the site has beside the pages that VitePress renders: their Markdown, a list of them, the API reference, and linked files. */
import fs from 'node:fs';
import path from 'node:path';
import { FILES, linkedFiles, markdownWithLinks } from './links.mjs';
import { allPages, BASE, ROOT } from './pages.mjs';

const REFERENCE = path.join(ROOT, 'docs/.vitepress/reference');
const SCALAR = '@scalar/fastify-api-reference';

/** Writes these files to the folder of the built site, and checks the links of the pages to headings. */
export async function afterBuild({ outDir }) {
  const write = (name, content) => {
    fs.mkdirSync(path.dirname(path.join(outDir, name)), { recursive: true });
    fs.writeFileSync(path.join(outDir, name), content);
  };
  for (const [file, place] of allPages()) write(place, markdownWithLinks(readPage(file), file));
  write('llms.txt', listOfPages());
  for (const file of linkedFiles) write(`${FILES}/${file}`, fs.readFileSync(path.join(ROOT, file)));
  write('api.html', fs.readFileSync(path.join(REFERENCE, 'index.html')));
  for (const name of ['reference.js', 'reference.css']) write(name, fs.readFileSync(path.join(REFERENCE, name)));
  write('scalar.js', await scalarBundle());
  write('scalar-license.txt', fs.readFileSync(path.join(ROOT, 'node_modules', SCALAR, 'LICENSE')));
  write('icon.svg', fs.readFileSync(path.join(ROOT, 'console/public/icon.svg')));
  checkHeadings(outDir);
}

const readPage = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8').replace(/^---\n[^]*?\n---\n+/, '');

/** All pages with their first sentences, for language models (llmstxt.org). */
function listOfPages() {
  const lines = allPages().map(([file, place]) => {
    const [, title = '', text = ''] = /^# (.+)\n+([^]*)/m.exec(readPage(file)) ?? [];
    return `- [${title}](${BASE}${place}): ${firstSentence(text)}`;
  });
  return `# hrev: documentation\n\n> All pages, as Markdown.\n\n${lines.join('\n')}\n`;
}

function firstSentence(text) {
  const paragraph = text.split(/\n{2,}/).find((part) => /^[*`\w[]/.test(part)) ?? '';
  const plain = paragraph.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain;
}

/**
 * The bundle of Scalar for browsers. Its package @scalar/api-reference needs hundreds of others; the package for Fastify has the same bundle in
 * one file, and serves it from a route.
 */
async function scalarBundle() {
  const { default: register } = await import(SCALAR);
  const routes = [];
  register(
    { route: (route) => routes.push(route) },
    { routePrefix: '/', configuration: { url: '/' } },
    () => undefined,
  );
  let bundle = '';
  const reply = { header: () => reply, send: (text) => (bundle = text) };
  routes.find(({ url }) => url.endsWith('scalar.js'))?.handler({}, reply);
  if (!/createApiReference/.test(bundle)) throw new Error(`${SCALAR} has no bundle for browsers`);
  return bundle;
}

/** Throws if a link of a page names a heading that its target does not have. VitePress checks the pages of links alone. */
function checkHeadings(outDir) {
  const pages = new Map(
    allPages().map(([, place]) => [place, fs.readFileSync(path.join(outDir, place.replace(/md$/, 'html')), 'utf8')]),
  );
  const broken = [...pages].flatMap(([place, html]) =>
    [...html.matchAll(/<a [^>]*href="(?:\/docs\/([^"#]*))?#([^"]+)"/g)]
      .filter(([, target, heading]) => !hasHeading(pages.get(placeOf(target, place)), decodeURIComponent(heading)))
      .map(([link]) => `${place}: ${link}`),
  );
  if (broken.length > 0) throw new Error(`links to headings that do not exist:\n${broken.join('\n')}`);
}

const placeOf = (target, place) => (target === undefined ? place : `${target.replace(/(^|\/)$/, '$1index')}.md`);
const hasHeading = (html = '', heading) => html.includes(` id="${heading}"`);
