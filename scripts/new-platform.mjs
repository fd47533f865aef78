/**
 * Creates a platform from the template: the adapter's folder, its sandbox, and the lines that register both. The result is a
 * complete adapter of the template's invented platform, and its tests pass.
 *
 * Usage: npm run new:platform -- SLUG [--name "Display Name"] [--host example.com]
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './prepare.mjs';

const PLATFORMS = 'libs/sources/platforms';
const SANDBOXES = 'libs/sources/sandbox';
const SLUG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/;
const WRONG_USAGE = 2;
const PAGES = 'docs/platforms';
const END_OF_TABLE = '<!-- End of the generated table. -->';
/** The page of a platform for its users. */
const PAGE = `# NAME

## Addresses

List every accepted form of address, and the canonical form.

## What is read

State the fields, the order of the list, and how much of it is visible.

## What it needs

Nothing; or the key, and where a person gets it.

## Limits

State the pace, the requests per day, and what is never marked as deleted.

## Terms

State what the terms of the platform say about automated reading, and for how long content may be kept.

No period for which content may be kept is known. hrev keeps records as long as their reviews
([retention](../operations/retention.md)).

## Evidence

State which responses were recorded, and which are known from documentation only.
`;
/** The list of ids in registry.spec.ts. */
const IDS = 'const ids: Readonly<Record<string, number>> = {';

/** Files to write. They are written together at the end. */
const files = new Map();

function run() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, host: { type: 'string' } },
  });
  const [slug = ''] = positionals;
  if (!SLUG.test(slug))
    return refuse('Name the platform by a slug, such as example-shop: lower-case letters, digits and hyphens.');
  const words = slug.split('-');
  const platform = {
    slug,
    id: nextId(),
    name: values.name ?? words.map(capitalized).join(' '),
    host: values.host ?? `${slug}.example`,
    variable: words.map((word, index) => (index === 0 ? word : capitalized(word))).join(''),
  };
  if (!HOST.test(platform.host)) return refuse(`${platform.host} is not a host name.`);
  if (fs.existsSync(inRoot(`${PLATFORMS}/${slug}`))) return refuse(`The platform ${slug} exists already.`);
  copyTemplate(platform);
  register(platform);
  writeAll();
  const changed = [...files.keys()];
  const formatted = spawnSync(process.execPath, [
    inRoot('node_modules/oxfmt/bin/oxfmt'),
    '--write',
    ...changed.map(inRoot),
  ]);
  if (formatted.status !== 0) return refuse(`The formatter failed: ${formatted.stderr.toString()}`);
  process.stdout.write(`Created ${slug} with the id ${platform.id}:\n\n${changed.map((file) => `  ${file}`).join('\n')}

Its tests: npx jest --selectProjects unit --testPathPatterns '${slug}|registry|readme'
Now replace the invented parts of the template (CONTRIBUTING.md, "Add a platform").
`);
  return 0;
}

function copyTemplate(platform) {
  const template = inRoot(`${PLATFORMS}/_template`);
  for (const entry of fs.readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.relative(template, path.join(entry.parentPath ?? entry.path, entry.name));
    const target = file === 'sandbox.ts' ? `${SANDBOXES}/${platform.slug}.ts` : `${PLATFORMS}/${platform.slug}/${file}`;
    files.set(target, renamed(fs.readFileSync(path.join(template, file), 'utf8'), file, platform));
  }
}

/** A file of the template with the names of the platform. */
function renamed(text, file, { slug, id, name, host, variable }) {
  const own = text
    .replaceAll('templateSandbox', `${variable}Sandbox`)
    .replaceAll('reviews.example', host)
    .replaceAll(`'template/`, `'${slug}/`)
    .replaceAll(`slug: 'template'`, `slug: '${slug}'`)
    .replaceAll('id: 999', `id: ${id}`)
    .replace(/\btemplate\b(?=[:,]| \})/g, variable)
    .replace(/\bTemplate\b/g, name);
  if (file === 'index.ts') return own.replace(/^\/\*\*[^]*?\*\/\n/, headerOf(name));
  if (file === 'sandbox.ts')
    return own.replaceAll(`'../../sandbox/`, `'./`).replace(`'../../sandbox'`, `'./sandbox-platform'`);
  if (file === 'conformance.spec.ts') return own.replace(`'./sandbox'`, `'../../sandbox/${slug}'`);
  return own;
}

function headerOf(name) {
  return `/**
 * ${name}. State which of its interfaces is read and why, what its ids and dates mean, how far its list reaches, and its peculiarities.
 */
`;
}

function register({ slug, id, name, variable }) {
  edit(`${PLATFORMS}/index.ts`, (text) =>
    added(
      imported(text, `import { ${variable} } from './${slug}';`),
      'builtInSources: readonly PlatformSource[] = [',
      ']',
      variable,
    ),
  );
  edit(`${PLATFORMS}/parsers.ts`, (text) =>
    added(
      imported(text, `import * as ${variable} from './${slug}/parsers';`),
      'parsers: readonly AnyParser[] = [',
      ']',
      variable,
    ),
  );
  edit(`${SANDBOXES}/index.ts`, (text) =>
    added(
      imported(text, `import { ${variable}Sandbox } from './${slug}';`),
      'sandboxPlatforms: readonly SandboxPlatform[] = [',
      ']',
      `${variable}Sandbox`,
    ),
  );
  edit('libs/sources/registry.spec.ts', (text) => added(text, IDS, '}', `'${slug}': ${id}`));
  // The row of the template's facts; `npm run platforms` writes the row of other facts.
  const row = `| ${name} | \`${slug}\` | public: plain HTTP | all | newest first | read | – | documented |`;
  const withRow = (text) => text.replace(`\n\n${END_OF_TABLE}`, `\n${row}\n\n${END_OF_TABLE}`);
  edit(`${PAGES}/README.md`, (text) =>
    withRow(text).replace(/\.\n\n## How they are read/, `,\n[${name}](${slug}.md).\n\n## How they are read`),
  );
  files.set(`${PAGES}/${slug}.md`, PAGE.replaceAll('NAME', name));
}

/** The text with one more import after the last. */
function imported(text, line) {
  const end = text.indexOf('\n', text.lastIndexOf('\nimport ') + 1);
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

/** The text with one more item at the end of the list that begins with `opening`. */
function added(text, opening, closing, item) {
  const start = text.indexOf(opening);
  if (start < 0) throw new Error(`"${opening}" was not found`);
  const end = text.indexOf(closing, start + opening.length);
  const before = text.slice(0, end).trimEnd();
  return `${before}${before.endsWith(',') ? '' : ','} ${item}${text.slice(end)}`;
}

/** The next unused platform id. Ids are never reused. */
function nextId() {
  const text = fs.readFileSync(inRoot('libs/sources/registry.spec.ts'), 'utf8');
  const start = text.indexOf(IDS);
  const list = text.slice(start, text.indexOf('}', start));
  return Math.max(...[...list.matchAll(/: (\d+)/g)].map(([, id]) => Number(id))) + 1;
}

function edit(file, change) {
  files.set(file, change(fs.readFileSync(inRoot(file), 'utf8')));
}

function writeAll() {
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(inRoot(file)), { recursive: true });
    fs.writeFileSync(inRoot(file), text);
  }
}

function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  return WRONG_USAGE;
}

function inRoot(file) {
  return path.join(ROOT, file);
}

function capitalized(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

process.exitCode = run();
