/**
 * `npm run mutants -- --seed N --count 100 [--area src/reviews]`: plants faults, one at a time, in a copy of the tree, and
 * reports which of them the tests detect. docs/mutants.md describes it and lists mutants without an observable effect.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepareOrExit, ROOT } from './prepare.mjs';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    /** Path prefixes; may be repeated. None: src and libs. */
    area: { type: 'string', multiple: true, default: [] },
    /** Only these kinds of faults. */
    kind: { type: 'string', multiple: true, default: [] },
    workers: { type: 'string', default: '1' },
    /** Limit for one mutant: total duration of its tests without a fault, in seconds. */
    budget: { type: 'string', default: '90' },
    /** Exits with 1 below this share of detected mutants, in percent. */
    least: { type: 'string', default: '90' },
    /** Measures again which test reaches which function. */
    fresh: { type: 'boolean', default: false },
    /** Lists the mutants and runs nothing. */
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    root: { type: 'string', default: ROOT },
  },
});

const say = (line) => process.stderr.write(`${line}\n`);
const root = path.resolve(options.root);
// Without installed packages there is no TypeScript to parse the code with.
await prepareOrExit({ say: (line) => say(`mutants: ${line}`), needsBuildTools: true });
const { fastTestFiles, keyOfMutant, mutantsOf, readEquivalents, sampleOf, mutableFiles, testFiles } =
  await import('./mutants/pool.mjs');
const { figuresOf, recordOf, survivorOf, tableOf } = await import('./mutants/report.mjs');

const chosen = chooseMutants();
if (options.list) listMutants();
// PostgreSQL and its reaper would keep the process alive; the reaper removes both when the process ends.
else process.exit(await plantAll());

function chooseMutants() {
  const notes = path.join(root, 'docs/mutants.md');
  const equivalents = fs.existsSync(notes) ? readEquivalents(fs.readFileSync(notes, 'utf8')) : new Set();
  const pool = mutantsOf(root, options.area)
    .filter(({ kind }) => options.kind.length === 0 || options.kind.includes(kind))
    .filter((mutant) => !equivalents.has(keyOfMutant(mutant)));
  say(`mutants: ${pool.length} in the area, without those of docs/mutants.md`);
  return options.list && options.count === '0' ? pool : sampleOf(pool, Number(options.count), Number(options.seed));
}

function listMutants() {
  if (options.json)
    process.stdout.write(`${JSON.stringify(chosen.map(({ mutated: _, start: __, ...rest }) => rest))}\n`);
  else for (const mutant of chosen) process.stdout.write(`${describe(mutant)}\n`);
}

function describe({ kind, file, line, diff }) {
  return `${kind.padEnd(13)} ${file}:${line}  ${diff.before.join(' ').slice(0, 100)}`;
}

async function plantAll() {
  const { endAll, folderOf, TreeCopy } = await import('./mutants/copy.mjs');
  const { startServer } = await import('./mutants/server.mjs');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (endAll(), process.exit(130)));
  os.setPriority(10);
  process.env.HREV_TEST_SERVER = await startServer(root);
  const copies = Array.from({ length: Number(options.workers) }, (_, n) => new TreeCopy(root, folderOf(root, n)));
  const reach = await measure(copies[0]);
  const results = await runAll(copies, reach);
  const figures = figuresOf(results);
  const survivors = results.filter(({ outcome }) => outcome === 'survived' || outcome === 'unreached');
  if (options.json) {
    const { seed, count, area } = options;
    const records = results.map(recordOf);
    process.stdout.write(
      `${JSON.stringify({ seed: Number(seed), count: Number(count), area, figures, mutants: records })}\n`,
    );
  } else {
    for (const survivor of survivors) process.stdout.write(`${survivorOf(survivor)}\n`);
    process.stdout.write(`${tableOf(figures)}\n`);
  }
  return (figures.all.detectedPercent ?? 100) >= Number(options.least) ? 0 : 1;
}

/** Returns which test reaches which function, and whether `npm test` runs it. */
async function measure(copy) {
  const fast = fastTestFiles(root);
  const reach = await measuredReach(copy);
  return new Map([...reach].map(([test, record]) => [test, { ...record, isFast: fast.has(test) }]));
}

/** Stored results, and a measurement if a test is new or has changed. */
async function measuredReach(copy) {
  const { instrumented } = await import('./mutants/reach.mjs');
  const { readReach } = await import('./mutants/choose-tests.mjs');
  const record = path.join(root, '.cache/hrev-mutants/reach.jsonl');
  fs.mkdirSync(path.dirname(record), { recursive: true });
  if (options.fresh) fs.rmSync(record, { force: true });
  const tests = testFiles(root);
  const known = readReach(record, root, tests);
  const unknown = tests.filter((test) => !known.has(test));
  if (unknown.length === 0) return known;
  say(`mutants: measuring which functions ${unknown.length} test files reach; the result is stored`);
  const files = mutableFiles(root);
  for (const file of files) copy.write(file, instrumented(file, fs.readFileSync(path.join(root, file), 'utf8')));
  const environment = { MUTANTS_REACH: record };
  await copy.test(unknown, { limitMs: 3_600_000, environment, bail: false });
  for (const file of files) copy.restore(file);
  return readReach(record, root, tests);
}

async function runAll(copies, reach) {
  const { MutantRunner } = await import('./mutants/run-mutant.mjs');
  const { typeChecker } = await import('./mutants/types.mjs');
  const check = typeChecker(root);
  const left = [...chosen];
  const results = [];
  await Promise.all(
    copies.map(async (copy) => {
      const runner = new MutantRunner(copy, reach, check, Number(options.budget) * 1000);
      for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
        const begun = Date.now();
        const found = await runner.run(mutant);
        const byFast = found.by !== undefined && (reach.get(found.by.file)?.isFast ?? false);
        const result = { mutant, ...found, byFast, ms: Date.now() - begun };
        results.push(result);
        const by = result.by ? `  by ${result.by.file}` : '';
        say(
          `${String(results.length).padStart(4)} ${result.outcome.padEnd(13)} ${describe(mutant)}${by} (${(result.ms / 1000).toFixed(1)} s)`,
        );
      }
    }),
  );
  return results;
}
