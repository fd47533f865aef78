/** Which files of the repository are pages of the site, and where links between them lead. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const BASE = '/docs/';

/** Pages outside of docs/, which stand beside what they describe, with their places in the site. */
const OUTSIDE = {
  'ARCHITECTURE.md': 'architecture.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'docker/README.md': 'docker/index.md',
  'docker/chart/README.md': 'docker/chart.md',
  'libs/n8n-node/README.md': 'sdk/n8n.md',
  'libs/sdk-python/README.md': 'sdk/python.md',
  'libs/sdk/README.md': 'sdk/typescript.md',
};
/** The start page of the site says what the README of the repository says. */
const START = { 'README.md': 'index.md' };

/** What VitePress must not read as a page. */
export const EXCLUDED = [
  'README.md',
  '{bench,console,coverage,dist,public,release,scripts,src,test}/**',
  'libs/!(n8n-node|sdk|sdk-python)/**',
  'libs/*/*/**',
  '**/node_modules/**',
];

/** Places in the site by files of the repository, for VitePress. */
export const REWRITES = {
  ...OUTSIDE,
  'docs/:folder/README.md': ':folder/index.md',
  'docs/:path(.*)': ':path',
};

/** The place in the site of a file of the repository, such as `platforms/index.md`; null for a file that is no page. */
export function pageOf(file) {
  if (file in OUTSIDE) return OUTSIDE[file];
  if (file in START) return START[file];
  if (!/^docs\/.*\.md$/.test(file)) return null;
  return file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
}

/** The pages of the site as `[file of the repository, place in the site]`, in the order of their places. */
export function allPages() {
  const inDocs = fs
    .readdirSync(path.join(ROOT, 'docs'), { recursive: true })
    .map((name) => `docs/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.md') && !file.startsWith('docs/.'));
  return [...Object.keys(OUTSIDE), ...inDocs]
    .map((file) => [file, pageOf(file)])
    .sort(([, one], [, other]) => (one < other ? -1 : 1));
}

/** The path of a place in the site below its base, without an extension: `/platforms/` of `platforms/index.md`. */
export const addressOf = (place) => `/${place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

/**
 * Where a link of a file of the repository leads: `{ page, hash }` to a page of the site, `{ file }` to another file, `{}` to a folder
 * without a page, and null for a link that is not relative. Throws if nothing is there.
 */
export function targetOf(link, from) {
  if (/^([a-z][a-z+.-]*:|\/|#)/i.test(link)) return null;
  const [where = '', hash = ''] = link.split(/(?=#)/);
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(from), decodeURI(where))).replace(/\/$/, '');
  const place = path.join(ROOT, file);
  if (!fs.existsSync(place)) throw new Error(`${from} links to ${link}, which does not exist`);
  if (!fs.statSync(place).isDirectory()) {
    const page = pageOf(file);
    return page === null ? { file } : { page, hash };
  }
  const readme = `${file}/README.md`;
  return fs.existsSync(path.join(ROOT, readme)) && pageOf(readme) !== null ? { page: pageOf(readme), hash } : {};
}
