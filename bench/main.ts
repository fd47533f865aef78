/**
 * `npm run bench`: ratios between the product and alternatives, measured on this machine. Exits with 0 if every ratio holds, 1 if
 * one fails, 2 if the machine was too unsteady, something could not be measured or the command line is invalid.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepResultsYoung } from '@src/process/young-results';
import { BenchRun, type BenchSetup } from './bench-run';
import { measureNewReviews, measureStorage } from './cells/capacity';
import { measureClaims } from './cells/claims';
import { measureDueBurst } from './cells/due-burst';
import { measureFirstCollections } from './cells/first-collections';
import { measureFirstReviews } from './cells/first-reviews';
import { measureClone, measureFootprint } from './cells/footprint';
import { measureGrowth } from './cells/growth';
import { measureHttpCollection } from './cells/http-collection';
import { measureIngest } from './cells/ingest';
import { measureLive } from './cells/live';
import { measureOverHttp, OVER_HTTP } from './cells/over-http';
import { measureQuietCycle } from './cells/quiet-cycle';
import { measureRecollectLog } from './cells/recollect-log';
import { measureRendering } from './cells/rendering';
import { soakRollups } from './cells/rollup-soak';
import { measureSharedPage } from './cells/shared-page';
import { measureDeliveries } from './cells/webhooks';
import { CleanUp } from './clean-up';
import { describeEnvironment } from './environment';
import { planDataset } from './gen/dataset-plan';
import { loadDataset } from './gen/load-dataset';
import { ProcessClient } from './load/process-client';
import { EXIT, exitCodeOf } from './measure/verdicts';
import { readOptions, UsageError } from './options';
import { BenchPostgres } from './postgres';
import { Product } from './product';
import { resultOf, tableOf } from './report';

const RESULTS = path.join(__dirname, '../../bench/results');

async function main(args: readonly string[], cleanUp: CleanUp): Promise<number> {
  const options = readOptions(args);
  const began = performance.now();
  const log = (line: string): void => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(4);
    process.stderr.write(`bench: ${seconds} s  ${line}\n`);
  };
  // As in src/main: deliveries, intake and planning run in this process.
  keepResultsYoung();
  const postgres = await BenchPostgres.start(cleanUp);
  const run = new BenchRun(options, postgres, ProcessClient.load(cleanUp), cleanUp, log);
  const { profile } = options;
  const setup = await createSetup(run, 'large', profile.reviews, cleanUp);
  if (run.wants('capacity')) await run.attempt('storage', () => measureStorage(run, setup));
  if (run.wants(...OVER_HTTP)) await run.attempt('everything over HTTP', () => measureOverHttp(run, setup));
  if (run.wants('R11', 'R13')) await run.attempt('intake without the search index', () => ingest(run, false));
  if (run.wants('R12')) await run.attempt('intake with the search index', () => ingest(run, true));
  if (run.wants('R14'))
    await run.attempt('log of collecting unchanged reviews', () =>
      postgres.withoutVacuum(() => measureRecollectLog(run, setup)),
    );
  if (run.wants('R17', 'R27')) await run.attempt('deliveries', () => measureDeliveries(run));
  if (run.wants('R18')) await run.attempt('planning due links', () => measureClaims(run, setup));
  if (run.wants('R20')) await run.attempt('counters under writers', () => soakRollups(run, setup));
  if (run.wants('C5')) await run.attempt('live changes', () => measureLive(run, setup));
  await measureCollecting(run, setup);
  if (run.wants('R28')) await run.attempt('first collections in bulk', () => measureFirstCollections(run));
  if (run.wants('R19'))
    await run.attempt('growth', async () =>
      measureGrowth(run, setup, await createSetup(run, 'twin', profile.twin, cleanUp)),
    );
  if (run.wants('capacity')) await run.attempt('capacity', () => measureNewReviews(run, setup));
  if (run.wants('footprint')) await run.attempt('footprint', () => measureFootprint(run));
  if (run.wants('clone')) await run.attempt('a cold clone', () => measureClone(run));
  const result = resultOf(run, setup, await describeEnvironment(postgres));
  const file = options.out ?? path.join(RESULTS, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
  log(`written to ${path.relative(process.cwd(), file)}`);
  process.stdout.write(`${tableOf(result)}\n`);
  return exitCodeOf(result);
}

async function createSetup(run: BenchRun, name: string, reviews: number, owner: CleanUp): Promise<BenchSetup> {
  const url = await run.postgres.createDatabase(name);
  const product = await Product.open(url, owner);
  const dataset = await run.block(`loading ${reviews} reviews`, () =>
    run.postgres.withAsynchronousCommits(() => loadDataset(product, planDataset(reviews))),
  );
  run.log(`${Math.round(dataset.reviewsPerSecond)} reviews/s, checksum ${dataset.checksum}`);
  return { url, product, dataset };
}

/** Collections from the loopback platform. */
async function measureCollecting(run: BenchRun, setup: BenchSetup): Promise<void> {
  if (run.wants('R21')) await run.attempt('collection over HTTP', () => measureHttpCollection(run));
  if (run.wants('R22')) await run.attempt('rendered pages', () => measureRendering(run));
  if (run.wants('R23')) await run.attempt('a cycle without changes', () => measureQuietCycle(run));
  if (run.wants('R24')) await run.attempt('the API while links come due', () => measureDueBurst(run, setup));
  if (run.wants('R25')) await run.attempt('first reviews', () => measureFirstReviews(run));
  if (run.wants('R26')) await run.attempt('a page of 100 accounts', () => measureSharedPage(run));
}

/** Uses a separate database, which is dropped afterwards. */
async function ingest(run: BenchRun, search: boolean): Promise<void> {
  const name = search ? 'ingest_search' : 'ingest_btrees';
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  try {
    const setup = await createSetup(run, name, run.options.profile.twin / 2, owner);
    await run.attempt(`ingesting reviews, ${search ? 'with' : 'without'} the search index`, () =>
      measureIngest(run, setup, search),
    );
  } finally {
    await owner.run();
  }
  await run.postgres.dropDatabase(name);
}

function end(error: unknown): number {
  const message =
    error instanceof Error
      ? error instanceof UsageError
        ? error.message
        : (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`bench: ${message}\n`);
  return EXIT.inconclusive;
}

const cleanUp = new CleanUp();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp.run().then(() => process.exit(128 + (signal === 'SIGINT' ? 2 : 15))));
}
void main(process.argv.slice(2), cleanUp)
  .catch(end)
  .then(async (code) => {
    await cleanUp.run();
    process.exit(code);
  });
