/**
 * What the live screens of the console cost the intake (C5): small pages of new reviews of four accounts at once, while a console
 * watches these accounts, while no console does, and without the triggers.
 */
import pg from 'pg';
import type { IntakeTarget } from '@src/reviews';
import type { BenchRun, BenchSetup } from '../bench-run';
import { makeSmallAccount } from '../gen/small-account';
import { ratioOf, runRounds } from '../measure/rounds';
import { timeOfEach } from '../measure/service-time';
import { median } from '../measure/statistics';

const ACCOUNTS = 4;
/** Reviews of a page. Each page is one commit, so small pages make a notification expensive. */
const PAGE = 10;
/** Above every position of other reviews of the maker. */
const FIRST_PLACE = 8_000_000;
const TRIGGERS = ['console_tell_reviews', 'console_tell_reviews_first'];

const SIDES = ['watched', 'unwatched', 'without'] as const;
type Side = (typeof SIDES)[number];

export async function measureLive(run: BenchRun, setup: BenchSetup): Promise<void> {
  const targets = await makeTargets(setup);
  const listener = new pg.Client({ connectionString: setup.url });
  await listener.connect();
  try {
    await listener.query('listen hrev_changes');
    let place = FIRST_PLACE;
    const pages = Math.ceil(run.options.profile.ingestRows / PAGE);
    const rate = async (side: Side): Promise<number> => {
      await prepare(setup, side, targets);
      const from = place;
      place += pages * PAGE;
      const ms = await timeOfEach(async (turn) => {
        const target = targets[turn % ACCOUNTS] as IntakeTarget;
        await setup.product.intake.takePage(target, setup.dataset.maker.page(0, from + turn * PAGE, PAGE));
      }, pages);
      return (PAGE / ms) * 1_000;
    };
    await rate('unwatched');
    const figures = await runRounds(SIDES, run.options.profile.rounds, rate);
    for (const side of SIDES) {
      const rounds = figures[side];
      run.cells.push({
        id: 'live.intake',
        variant: side,
        value: Math.round(median(rounds)),
        unit: 'reviews/s',
        rounds: rounds.map(Math.round),
      });
    }
    run.evaluate('C5', ratioOf(figures.watched, figures.without));
  } finally {
    await switchTriggers(setup, true);
    await listener.end();
  }
}

async function makeTargets({ product }: BenchSetup): Promise<IntakeTarget[]> {
  const targets: IntakeTarget[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { links } = await makeSmallAccount(product, { plan: 'full', objects: 1, linksPerObject: 1 });
    targets.push(...links);
  }
  return targets;
}

async function prepare(setup: BenchSetup, side: Side, targets: readonly IntakeTarget[]): Promise<void> {
  await switchTriggers(setup, side !== 'without');
  await setup.product.database.query('delete from console_watch');
  if (side !== 'watched') return;
  await setup.product.database.query(
    `insert into console_watch (account_id, until) select unnest($1::bigint[]), clock_timestamp() + interval '1 hour'`,
    [targets.map(({ accountId }) => accountId)],
  );
}

async function switchTriggers({ product }: BenchSetup, isOn: boolean): Promise<void> {
  for (const name of TRIGGERS)
    await product.runUnlimited([`alter table account_change ${isOn ? 'enable' : 'disable'} trigger ${name}`]);
}
