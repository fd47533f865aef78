/** What reviews and links cost on disk and in the write-ahead log: the figures of the page on capacity, without thresholds. */
import { mulberry32, shuffle } from '../gen/random';
import type { BenchRun, BenchSetup } from '../bench-run';
import { CleanUp } from '../clean-up';
import type { LoadedLink } from '../gen/load-dataset';
import { median } from '../measure/statistics';
import { familyCpuSeconds } from '../measure/usage';
import { Product } from '../product';

const MILLION = 1_000_000;
/** Tables below this share of the database are left out. */
const LEAST_SHARE = 0.0005;
/** Above the places that ingestion uses: these reviews are new. */
const FIRST_PLACE = 4_000_000;
const SEED = 29;
/** Rounds of each kind of page, and reviews of one round. */
const ROUNDS = 5;
const REVIEWS = 2_000;

interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly heap: number;
  readonly indexes: number;
}

/** Adds a cell for each table of the loaded database, and one for the time that its maintenance takes. */
export async function measureStorage(run: BenchRun, { product, dataset }: BenchSetup): Promise<void> {
  const tables = await product.database.query<TableSize>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows, pg_table_size(oid)::float8 as heap, pg_indexes_size(oid)::float8 as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const [search] = await product.database.query<{ bytes: number }>(
    `select pg_relation_size('review_search')::float8 as bytes`,
  );
  const perMillion = (bytes: number): number => Math.round((bytes / dataset.plan.reviews) * MILLION);
  const whole = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  const scale = { reviews: dataset.plan.reviews, links: dataset.links.length };
  const unit = 'bytes/million reviews';
  const add = (id: string, bytes: number, more: Readonly<Record<string, number>>): void => {
    run.cells.push({ id: `storage.${id}`, variant: 'ours', value: perMillion(bytes), unit, rounds: [], ...more });
  };
  add('all', whole, scale);
  add('search-index', search?.bytes ?? 0, {});
  for (const { name, rows, heap, indexes } of tables) {
    if (heap + indexes < whole * LEAST_SHARE) continue;
    add(name, heap + indexes, { rows: Math.round(rows), heapBytes: heap, indexBytes: indexes });
  }
  const { reviewsPerSecond, searchIndexSeconds, vacuumSeconds } = dataset;
  for (const [id, value, unitOf] of [
    ['load', reviewsPerSecond, 'reviews/s'],
    ['search-index-build', searchIndexSeconds, 's'],
    ['vacuum', vacuumSeconds, 's'],
  ] as const)
    run.cells.push({
      id: `storage.${id}`,
      variant: 'ours',
      value: Math.round(value),
      unit: unitOf,
      rounds: [],
      ...scale,
    });
}

/** How new reviews arrive: the number on a page of one link, and whether the log has whole blocks, compressed or not. */
const WAYS = {
  many: { size: 200, isAfterCheckpoint: true, isCompressed: true },
  'many, later': { size: 200, isAfterCheckpoint: false, isCompressed: true },
  'many, not compressed': { size: 200, isAfterCheckpoint: true, isCompressed: false },
  single: { size: 1, isAfterCheckpoint: true, isCompressed: true },
  'single, not compressed': { size: 1, isAfterCheckpoint: true, isCompressed: false },
} as const;
type Way = (typeof WAYS)[keyof typeof WAYS];

/**
 * Ingests new reviews into the loaded database: in pages of 200 of one link each, as first collections do, and in pages of one, as
 * the reviews of a day arrive. The first write to a block after a checkpoint logs the whole block, which the embedded PostgreSQL
 * compresses, and others only with `wal_compression`.
 */
export async function measureNewReviews(run: BenchRun, setup: BenchSetup): Promise<void> {
  const links = setup.dataset.links.filter((link) => link.plan.objectIndex > 0);
  shuffle(links, mulberry32(SEED));
  const others = new CleanUp();
  run.cleanUp.add(() => others.run());
  let next = 0;
  try {
    const plain = await openWithoutCompression(setup, others);
    for (const [variant, way] of Object.entries(WAYS)) {
      const rounds: Spent[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const chosen = Array.from({ length: REVIEWS / way.size }, () => links[next++ % links.length] as LoadedLink);
        rounds.push(await ingest(run, way.isCompressed ? setup : { ...setup, product: plain }, chosen, way));
      }
      addCell(run, variant, rounds);
    }
  } finally {
    await others.run();
  }
}

/** The setting applies to connections that are opened later: the product of the bench keeps its own. */
async function openWithoutCompression({ url, product }: BenchSetup, owner: CleanUp): Promise<Product> {
  const database = new URL(url).pathname.slice(1);
  await product.runUnlimited([`alter database ${database} set wal_compression = off`]);
  return Product.open(url, owner);
}

function addCell(run: BenchRun, variant: string, rounds: readonly Spent[]): void {
  const middle = (pick: (one: Spent) => number): number => Math.round(median(rounds.map(pick)) * 100) / 100;
  const [rate, walBytesPerReview] = [middle((one) => one.rate), middle((one) => one.walBytes)];
  run.cells.push({
    id: 'new-reviews',
    variant,
    value: rate,
    unit: 'reviews/s',
    rounds: rounds.map((one) => Math.round(one.rate)),
    walBytesPerReview,
    clientCpuMsPerReview: middle((one) => one.clientCpuMs),
    databaseCpuMsPerReview: middle((one) => one.databaseCpuMs),
  });
  run.log(`${variant}: ${rate} reviews/s, ${walBytesPerReview} bytes of WAL a review`);
}

/** Per review, apart from the rate in reviews per second. */
interface Spent {
  readonly rate: number;
  readonly walBytes: number;
  readonly clientCpuMs: number;
  readonly databaseCpuMs: number;
}

async function ingest(
  run: BenchRun,
  { product, dataset }: BenchSetup,
  links: readonly LoadedLink[],
  { size, isAfterCheckpoint }: Way,
): Promise<Spent> {
  if (isAfterCheckpoint) await run.postgres.checkpoint();
  const pages = links.map((link) => ({ link, reviews: dataset.maker.page(link.plan.index, FIRST_PLACE, size) }));
  const [log, database] = [await run.postgres.walPosition(), familyCpuSeconds(run.postgres.processId)];
  const [client, began] = [process.cpuUsage(), performance.now()];
  for (const { link, reviews } of pages) await product.intake.takePage(link, reviews);
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(client);
  const reviews = links.length * size;
  return {
    rate: reviews / seconds,
    walBytes: ((await run.postgres.walPosition()) - log) / reviews,
    clientCpuMs: (user + system) / 1_000 / reviews,
    databaseCpuMs: ((familyCpuSeconds(run.postgres.processId) - database) * 1_000) / reviews,
  };
}
