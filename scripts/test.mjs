/**
 * `npm test`: installs what is missing, builds, and runs everything that CI runs. `npm test -- <pattern>` runs only the Jest
 * tests whose path matches. The last line is the sum: "N passed, M failed" and, if tests were skipped, ", K skipped". A step that
 * is not a Jest run counts as one test.
 *
 * The checks of the code use one core, so the flows on Redis and the unit tests run in parallel with them, and their output is
 * printed when they end. The service tests use all cores and run last. The durations of all steps and of the slowest test files,
 * and the failures, are printed last, because logs are often cut.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import util from 'node:util';
import { prepare, PreparationError, ROOT } from './prepare.mjs';

const SLOWEST = 20;
const sum = { passed: 0, failed: 0, skipped: 0 };
const EMPTY_REPORT = {
  numPassedTests: 0,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};
const failures = [];
const times = { steps: [], files: [] };
/** One worker more than there are cores: while a test waits for PostgreSQL or a process, another file uses the core. */
const workers = `--maxWorkers=${Math.min(5, os.availableParallelism() + 1)}`;
const CACHE = 'node_modules/.cache';
/** Flows whose result does not depend on the queue. They run once, with the queue in PostgreSQL. */
const WITHOUT_REDIS = ['test/flows/every-platform.spec.ts'];
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hrev-npm-test-'));
const patterns = process.argv.slice(2);

process.once('SIGINT', () => finish(130)).once('SIGTERM', () => finish(143));

try {
  await prepare({ say, needsBuildTools: true });
  if (patterns.length > 0) await jest('tests', [...patterns]);
  else await everything();
} catch (error) {
  say(error instanceof PreparationError ? error.message : error.stack);
  sum.failed += 1;
}
finish(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

async function everything() {
  installSystemPackages();
  const lanes = [checks(), flowsOnRedis().then(unitTests)];
  await Promise.allSettled(lanes);
  await jest('service tests, queue in PostgreSQL', ['--selectProjects', 'service']);
  printSummary();
  await Promise.all(lanes);
}

async function checks() {
  // The build writes to dist/.tsbuildinfo; this check uses another file, because the two would overwrite each other's.
  const types = ['--noEmit', '-p', 'tsconfig.json', '--tsBuildInfoFile', `${CACHE}/types.tsbuildinfo`];
  await step('types', 'typescript/bin/tsc', types);
  await step('types of the console', 'typescript/bin/tsc', ['-p', 'console/tsconfig.json']);
  const lint = ['.', '--cache', '--cache-location', `${CACHE}/eslint/`, '--max-warnings', '0'];
  await step('lint', 'eslint/bin/eslint.js', lint);
  const format = ['--check', '--log-level', 'warn', '--cache', '--cache-location', `${CACHE}/prettier-check`, '.'];
  await step('format', 'prettier/bin/prettier.cjs', format);
  await step('architecture', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    'src',
    'libs',
    'console',
    '--config',
    '.dependency-cruiser.cjs',
  ]);
  await step('spelling', 'cspell/bin.mjs', ['--no-progress']);
  await step('sizes', path.join(ROOT, 'scripts/sizes.mjs'), []);
  await step('lock file', path.join(ROOT, 'scripts/complete-lock.mjs'), ['--check']);
}

function unitTests() {
  return jest('unit tests', ['--selectProjects', 'unit'], { isQuiet: true });
}

async function flowsOnRedis() {
  if (!has('redis-server')) {
    say('skipped: the flows on Redis, because this machine has no redis-server');
    sum.skipped += 1;
    return;
  }
  const redis = await startRedis();
  try {
    const ignored = WITHOUT_REDIS.flatMap((file) => ['--testPathIgnorePatterns', file]);
    await jest(
      'flows, queue in Redis',
      ['--selectProjects', 'service', '--passWithNoTests', ...ignored, '--', 'test/flows'],
      {
        environment: { REDIS_URL: redis.url },
        isQuiet: true,
      },
    );
  } finally {
    redis.child.kill();
  }
}

/** Installs Chromium and Redis if apt can. Without them the tests that need them are skipped. */
function installSystemPackages() {
  const missing = [
    ...(has('chromium') || has('google-chrome') || process.env.HREV_CHROMIUM_PATH ? [] : ['chromium']),
    ...(has('redis-server') ? [] : ['redis-server']),
  ];
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    say(`without ${missing.join(' and ')} (not root on Debian, cannot install): the tests that need them are skipped`);
    return;
  }
  say(`installing ${missing.join(', ')} with apt-get`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
  if (status !== 0) say('apt-get could not install them: the tests that need them are skipped');
}

function has(program) {
  return !spawnSync(program, ['--version'], { stdio: 'ignore' }).error;
}

async function step(name, script, args, options = {}) {
  const began = Date.now();
  say(`── ${name}`);
  const file = path.isAbsolute(script) ? script : path.join(ROOT, 'node_modules', script);
  const { code, output } = await node([file, ...args], options);
  if (code === 0) sum.passed += 1;
  else sum.failed += 1;
  ended(name, began, code, output);
}

/** Counts the tests of the run, and at least one failure if Jest itself failed, for example for a file that does not load. */
async function jest(name, args, options = {}) {
  const began = Date.now();
  say(`── ${name}`);
  const report = path.join(fs.mkdtempSync(path.join(scratch, 'jest-')), 'report.json');
  const script = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const { code, output } = await node([script, workers, '--json', `--outputFile=${report}`, ...args], options);
  count(fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : EMPTY_REPORT, code);
  ended(name, began, code, output);
}

function count(report, code) {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  sum.passed += report.numPassedTests;
  sum.failed += code !== 0 && failed === 0 ? 1 : failed;
  sum.skipped += report.numPendingTests + report.numTodoTests;
  for (const file of report.testResults) {
    const name = path.relative(ROOT, file.name);
    times.files.push({ name, ms: file.endTime - file.startTime });
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    failures.push(...tests.map((test) => `${name}: ${test.fullName}: ${reasonOf(test.failureMessages[0])}`));
    if (file.status === 'failed' && tests.length === 0) failures.push(`${name}: ${reasonOf(file.message)}`);
  }
}

/** The first line of a failure that says something, without colors. */
function reasonOf(message = '') {
  const lines = util.stripVTControlCharacters(message).split('\n');
  const line = lines.map((text) => text.trim()).find((text) => text !== '' && !text.startsWith('●')) ?? 'no message';
  return line.slice(0, 200);
}

/**
 * Runs a script of Node. Its output goes to standard error; Jest's JSON goes to a file. With `isQuiet` the output is returned
 * instead of printed.
 */
function node(args, { environment = {}, isQuiet = false } = {}) {
  const output = [];
  const voice = isQuiet ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', args.includes('--json') ? 'ignore' : voice, voice],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const end = (code) => resolve({ code, output: Buffer.concat(output).toString() });
    child.once('error', () => end(1));
    child.once('close', (code) => end(code ?? 1));
  });
}

function ended(name, began, code, output) {
  const ms = Date.now() - began;
  times.steps.push({ name, ms });
  if (code !== 0) failures.push(name);
  say(`${output}── ${name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds(ms)})`);
}

function printSummary() {
  const slowest = times.files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const { name, ms } of [...times.steps, ...slowest]) say(`${seconds(ms).padStart(8)}  ${name}`);
  for (const failure of failures) say(`FAILED ${failure}`);
}

async function startRedis() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  server.close();
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    scratch,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const child = spawn('redis-server', [...settings, '--maxmemory-policy', 'noeviction'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && resolve());
  });
  return { child, url: `redis://127.0.0.1:${port}` };
}

function finish(exitCode) {
  fs.rmSync(scratch, { recursive: true, force: true });
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  fs.writeSync(1, `${sum.passed} passed, ${sum.failed} failed${skipped}\n`);
  process.exit(exitCode);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
