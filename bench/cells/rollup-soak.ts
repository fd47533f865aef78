/**
 * Four writers change the same reviews by plain SQL, without the product's locks, while two others ingest new reviews. Then all
 * counters of the database are compared with a recount (R20).
 */
import pg from 'pg';
import { AppError } from '@libs/kernel';
import { CountersService, type IntakeTarget } from '@src/reviews';
import { CounterStore } from '@src/reviews/counters/persistence/counter.store';
import type { BenchRun, BenchSetup } from '../bench-run';
import { mulberry32 } from '../gen/random';
import { makeSmallAccount, type SmallAccount } from '../gen/small-account';

const WRITERS = 4;
const INGEST_WORKERS = 2;
const ROWS = 25;
const FIRST_REVIEWS = 2_000;
const PLACES_PER_INGEST_WORKER = 1_000_000;
const DEADLOCK = '40P01';

/** Changes of reviews; each moves them between counters. */
const CHANGES = [
  `update review r set rating = case when rating = 500 then null else coalesce(rating, 0) / 100 * 100 + 100 end`,
  `update review r set review_date = review_date - interval '1 month'`,
  `update review r set review_date = case when review_date is null then timestamp '2026-01-31' end`,
  `update review r set deleted_at = case when deleted_at is null then clock_timestamp() end`,
  `update review r set hidden_at = case when hidden_at is null and pin_position is null then clock_timestamp() end`,
  `update review r set reply_text = case when reply_text is null then 'Thank you' end`,
  `update review r set text = case when text is null then 'Good' end, images = null`,
  `delete from review r`,
] as const;

interface Tally {
  statements: number;
  deadlocks: number;
}

export async function soakRollups(run: BenchRun, setup: BenchSetup): Promise<void> {
  const account = await makeSmallAccount(setup.product, { plan: 'full', objects: 2, linksPerObject: 3 });
  for (const link of account.links) {
    await setup.product.intake.takePage(
      link,
      setup.dataset.maker.page(link.linkId, 0, FIRST_REVIEWS / account.links.length),
    );
  }
  const tally: Tally = { statements: 0, deadlocks: 0 };
  const deadline = performance.now() + run.options.profile.soakMs;
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, number) => change(setup, account, number, deadline, tally)),
    ...Array.from({ length: INGEST_WORKERS }, (_, number) => ingest(setup, account, number, deadline, tally)),
  ]);
  const rollups = new CountersService(new CounterStore(setup.product.database));
  const report = await rollups.verify(null);
  const value = report.mismatches.reduce((sum, mismatch) => sum + mismatch.counters, 0);
  run.cells.push({
    id: 'soak.rollups',
    variant: 'ours',
    value,
    unit: 'wrong counters',
    rounds: [value],
    statements: tally.statements,
    deadlocks: tally.deadlocks,
    accountsRecounted: report.accounts,
  });
  const unequal = tally.statements > 0 ? null : 'nothing was written';
  run.evaluate('R20', { value, lo: value, hi: value, min: value, max: value }, { unequal });
}

/** Changes reviews of all links in the order of their ids, and continues after a deadlock. */
async function change(
  { url }: BenchSetup,
  account: SmallAccount,
  number: number,
  deadline: number,
  tally: Tally,
): Promise<void> {
  const random = mulberry32(number + 100);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    while (performance.now() < deadline) {
      const what = CHANGES[Math.floor(random() * CHANGES.length)] ?? CHANGES[0];
      const from = random();
      await client
        .query(
          `with chosen as materialized (
             select id from review where account_id = $1 and id >= (
               select min(id) + ((max(id) - min(id)) * $2::float8)::bigint from review where account_id = $1
             ) order by id limit $3 for update
           ) ${what} ${what.startsWith('delete') ? 'using' : 'from'} chosen where r.account_id = $1 and r.id = chosen.id`,
          [account.accountId, from, ROWS],
        )
        .then(
          () => (tally.statements += 1),
          (error: unknown) => {
            if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error;
            tally.deadlocks += 1;
          },
        );
    }
  } finally {
    await client.end();
  }
}

async function ingest(
  { product, dataset }: BenchSetup,
  account: SmallAccount,
  number: number,
  deadline: number,
  tally: Tally,
): Promise<void> {
  const random = mulberry32(number + 200);
  for (let place = (number + 1) * PLACES_PER_INGEST_WORKER; performance.now() < deadline; place += ROWS) {
    const link = account.links[Math.floor(random() * account.links.length)] as IntakeTarget;
    await product.intake.takePage(link, dataset.maker.page(link.linkId, place, ROWS)).then(
      () => (tally.statements += 1),
      // Two consecutive deadlocks of other transactions may exceed the lock timeout; a worker retries later.
      (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
        tally.deadlocks += 1;
      },
    );
  }
}
