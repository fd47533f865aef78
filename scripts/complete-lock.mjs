/**
 * Completes package-lock.json with the packages for other systems. A registry mirror that lacks them makes npm leave them
 * out of the lock file, and `npm ci` then refuses the whole file ("Missing: ... from lock file") on every machine. An
 * entry that only names version, system and processor is enough: npm skips it here and fetches it where it fits.
 *
 * Usage: node scripts/complete-lock.mjs [--check]     (after every change of the dependencies; exit 1 if --check finds gaps)
 */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

const SYSTEMS = {
  windows: 'win32',
  ...sameName('darwin', 'linux', 'win32', 'freebsd', 'android', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'),
};
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el'];

const file = path.join(ROOT, 'package-lock.json');
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const gaps = findGaps(lock.packages);

if (process.argv.includes('--check')) {
  process.stdout.write(`${gaps.size} packages for other systems are missing in package-lock.json\n`);
  process.exitCode = gaps.size === 0 ? 0 : 1;
} else if (gaps.size > 0) {
  const entries = [...Object.entries(lock.packages), ...gaps];
  lock.packages = Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${gaps.size} packages for other systems added to package-lock.json\n`);
}

/** Every optional dependency that no folder from its dependent upwards holds, as place and entry. */
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

/** The packages say in their names what they are for: `@swc/core-darwin-arm64`, `@oxlint/win32-x64`. */
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
