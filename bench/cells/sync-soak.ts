/**
 * Writers that keep their transactions open for random times, and clients that read the change stream over HTTP (R16). The result
 * is the number of reviews that a client lacks at the end, has in an older state, or received more often than they were written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntakeTarget } from '@src/reviews';
import type { BenchRun, BenchSetup } from '../bench-run';
import { answerOf } from '../equal';
import { mulberry32 } from '../gen/random';
import { makeFolder, makeSmallAccount, type SmallAccount } from '../gen/small-account';
import type { VariantServer } from '../variant-server';

const WRITERS = 6;
const PAGE = 20;
const EDITED_SHARE = 0.3;
const LONGEST_BEFORE_MS = 200;
const LONGEST_AFTER_MS = 25;
const PLACES_PER_WRITER = 1_000_000;

interface Written {
  /** How often each review was written, by external id. */
  readonly times: Map<string, number>;
  failed: number;
}

interface StoredReview {
  readonly id: number;
  readonly externalId: string;
  readonly text: string | null;
}

interface SyncPage {
  readonly data: readonly {
    readonly op: 'upsert' | 'remove';
    readonly review_id: number;
    readonly review: { readonly text: string | null } | null;
  }[];
  readonly next_cursor: string;
  readonly has_next: boolean;
}

/** Returns the account, so that later cells can write to it. */
export async function soakSync(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<SmallAccount> {
  const account = await makeSmallAccount(setup.product, { plan: 'full', objects: 3, linksPerObject: 2 });
  const folderId = await makeFolder(setup.product, account.accountId, account.objectIds);
  const folderQuery = `folder_id=${folderId}`;
  const first = [
    new Follower(ours, account.key, `${folderQuery}&mode=changes`),
    new Follower(ours, account.key, `object_id=${account.objectIds[0]}&mode=changes`),
    new Follower(ours, account.key, folderQuery),
  ];
  for (const follower of first) await follower.page();
  const written: Written = { times: new Map(), failed: 0 };
  const writing = writeAll(setup, account, written, run.options.profile.soakMs);
  const late = new Follower(ours, account.key, folderQuery);
  const following = [
    ...first.map((one) => one.until(writing)),
    startLate(late, writing, run.options.profile.soakMs / 2),
  ];
  await writing;
  await Promise.all(following);
  const [lost, doubled] = await compare(setup, account, [...first, late], written);
  report(run, written, [...first, late], lost, doubled);
  return account;
}

class Follower {
  private cursor = '';
  private hasNext = true;
  readonly copy = new Map<number, string | null>();
  readonly deliveries = new Map<number, number>();
  pages = 0;

  constructor(
    private readonly server: VariantServer,
    private readonly key: string,
    readonly query: string,
  ) {}

  async page(): Promise<void> {
    const cursor = this.cursor === '' ? '' : `&cursor=${this.cursor}`;
    const path = `/v3/reviews/sync?${this.query}&limit=100${cursor}`;
    const {
      data,
      next_cursor: next,
      has_next: hasNext,
    } = (await answerOf(this.server, { path, key: this.key })) as SyncPage;
    for (const { op, review_id: id, review } of data) {
      if (op === 'remove') this.copy.delete(id);
      else this.copy.set(id, review?.text ?? null);
      this.deliveries.set(id, (this.deliveries.get(id) ?? 0) + 1);
    }
    [this.cursor, this.hasNext] = [next, hasNext];
    this.pages += 1;
  }

  /** Reads until `work` has ended, and then to the end of the stream. */
  async until(work: Promise<void>): Promise<void> {
    let isWorking = true;
    void work.finally(() => (isWorking = false));
    while (isWorking) {
      await this.page();
      if (!this.hasNext) await sleep(10);
    }
    do await this.page();
    while (this.hasNext);
  }
}

async function startLate(follower: Follower, writing: Promise<void>, delayMs: number): Promise<void> {
  await sleep(delayMs);
  await follower.until(writing);
}

async function writeAll(setup: BenchSetup, account: SmallAccount, written: Written, durationMs: number): Promise<void> {
  const deadline = performance.now() + durationMs;
  const writer = async (number: number): Promise<void> => {
    const random = mulberry32(number + 1);
    for (let place = number * PLACES_PER_WRITER; performance.now() < deadline; place += PAGE) {
      const link = account.links[Math.floor(random() * account.links.length)] as IntakeTarget;
      await write(setup, link, place, random, written);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
}

/** Writes new reviews, and sometimes edits their texts in a second transaction. */
async function write(
  setup: BenchSetup,
  link: IntakeTarget,
  place: number,
  random: () => number,
  written: Written,
): Promise<void> {
  const reviews = setup.dataset.maker.page(link.linkId, place, PAGE);
  const isEdited = random() < EDITED_SHARE;
  const edited = reviews.map((review) => ({ ...review, text: `${review.text ?? ''} edited` }));
  for (const page of isEdited ? [reviews, edited] : [reviews]) {
    const [before, holding] = [random() ** 3 * LONGEST_BEFORE_MS, random() ** 3 * LONGEST_AFTER_MS];
    try {
      await setup.product.database.transaction(async () => {
        // Assigns a transaction id, so that the transaction counts as open.
        await setup.product.database.query('select pg_current_xact_id()');
        await sleep(before);
        await setup.product.intake.takePage(link, page);
        await sleep(holding);
      });
    } catch {
      written.failed += 1;
      return;
    }
    for (const { externalId } of page) {
      if (externalId !== null) written.times.set(externalId, (written.times.get(externalId) ?? 0) + 1);
    }
  }
}

async function compare(
  { product }: BenchSetup,
  account: SmallAccount,
  followers: readonly Follower[],
  written: Written,
): Promise<[number, number]> {
  let [lost, doubled] = [0, 0];
  for (const { query, copy, deliveries } of followers) {
    const isObject = query.startsWith('object_id');
    const stored = await product.database.query<StoredReview>(
      `select id, external_id as "externalId", text from review
       where account_id = $1 and ($2::bigint is null or object_id = $2)`,
      [account.accountId, isObject ? account.objectIds[0] : null],
    );
    lost += stored.filter(({ id, text }) => !copy.has(id) || copy.get(id) !== text).length;
    // A client that reads the snapshot receives concurrent changes again; a change after it must be received exactly once.
    if (!query.includes('mode=changes')) continue;
    for (const { id, externalId } of stored)
      doubled += Math.max(0, (deliveries.get(id) ?? 0) - (written.times.get(externalId) ?? 0));
  }
  return [lost, doubled];
}

function report(run: BenchRun, written: Written, followers: readonly Follower[], lost: number, doubled: number): void {
  const value = lost + doubled;
  run.cells.push({
    id: 'soak.sync',
    variant: 'ours',
    value,
    unit: 'reviews lost or sent twice',
    rounds: [value],
    lost,
    doubled,
    reviews: written.times.size,
    writes: [...written.times.values()].reduce((sum, times) => sum + times, 0),
    failedTransactions: written.failed,
    followers: followers.length,
    pages: followers.reduce((sum, follower) => sum + follower.pages, 0),
  });
  // A soak without writes has no valid result.
  const unequal = written.times.size > 0 ? null : 'nothing was written';
  run.evaluate('R16', { value, lo: value, hi: value, min: value, max: value }, { unequal });
}
