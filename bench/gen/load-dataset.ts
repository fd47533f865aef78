/**
 * Loads a planned dataset: accounts and keys through the accounts service, reviews through the product's intake, page by page in
 * an order that mixes all objects. Finally compares the stored reviews with the generated ones.
 */
import type { CollectedReview } from '@libs/sources';
import type { IntakeTarget } from '@src/reviews';
import type { Product } from '../product';
import { SOURCES, type DatasetPlan, type PlannedLink } from './dataset-plan';
import { ReviewMaker } from './make-review';
import { mulberry32, shuffle } from './random';
import { makeRun } from './small-account';

export interface LoadedObject {
  readonly accountId: number;
  readonly objectId: number;
  /** Key of the object's account. */
  readonly key: string;
  readonly reviews: number;
}

export interface LoadedLink extends IntakeTarget {
  readonly plan: PlannedLink;
}

export interface Dataset {
  readonly plan: DatasetPlan;
  readonly maker: ReviewMaker;
  /** The hot object first, then largest first. */
  readonly objects: readonly LoadedObject[];
  /** The objects of one account, largest first, for a large folder. */
  readonly folderObjects: readonly LoadedObject[];
  readonly links: readonly LoadedLink[];
  readonly checksum: string;
  /** Rate of loading, with commits that do not wait for the disk; other benchmarks measure ingestion. */
  readonly reviewsPerSecond: number;
  /** How long the search index and a vacuum of all tables took. */
  readonly searchIndexSeconds: number;
  readonly vacuumSeconds: number;
}

export class ChecksumError extends Error {}

const PAGE = 200;
const LOADERS = 4;
/** Links of one statement, which the product's timeouts apply to. */
const STATEMENT_LINKS = 20_000;
const RAW_PRIVACY = { names: [], drop: [] } as const;

export async function loadDataset(product: Product, plan: DatasetPlan): Promise<Dataset> {
  const maker = new ReviewMaker(plan.seed);
  const { objects, links } = await makeTargets(product, plan);
  const createSearchIndex = await dropSearchIndex(product);
  const began = performance.now();
  const sums = await loadReviews(product, maker, links, plan.seed);
  const reviewsPerSecond = (plan.reviews / (performance.now() - began)) * 1_000;
  const checksum = await verify(product, sums);
  const settled = await settle(product, createSearchIndex);
  const folderObjects = plan.folderObjects.map((index) => objects[index] as LoadedObject);
  return { plan, maker, objects, folderObjects, links, checksum, reviewsPerSecond, ...settled };
}

async function makeTargets(
  product: Product,
  plan: DatasetPlan,
): Promise<{ objects: LoadedObject[]; links: LoadedLink[] }> {
  const accounts: { id: number; key: string; runId: number }[] = [];
  for (let index = 0; index < plan.accounts; index += 1) {
    const { account, readOnly } = await product.accounts.create({ name: `Bench ${index}`, plan: 'full' });
    accounts.push({ id: account.id, key: readOnly.key, runId: await makeRun(product, account.id) });
  }
  const objects = await makeObjects(product, plan, accounts);
  const sources = await makeSources(product);
  const runs = new Map(accounts.map((account) => [account.id, account.runId]));
  const links = await makeLinks(product, plan, objects, sources, runs);
  return { objects, links };
}

async function makeObjects(
  product: Product,
  plan: DatasetPlan,
  accounts: readonly { readonly id: number; readonly key: string }[],
): Promise<LoadedObject[]> {
  const owners = plan.objects.map((object) => accounts[object.accountIndex] as { id: number; key: string });
  const rows = await product.database.query<{ id: number }>(
    `insert into tracked_object (account_id, name)
     select account_id, 'Object ' || n from unnest($1::bigint[]) with ordinality as x(account_id, n) order by n returning id`,
    [owners.map((owner) => owner.id)],
  );
  return plan.objects.map((object, index) => ({
    accountId: (owners[index] as { id: number }).id,
    objectId: (rows[index] as { id: number }).id,
    key: (owners[index] as { key: string }).key,
    reviews: object.reviews,
  }));
}

/** The ids of forty sources: those of the product, and invented ones. */
async function makeSources(product: Product): Promise<number[]> {
  await product.database.query(
    `insert into source (id, slug) select 900 + n, 'bench-' || n from generate_series(1, $1::int) as n on conflict do nothing`,
    [SOURCES],
  );
  const rows = await product.database.query<{ id: number }>('select id from source order by id limit $1', [SOURCES]);
  return rows.map((row) => row.id);
}

async function makeLinks(
  product: Product,
  plan: DatasetPlan,
  objects: readonly LoadedObject[],
  sources: readonly number[],
  runs: ReadonlyMap<number, number>,
): Promise<LoadedLink[]> {
  const links = plan.links.map((link) => {
    const { accountId, objectId } = objects[link.objectIndex] as LoadedObject;
    return { accountId, objectId, sourceId: sources[link.sourceIndex] as number, plan: link };
  });
  const rows: { readonly id: number }[] = [];
  for (let from = 0; from < links.length; from += STATEMENT_LINKS) {
    const some = links.slice(from, from + STATEMENT_LINKS);
    rows.push(
      ...(await product.database.query<{ id: number }>(
        `insert into link (account_id, object_id, source_id, url)
         select account_id, object_id, source_id, 'https://reviews.example/' || $4::int + n
         from unnest($1::bigint[], $2::bigint[], $3::int[]) with ordinality as x(account_id, object_id, source_id, n) order by n
         returning id`,
        [some.map((l) => l.accountId), some.map((l) => l.objectId), some.map((l) => l.sourceId), from],
      )),
    );
  }
  await product.runUnlimited([
    `insert into link_collection (link_id, account_id, object_id, source_id, scrape_status, last_scraped_at, next_run_at)
     select id, account_id, object_id, source_id, 'success', clock_timestamp(), clock_timestamp() + interval '30 days' from link`,
  ]);
  return links.map((link, index) => ({
    ...link,
    linkId: (rows[index] as { id: number }).id,
    runId: runs.get(link.accountId) ?? 0,
    rawPrivacy: RAW_PRIVACY,
    contentDays: null,
  }));
}

interface Sums {
  count: number;
  ratings: number;
}

async function loadReviews(
  product: Product,
  maker: ReviewMaker,
  links: readonly LoadedLink[],
  seed: number,
): Promise<Sums> {
  const pages = links.flatMap((link) =>
    Array.from({ length: Math.ceil(link.plan.reviews / PAGE) }, (_, page) => ({ link, from: page * PAGE })),
  );
  shuffle(pages, mulberry32(seed));
  const sums: Sums = { count: 0, ratings: 0 };
  // Writers of one account wait for each other to commit: each loader has its own accounts.
  const loader = async (number: number): Promise<void> => {
    for (const { link, from } of pages.filter((page) => page.link.accountId % LOADERS === number)) {
      const reviews = maker.page(link.plan.index, from, Math.min(PAGE, link.plan.reviews - from));
      addTo(sums, reviews);
      await product.intake.takePage(link, reviews);
    }
  };
  await Promise.all(Array.from({ length: LOADERS }, (_, number) => loader(number)));
  return sums;
}

function addTo(sums: Sums, reviews: readonly CollectedReview[]): void {
  sums.count += reviews.length;
  for (const review of reviews) sums.ratings += review.rating === null ? 0 : Math.round(review.rating * 100);
}

/** Checks the number of rows, the sum of their ids, which have no gaps, and the sum of the ratings. */
async function verify(product: Product, generated: Sums): Promise<string> {
  const [stored] = await product.readUnlimited<{ n: number; ids: number; ratings: number }>(
    'select count(*) as n, sum(id)::bigint as ids, coalesce(sum(rating), 0)::bigint as ratings from review',
  );
  const expected = [generated.count, (generated.count * (generated.count + 1)) / 2, generated.ratings].join('-');
  const found = [stored?.n, stored?.ids, stored?.ratings].join('-');
  if (found !== expected)
    throw new ChecksumError(`the database has ${found} (count-ids-ratings), but ${expected} was generated`);
  return found;
}

/** Drops the search index and returns the statement that creates it: adding trigrams row by row is most of the work of loading. */
async function dropSearchIndex(product: Product): Promise<string> {
  const [index] = await product.database.query<{ definition: string }>(
    `select pg_get_indexdef('review_search'::regclass) as definition`,
  );
  await product.database.query('drop index review_search');
  return index?.definition ?? '';
}

/** Deletes one review in fifty, hides one in four hundred, creates the search index, and vacuums and analyzes the tables. */
async function settle(
  product: Product,
  createSearchIndex: string,
): Promise<Pick<Dataset, 'searchIndexSeconds' | 'vacuumSeconds'>> {
  const seconds = await product.runUnlimited([
    'update review set deleted_at = clock_timestamp() where id % 50 = 7',
    'update review set hidden_at = clock_timestamp() where id % 400 = 11',
    // The rows that loading wrote must not be relayed as events.
    'truncate run_fact',
    `set maintenance_work_mem = '512MB'`,
    createSearchIndex,
    'vacuum (analyze)',
  ]);
  const [searchIndexSeconds = 0, vacuumSeconds = 0] = seconds.slice(-2);
  return { searchIndexSeconds, vacuumSeconds };
}
