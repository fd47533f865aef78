/**
 * Makes a fresh checkout runnable: checks Node, installs the packages of the lock file, and builds. Needs only Node and npm, and
 * takes some tens of milliseconds if nothing has changed. `npm run build` calls the same build. Progress goes to standard error,
 * because standard output belongs to the program that runs afterwards.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Exit codes of contract §12.3. */
export const EXIT = { failed: 1, dependencyMissing: 3 };

const OUTPUT = path.join(ROOT, 'dist');
/** Names the states of the sources from which the parts of dist/ were built, as JSON. */
const BUILD_STAMP = path.join(OUTPUT, '.hrev-build');
/** The program, with its arguments, that writes the documentation to dist/docs. */
export const DOCS_BUILD = ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs'];
const LOCK_FOLDER = path.join(
  os.tmpdir(),
  `hrev-preparing-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}`,
);
const SERVICE_BUILD = 'scripts/build-service.mjs';
const PACKAGES = ['package.json', 'package-lock.json'];
/** What is built, from which files and folders, and where to. The parts do not depend on each other. */
const PARTS = [
  {
    name: 'service',
    program: [SERVICE_BUILD],
    sources: [
      ...PACKAGES,
      'src',
      'libs',
      'ormconfig.ts',
      'tsconfig.json',
      'tsconfig.build.json',
      SERVICE_BUILD,
      'scripts/typescript.cjs',
    ],
    isOutput: (name) => !['console', 'docs', path.basename(BUILD_STAMP)].includes(name),
  },
  {
    name: 'console',
    program: ['node_modules/vite/bin/vite.js', 'build', 'console'],
    sources: [...PACKAGES, 'console', 'libs/sdk'],
    isOutput: (name) => name === 'console',
  },
  {
    name: 'documentation',
    program: DOCS_BUILD,
    sources: [
      ...PACKAGES,
      'docs',
      'docker',
      'console/public',
      'libs/n8n-node/README.md',
      'libs/sdk/README.md',
      'libs/sdk-python/README.md',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
    ],
    isOutput: (name) => name === 'docs',
  },
];
const NOT_BUILT = /(\.(db-)?spec\.ts$|[/\\]\.temp[/\\]|[/\\]fixtures[/\\]|[/\\]libs[/\\]sdk[/\\]dist[/\\])/;

export class PreparationError extends Error {
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Installs and builds what is missing. `say` is called with one line per step. */
export async function prepare({ say, needsBuildTools = false }) {
  checkNode();
  if (isPrepared(needsBuildTools)) return;
  await underLock(async () => {
    if (!isInstalled(needsBuildTools || needsBuild())) await install(say);
    const stale = staleParts();
    if (stale.length > 0) await build(say, stale);
  });
}

/** Installs the packages of the lock file, development packages included, if they are missing. */
export async function prepareTools({ say }) {
  checkNode();
  if (isInstalled(true)) return;
  await underLock(() => install(say));
}

/** Calls `prepare`; on failure prints one line with the reason and exits. */
export async function prepareOrExit(options) {
  await orExit(() => prepare(options));
}

/** Builds, whether the sources have changed or not; on failure prints the reason and exits. Installs nothing. */
export async function buildOrExit(say) {
  await orExit(() => {
    checkNode();
    return underLock(() => build(say));
  });
}

async function orExit(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    process.stderr.write(`hrev: ${error.message}\n`);
    process.exit(error.exitCode);
  }
}

/** NestJS is published as ES modules only, which `require` can load from these versions of Node on. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (isSupported) return;
  throw new PreparationError(
    `Node ${process.versions.node} is too old: install Node 24 (https://nodejs.org); 20.19 and 22.12 are the oldest versions that start`,
    EXIT.dependencyMissing,
  );
}

function isPrepared(needsBuildTools) {
  return isInstalled(needsBuildTools) && !needsBuild();
}

/**
 * Whether the packages that npm recorded in node_modules are those of the lock file. Packages for other systems are never
 * installed, and development packages are not needed to run a finished build.
 */
function isInstalled(withDevelopment) {
  const wanted = readJson(path.join(ROOT, 'package-lock.json'))?.packages;
  const found = readJson(path.join(ROOT, 'node_modules/.package-lock.json'))?.packages;
  if (!found) return false;
  return Object.entries(wanted ?? {}).every(([place, entry]) => {
    if (place === '' || entry.optional || entry.devOptional || entry.peer || (entry.dev && !withDevelopment))
      return true;
    return found[place]?.version === entry.version;
  });
}

async function install(say) {
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const started = Date.now();
  say('installing packages');
  const watch = showProgress(() => `installing packages: ${installedPackages()}, ${seconds(started)}`);
  // `npm ci` first deletes node_modules, which is slow if only one package is missing.
  const isEmpty = !fs.existsSync(path.join(ROOT, 'node_modules'));
  let result = isEmpty ? await run('npm', ['ci', ...flags]) : { code: 1, output: '' };
  if (result.code !== 0) result = await run('npm', ['install', ...flags]);
  watch.stop();
  if (result.code !== 0) {
    throw new PreparationError(`npm could not install the packages:\n${tail(result.output)}`, EXIT.dependencyMissing);
  }
  say(`packages installed in ${seconds(started)}`);
}

/** How many of the lock file's packages that fit this system are installed. */
function installedPackages() {
  const wanted = Object.entries(readJson(path.join(ROOT, 'package-lock.json'))?.packages ?? {});
  const places = wanted.filter(([place, entry]) => place !== '' && !entry.optional).map(([place]) => place);
  const found = places.filter((place) => fs.existsSync(path.join(ROOT, place, 'package.json')));
  return `${found.length} of ${places.length}`;
}

/** Progress at a terminal: one line that is replaced twice a second. */
function showProgress(words) {
  if (!process.stderr.isTTY) return { stop: () => undefined };
  const clear = () => process.stderr.write('\r\u001b[K');
  const timer = setInterval(() => {
    clear();
    process.stderr.write(`hrev: ${words()}`);
  }, 500);
  return {
    stop: () => {
      clearInterval(timer);
      clear();
    },
  };
}

function needsBuild() {
  return staleParts().length > 0;
}

/** The parts whose sources have changed since they were built. A release has no sources. */
function staleParts() {
  if (!fs.existsSync(path.join(ROOT, 'src'))) return [];
  const built = readStamps();
  return PARTS.filter((part) => built[part.name] !== fingerprint(part));
}

/** The states from which the parts were built. A file that an interrupted write or another version has left counts as none. */
function readStamps() {
  try {
    return JSON.parse(readText(BUILD_STAMP) ?? '{}');
  } catch {
    return {};
  }
}

/** Names, sizes and times of all inputs of a part: removed files count as well as changed ones. */
function fingerprint({ sources }) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const source of sources) {
    for (const file of filesOf(path.join(ROOT, source))) {
      const { size, mtimeMs } = fs.statSync(file);
      hash.update(`${path.relative(ROOT, file)}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesOf(place) {
  if (!fs.existsSync(place)) return [];
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !NOT_BUILT.test(file))
    .sort();
}

async function build(say, parts = PARTS) {
  const started = Date.now();
  // Computed before the build, so that files that change during the build are built the next time.
  const stamps = Object.fromEntries(parts.map((part) => [part.name, fingerprint(part)]));
  say('building');
  const watch = showProgress(() => `building: ${seconds(started)}`);
  // Without its stamp, an interrupted build of a part is repeated.
  const built = Object.fromEntries(Object.entries(readStamps()).filter(([name]) => !(name in stamps)));
  fs.mkdirSync(OUTPUT, { recursive: true });
  fs.writeFileSync(BUILD_STAMP, JSON.stringify(built));
  const results = await Promise.all(parts.map(buildPart));
  watch.stop();
  const failed = results.filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    const reasons = failed.map(({ name, output }) => `the build of the ${name} failed:\n${tail(output)}`);
    throw new PreparationError(reasons.join('\n'), EXIT.failed);
  }
  fs.writeFileSync(BUILD_STAMP, JSON.stringify({ ...built, ...stamps }));
  say(`built in ${seconds(started)} (${results.map(({ name, took }) => `${name} ${took}`).join(', ')})`);
}

/** Removes the output first, also that of sources that no longer exist. */
async function buildPart({ name, program, isOutput }) {
  const started = Date.now();
  for (const entry of fs.readdirSync(OUTPUT).filter(isOutput))
    fs.rmSync(path.join(OUTPUT, entry), { recursive: true, force: true });
  const result = await run(process.execPath, program);
  return { ...result, name, took: seconds(started) };
}

/** Concurrent commands must not install or build into the same folders. The lock of a process that has ended is ignored. */
async function underLock(work) {
  const pidFile = path.join(LOCK_FOLDER, 'pid');
  for (;;) {
    try {
      fs.mkdirSync(LOCK_FOLDER);
      fs.writeFileSync(pidFile, String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isStale(pidFile)) fs.rmSync(LOCK_FOLDER, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    await work();
  } finally {
    fs.rmSync(LOCK_FOLDER, { recursive: true, force: true });
  }
}

function isStale(pidFile) {
  const pid = Number(readText(pidFile));
  if (!pid) return Date.now() - (fs.statSync(LOCK_FOLDER, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5_000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Runs a command in the project's folder and returns its output. Ctrl-C reaches it by the terminal. */
export function run(command, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32' && command === 'npm',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

function readJson(file) {
  const text = readText(file);
  return text === null ? null : JSON.parse(text);
}

function tail(text) {
  return text.trim().split('\n').slice(-30).join('\n');
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
