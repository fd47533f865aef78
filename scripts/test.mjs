/**
 * `npm test`: installs what is missing, checks the code and runs the tests of every area. `npm test -- --lane NAME` runs
 * the tests of a lane (test/lanes.cjs), `--lane all` everything, and `npm test -- <pattern>` the tests whose path matches, with
 * any options of Jest. The last line is the sum: "N passed, M failed" and, if tests were skipped, ", K skipped". A check of the
 * code counts as one test.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { PreparationError, prepareTools, ROOT } from './prepare.mjs';

const { LANE_NAMES } = createRequire(import.meta.url)('../test/lanes.cjs');
const FAST = ['unit', 'service'];
const SLOWEST = 15;
/** One worker more than there are cores: while a test waits for PostgreSQL or a process, another file uses the core. */
const WORKERS = `--maxWorkers=${Math.min(5, os.availableParallelism() + 1)}`;
/** Scripts of package.json. They use one core, the longest first. */
const CHECKS = ['lint', 'typecheck', 'format:check', 'spelling', 'arch', 'sizes', 'lock-file', 'advisories'];
/** The renderer of the chart (test/chart/renderer) needs Go, and these sources of Debian's packages. */
const GO_PACKAGES = 'golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev';
const GO_SOURCES = ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml'];

/** Debian's packages that tests need, and the lane whose tests need them; without a lane, some tests of others do. */
const PROGRAMS = [
  { packages: 'redis-server', lane: 'redis', isHere: () => hasOne('redis-server') },
  { packages: 'prometheus', isHere: () => hasOne('prometheus') && hasOne('promtool') },
  { packages: GO_PACKAGES, lane: 'chart', isHere: () => hasOne('go') && hasGoSources() },
  {
    packages: 'chromium',
    isHere: () => Boolean(process.env.HREV_CHROMIUM_PATH) || hasOne('chromium', 'chromium-browser', 'google-chrome'),
  },
];

const sum = { passed: 0, failed: 0, skipped: 0 };
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hrev-npm-test-'));
process.once('SIGINT', () => finish(130)).once('SIGTERM', () => finish(143));

try {
  await run(process.argv.slice(2));
} catch (error) {
  say(error instanceof PreparationError ? error.message : error.stack);
  sum.failed += 1;
}
finish(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

async function run(args) {
  const lanes = args.flatMap((value, at) => (args[at - 1] === '--lane' ? [value] : []));
  const patterns = args.filter((value, at) => value !== '--lane' && args[at - 1] !== '--lane');
  const names = [...FAST, ...LANE_NAMES, 'console'];
  const unknown = lanes.filter((lane) => lane !== 'all' && !names.includes(lane));
  if (unknown.length > 0) throw new PreparationError(`no lane ${unknown}: there are ${names.join(', ')} and all`);
  const isWhole = patterns.length === 0 && (lanes.length === 0 || lanes.includes('all'));
  await prepareTools({ say });
  const everyProject = lanes.includes('all') || (lanes.length === 0 && patterns.length > 0);
  const projects = withPrograms(everyProject ? [...FAST, ...LANE_NAMES] : lanes.length > 0 ? lanes : FAST);
  await Promise.all([projects.length > 0 && jest([...patterns, '--selectProjects', ...projects]), isWhole && checks()]);
}

/**
 * Without Redis or Go their lanes are skipped, and without a browser the tests that need one; continuous integration fails without
 * them.
 */
function withPrograms(projects) {
  const missing = PROGRAMS.filter(({ lane, isHere }) => (lane === undefined || projects.includes(lane)) && !isHere());
  for (const { packages } of missing)
    say(`skipped: the tests that need ${packages}, which this machine lacks (apt-get install ${packages})`);
  sum[process.env.CI ? 'failed' : 'skipped'] += missing.length;
  return projects.filter((name) => !missing.some(({ lane }) => lane === name));
}

/** Whether one of these programs can be started. */
function hasOne(...programs) {
  return programs.some((name) => !spawnSync(name, ['--version'], { stdio: 'ignore' }).error);
}

function hasGoSources() {
  return GO_SOURCES.every((name) => fs.existsSync(`/usr/share/gocode/src/${name}`));
}

async function checks() {
  for (const name of CHECKS) {
    const began = Date.now();
    const { code, output } = await command('npm', ['run', '--silent', name], 'pipe');
    sum[code === 0 ? 'passed' : 'failed'] += 1;
    say(`${output}${code === 0 ? 'passed' : 'FAILED'} ${name} (${seconds(Date.now() - began)})`);
  }
}

/** Counts the tests, and at least one failure if Jest itself failed, for example for a file that does not load. */
async function jest(args) {
  const report = path.join(scratch, 'report.json');
  const script = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const options = [WORKERS, '--json', `--outputFile=${report}`];
  const { code } = await command(process.execPath, [script, ...options, ...args], 'inherit');
  const found = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : { testResults: [] };
  const { numPassedTests = 0, numFailedTests = 0, numRuntimeErrorTestSuites = 0 } = found;
  sum.passed += numPassedTests;
  sum.failed += Math.max(numFailedTests + numRuntimeErrorTestSuites, code === 0 ? 0 : 1);
  sum.skipped += (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0);
  const files = found.testResults.map(({ name, startTime, endTime }) => [
    endTime - startTime,
    path.relative(ROOT, name),
  ]);
  for (const [ms, name] of files.sort(([a], [b]) => b - a).slice(0, SLOWEST))
    say(`${seconds(ms).padStart(8)}  ${name}`);
}

/** Jest's JSON goes to a file, and all other output to standard error or to the caller. */
function command(program, args, output) {
  return new Promise((resolve) => {
    const chunks = [];
    const stdout = args.includes('--json') ? 'ignore' : output;
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', stdout, output], shell: program === 'npm' });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

function finish(exitCode) {
  fs.rmSync(scratch, { recursive: true, force: true });
  fs.writeSync(1, `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}\n`);
  process.exit(exitCode);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
