/**
 * WAL volume of collections without changes (R14): complete passes over ordinary links, with their reviews and the result of the
 * pass. The bookkeeping of the run is the same for a dropped link: it is measured separately, subtracted, and reported as a
 * separate cell.
 */
import { randomUUID } from 'node:crypto';
import { Outbox } from '@libs/events';
import type { ClaimedLink } from '@src/collection/persistence/run-lease.store';
import { RunResultStore } from '@src/collection';
import type { BenchRun, BenchSetup } from '../bench-run';
import type { LoadedLink } from '../gen/load-dataset';
import { median, medianInterval } from '../measure/statistics';

const LINKS = 200;
const PAGE = 200;
const CONFIRM_AFTER_MS = 6 * 3_600_000;
const COLLECT_EVERY_MS = 6 * 3_600_000;

interface Round {
  readonly reviews: number;
  readonly readingBytes: number;
  readonly endingBytes: number;
  readonly bookkeepingBytes: number;
}

export async function measureRecollectLog(run: BenchRun, setup: BenchSetup): Promise<void> {
  // Typical links: an even sample in the order of their objects, without the hot object.
  const ordinary = setup.dataset.links.filter((link) => link.plan.objectIndex > 0 && link.plan.reviews > 0);
  const step = Math.max(1, Math.floor(ordinary.length / LINKS));
  const links = ordinary.filter((_, index) => index % step === 0).slice(0, LINKS);
  const results = new RunResultStore(setup.product.database, new Outbox(setup.product.database));
  await setup.product.runUnlimited(['vacuum']);
  await run.postgres.checkpoint();
  const rounds: Round[] = [];
  // The first write to a block after a checkpoint logs the whole block; the first round, which has these writes, is not counted.
  for (let round = -1; round < run.options.profile.rounds; round += 1) {
    const figures = await oneRound(run, setup, results, links);
    if (round >= 0) rounds.push(figures);
  }
  report(run, links, rounds);
}

async function oneRound(
  run: BenchRun,
  setup: BenchSetup,
  results: RunResultStore,
  links: readonly LoadedLink[],
): Promise<Round> {
  const { database } = setup.product;
  const dropped = await claimAll(setup, links);
  const dropping = await walBytesOf(run, async () => {
    for (const claim of dropped) await database.transaction(() => results.saveDropped(claim));
  });
  const claims = await claimAll(setup, links);
  const beganAt = new Date();
  let reviews = 0;
  const seen: (readonly number[])[] = [];
  const readingBytes = await walBytesOf(run, async () => {
    for (const link of links) {
      const seenIds = await collectAll(setup, link);
      seen.push(seenIds);
      reviews += seenIds.length;
    }
  });
  const endingBytes = await walBytesOf(run, async () => {
    for (const [index, link] of links.entries()) {
      const pass = { beganAt, seenIds: seen[index] ?? [], judges: { from: null }, confirmAfterMs: CONFIRM_AFTER_MS };
      const missing = await setup.product.passes.findMissing(link, pass);
      await database.transaction(async () => {
        const verdict = await setup.product.passes.finishPass(link, pass, missing);
        const claim = claims[index] as ClaimedLink;
        await results.saveSuccess(claim, await database.together(results.lockLinkStatements(claim, null)), {
          beganAt,
          stopReason: 'complete',
          warning: null,
          object: null,
          seenFloor: verdict.seenFloor,
          newestDate: null,
          list: 'proven',
          deleted: verdict.deleted,
          fields: [],
          unread: {},
          everyMs: COLLECT_EVERY_MS,
          fullEveryMs: 28 * COLLECT_EVERY_MS,
        });
      });
    }
  });
  return { reviews, readingBytes, endingBytes, bookkeepingBytes: dropping };
}

async function collectAll({ dataset, product }: BenchSetup, link: LoadedLink): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let from = 0; from < link.plan.reviews; from += PAGE) {
    const reviews = dataset.maker.page(link.plan.index, from, Math.min(PAGE, link.plan.reviews - from));
    const page = await product.intake.takePage(link, reviews);
    seen.push(...page.seenIds);
  }
  return seen;
}

/** Creates a run with claims on all of its links, as a worker has them. A link may be in one open run only. */
async function claimAll(setup: BenchSetup, links: readonly LoadedLink[]): Promise<ClaimedLink[]> {
  const { database } = setup.product;
  const accountId = links[0]?.accountId ?? 0;
  const [created] = await database.query<{ id: number }>(
    `insert into run (account_id, cause) values ($1, 'scheduled') returning id`,
    [accountId],
  );
  const runId = created?.id ?? 0;
  const rows = await database.query<{ id: number; link_id: number }>(
    `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, attempts,
       started_at, lease_token, lease_until)
     select $1, account_id, object_id, link_id, source_id, clock_timestamp(), false, 1, 'running', 1,
       clock_timestamp(), gen_random_uuid(), clock_timestamp() + interval '1 hour'
     from link_collection where link_id = any($2::bigint[]) returning id, link_id`,
    [runId, links.map((link) => link.linkId)],
  );
  const ids = new Map(rows.map((row) => [row.link_id, row.id]));
  return links.map((link) => ({
    ...link,
    runLinkId: ids.get(link.linkId) ?? 0,
    runId,
    token: randomUUID(),
    wantsFull: false,
    attempts: 1,
    isFirst: false,
    collectable: true,
    sourceClosedUntil: null,
    url: '',
    knownNewest: null,
    isShared: false,
    knownChange: null,
    showsWindow: false,
    traceparent: null,
  }));
}

async function walBytesOf(run: BenchRun, work: () => Promise<void>): Promise<number> {
  const before = await run.postgres.walPosition();
  await work();
  return (await run.postgres.walPosition()) - before;
}

function report(run: BenchRun, links: readonly LoadedLink[], rounds: readonly Round[]): void {
  const perReview = rounds.map(
    (round) => (round.readingBytes + round.endingBytes - round.bookkeepingBytes) / round.reviews,
  );
  const cell = (variant: string, unit: string, figures: readonly number[]): void => {
    const values = figures.map((value) => Math.round(value * 100) / 100);
    run.cells.push({ id: 'recollect.log', variant, value: median(values), unit, rounds: values });
  };
  cell(
    'pages and verdict',
    'bytes/review',
    rounds.map((round) => round.readingBytes / round.reviews),
  );
  cell(
    'end of pass',
    'bytes/pass',
    rounds.map((round) => (round.endingBytes - round.bookkeepingBytes) / links.length),
  );
  cell(
    'bookkeeping of the run',
    'bytes/pass',
    rounds.map((round) => round.bookkeepingBytes / links.length),
  );
  cell(
    'reviews in a pass',
    'reviews',
    rounds.map((round) => round.reviews / links.length),
  );
  run.evaluate('R14', medianInterval(perReview));
}
