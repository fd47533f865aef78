/**
 * Adds missing entries and hashes to package-lock.json.
 *
 * - Packages for other systems. If a mirror lacks them, npm leaves them out of the lock file, and `npm ci` then refuses the
 *   whole file ("Missing: ... from lock file") on every machine. An entry with name, version, system and processor is enough:
 *   npm skips it on this system and installs it on a system that fits.
 * - `integrity`, without which npm does not verify a package. The script gets it from `npm view`. It stays missing if this registry lacks the package; run the script again with another registry.
 *
 * `--check` sends no request and fails if a package is missing, if a package for Linux (x64, arm64: the systems of the images and
 * CI) has no `integrity`, or if a package is not from the registry.
 *
 * Usage: node scripts/complete-lock.mjs [--check] [FILE]     (after every change of the dependencies)
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

const SYSTEMS = {
  windows: 'win32',
  ...sameName('darwin', 'linux', 'win32', 'freebsd', 'android', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'),
};
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el'];
const REGISTRY = 'https://registry.npmjs.org/';

const [given] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const file = path.resolve(given ?? path.join(ROOT, 'package-lock.json'));
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const gaps = findGaps(lock.packages);

if (process.argv.includes('--check')) check();
else complete();

function check() {
  const problems = [
    ...[...gaps.keys()].map((place) => `${place}: is missing`),
    ...fetched().flatMap(([place, { resolved }]) =>
      resolved === undefined || resolved.startsWith(REGISTRY) ? [] : [`${place}: comes from ${resolved}`],
    ),
    ...entriesWithoutIntegrity().flatMap(([place, entry]) => (runsHere(entry) ? [`${place}: has no integrity`] : [])),
  ];
  const others = entriesWithoutIntegrity().length;
  process.stdout.write(
    [...problems, `${problems.length} faults in package-lock.json; ${others} entries without integrity`].join('\n'),
  );
  process.stdout.write('\n');
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function complete() {
  const entries = [...Object.entries(lock.packages), ...gaps];
  lock.packages = Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  const withoutIntegrity = entriesWithoutIntegrity();
  for (const [place, entry] of withoutIntegrity) entry.integrity = integrityOf(nameOf(place, entry), entry.version);
  const text = `${JSON.stringify(lock, null, 2)}\n`;
  if (text !== fs.readFileSync(file, 'utf8')) fs.writeFileSync(file, text);
  const left = entriesWithoutIntegrity().length;
  process.stdout.write(`${gaps.size} packages for other systems added to package-lock.json\n`);
  process.stdout.write(`integrity of ${withoutIntegrity.length - left} packages added; the registry lacks ${left}\n`);
}

/** All entries except the project itself, links, and packages bundled in another one. */
function fetched() {
  return Object.entries(lock.packages).filter(([place, { link, inBundle }]) => place !== '' && !link && !inBundle);
}

function entriesWithoutIntegrity() {
  return fetched().filter(([, { integrity }]) => !integrity);
}

function runsHere({ os = ['linux'], cpu = ['x64'] }) {
  return fits(os, 'linux') && (fits(cpu, 'x64') || fits(cpu, 'arm64'));
}

/** As npm reads `os` and `cpu`: a list of values that fit, or of values that do not (`!win32`). */
function fits(list, value) {
  const refused = list.filter((entry) => entry.startsWith('!'));
  if (refused.length > 0) return !refused.includes(`!${value}`);
  return list.includes(value) || list.includes('any');
}

function nameOf(place, { name }) {
  return name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Undefined if the registry lacks the version. Throws if the registry does not respond. */
function integrityOf(name, version) {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'], {
    encoding: 'utf8',
  });
  const answer = stdout.trim() === '' ? {} : JSON.parse(stdout);
  if (status === 0 && typeof answer === 'string') return answer;
  if (status === 0 || answer.error?.code === 'E404') return undefined;
  throw new Error(`npm view ${name}@${version}: ${answer.error?.summary ?? 'no response'}`);
}

/** Optional dependencies that npm does not find in the folders above their dependent, as path and entry. */
function findGaps(packages) {
  const found = new Map();
  for (const [dependent, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (!isResolved(packages, dependent, name)) found.set(`node_modules/${name}`, stubOf(name, range));
    }
  }
  return found;
}

function isResolved(packages, dependent, name) {
  for (let folder = dependent; ;) {
    if (packages[`${folder}${folder === '' ? '' : '/'}node_modules/${name}`]) return true;
    if (folder === '') return false;
    const parent = folder.lastIndexOf('/node_modules/');
    folder = parent === -1 ? '' : folder.slice(0, parent);
  }
}

/** Package names contain their system and processor: `@swc/core-darwin-arm64`, `@oxlint/win32-x64`. */
function stubOf(name, range) {
  const words = name.split(/[-/]/);
  const system = Object.keys(SYSTEMS).find((word) => words.includes(word));
  const processor = PROCESSORS.find((word) => words.includes(word));
  const stub = { version: range.replace(/^[~^]/, ''), optional: true };
  if (words.includes('wasm32') || words.includes('wasi')) return { ...stub, cpu: ['wasm32'] };
  if (!system && !processor) return { ...stub, os: ['none'] };
  return { ...stub, ...(system ? { os: [SYSTEMS[system]] } : {}), ...(processor ? { cpu: [processor] } : {}) };
}

function sameName(...names) {
  return Object.fromEntries(names.map((name) => [name, name]));
}
