/**
 * Compares package-lock.json with the advisories of scripts/advisories/npm.json, which are records of OSV (https://ossf.github.io/osv-schema)
 * reduced to what is compared. Sends no request. Prints one line for each match, with the first version without the fault, and exits
 * with 1 if there is one. A match that scripts/advisories/accepted.json names (`{"id", "package", "reason"}`) is printed and does not fail; an
 * entry there that matches nothing does.
 *
 * `--refresh FOLDER` reads the export of OSV, unpacked, and writes the records about packages of the lock file to npm.json
 * (CONTRIBUTING.md, "Change a dependency").
 *
 * Usage: node scripts/advisories.mjs [LOCK] [--known FILE] [--accepted FILE] [--refresh FOLDER]
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { ROOT } from './prepare.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    known: { type: 'string', default: path.join(ROOT, 'scripts/advisories/npm.json') },
    accepted: { type: 'string', default: path.join(ROOT, 'scripts/advisories/accepted.json') },
    refresh: { type: 'string' },
  },
});
const packages = packagesOf(readJson(path.resolve(positionals[0] ?? path.join(ROOT, 'package-lock.json'))));

if (values.refresh === undefined) check();
else refresh(path.resolve(values.refresh));

function check() {
  const { read_on, records } = readJson(values.known);
  const accepted = readJson(values.accepted);
  const matches = records.flatMap(matchesOf);
  const isAccepted = (match) => accepted.some((entry) => entry.id === match.id && entry.package === match.name);
  const open = matches.filter((match) => !isAccepted(match));
  const idle = accepted.filter((entry) => !matches.some(({ id, name }) => id === entry.id && name === entry.package));
  const lines = [
    ...open.map(lineOf),
    ...matches.filter(isAccepted).map((match) => `accepted: ${lineOf(match)}`),
    ...idle.map((entry) => `${entry.package}: ${entry.id} is accepted and matches nothing`),
    `${open.length + idle.length} faults; ${records.length} advisories of ${read_on} compared with ${packages.length} packages`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = open.length + idle.length === 0 ? 0 : 1;
}

/** The packages of the lock file that a record affects. A withdrawn record affects none. */
function matchesOf(record) {
  if (record.withdrawn) return [];
  return packages.flatMap(({ name, version }) => {
    const ranges = recordsOf(record, name).flatMap(spansOf);
    const hit = ranges.find((span) => contains(span, version));
    const isListed = recordsOf(record, name).some(({ versions = [] }) => versions.includes(version));
    if (hit === undefined && !isListed) return [];
    return [{ name, version, id: record.id, fixed: hit?.fixed ?? null }];
  });
}

function recordsOf({ affected = [] }, name) {
  return affected.filter((one) => one.package?.ecosystem === 'npm' && one.package.name === name);
}

/** The events of a range, which are in the order of their versions, as spans from one version to another. */
function spansOf({ ranges = [] }) {
  return ranges
    .filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
    .flatMap(({ events }) => {
      const spans = [];
      for (const { introduced, fixed, last_affected: last } of events) {
        if (introduced !== undefined) spans.push({ introduced: introduced === '0' ? '0.0.0-0' : introduced });
        else if (fixed !== undefined) Object.assign(spans.at(-1) ?? {}, { fixed });
        else if (last !== undefined) Object.assign(spans.at(-1) ?? {}, { last });
      }
      return spans;
    });
}

function contains({ introduced, fixed, last }, version) {
  if (semver.lt(version, introduced)) return false;
  if (fixed !== undefined) return semver.lt(version, fixed);
  return last === undefined || semver.lte(version, last);
}

function lineOf({ name, version, id, fixed }) {
  return `${name} ${version}: ${id}, ${fixed === null ? 'see the advisory for a fixed version' : `fixed in ${fixed}`}`;
}

/** Name and version of every package that npm installs, each pair once; of an alias the name of the package itself. */
function packagesOf(lock) {
  const found = new Map();
  for (const [place, { name, version, link }] of Object.entries(lock.packages)) {
    if (place === '' || link || !semver.valid(version)) continue;
    const own = name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${own}@${version}`, { name: own, version });
  }
  return [...found.values()];
}

function refresh(folder) {
  const names = new Set(packages.map(({ name }) => name));
  const records = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => reduced(readJson(path.join(folder, file)), names));
  if (records.length === 0) throw new Error(`${folder} has no record about a package of the lock file`);
  const text = JSON.stringify({ read_on: new Date().toISOString().slice(0, 10), records }, null, 2);
  fs.writeFileSync(values.known, `${text}\n`);
  process.stdout.write(`${records.length} records written to ${path.relative(process.cwd(), values.known)}\n`);
}

/** What is compared and printed of a record; nothing of a record that is withdrawn or about other packages. */
function reduced({ id, aliases, published, withdrawn, summary, affected = [] }, names) {
  const own = affected.filter((one) => one.package?.ecosystem === 'npm' && names.has(one.package.name));
  if (withdrawn || own.length === 0) return [];
  const parts = own.map(({ package: { ecosystem, name }, ranges, versions }) => ({
    package: { ecosystem, name },
    ranges,
    // OSV lists every version of a range; a list is needed only without one.
    ...(ranges?.length > 0 ? {} : { versions }),
  }));
  return [{ id, aliases, published, summary, affected: parts }];
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}
