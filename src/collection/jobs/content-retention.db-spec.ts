import { Logger } from '@nestjs/common';
import type { Database } from '@libs/database';
import { contentDaysOf } from '@libs/sources';
import { oldestRecords, purgeRecords, ReviewIntakeService, type IntakeTarget } from '@src/reviews';
import { ReviewIntakeStore } from '@src/reviews/intake/persistence/review-intake.store';
import { ReviewRoadStore } from '@src/reviews/intake/persistence/review-road.store';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { aCollectedReview } from '@test/support/collected-review';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { ContentRetentionSchedule } from './content-retention.schedule';

/** Sources whose terms allow content to be kept for 30 days, for a day, not at all, and without a known period. */
const [GOOGLE, YELP, TRIPADVISOR, STEAM] = [3, 20, 19, 8];

describe('stored records and the terms of their platforms (docs/operations/retention.md)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let intake: ReviewIntakeService;
  let retention: ContentRetentionSchedule;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    fixture = await storeFixture();
    database = fixture.database;
    intake = new ReviewIntakeService(
      new ReviewIntakeStore(database),
      new ReviewRoadStore(database),
      new ChangeCounterStore(database),
      database,
    );
    retention = new ContentRetentionSchedule(database);
  });
  beforeEach(() => database.query('truncate account, review, review_raw, link_stat, link_month, link_total cascade'));
  afterAll(() => fixture?.close());

  const aTarget = async (sourceId: number): Promise<IntakeTarget> => {
    const link = await aLink(database, { sourceId });
    const [run] = await database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'scheduled') returning id`,
      [link.accountId],
    );
    return {
      ...{ ...link, runId: run?.id ?? 0 },
      ...{ rawPrivacy: { names: [], drop: [] }, contentDays: contentDaysOf(sourceId) },
    };
  };
  const collect = (target: IntakeTarget, text: string): Promise<unknown> =>
    intake.takePage(target, [aCollectedReview({ externalId: 'one', text, raw: { said: text } })]);
  const records = ({ accountId }: IntakeTarget): Promise<unknown> =>
    database.query('select raw, source_id as "sourceId", read_at as "readAt" from review_raw where account_id = $1', [
      accountId,
    ]);
  const reviews = ({ accountId }: IntakeTarget): Promise<unknown> =>
    database.query('select text from review where account_id = $1', [accountId]);
  /** Lets time pass for the records of the account. */
  const pass = ({ accountId }: IntakeTarget, time: string): Promise<number> =>
    database.execute('update review_raw set read_at = read_at - $2::interval where account_id = $1', [accountId, time]);
  const round = (): Promise<Readonly<Record<string, number>>> => retention.purge(new AbortController().signal);
  const aTime = expect.any(Date) as Date;

  it.each<[string, number, unknown[]]>([
    ['30 days', GOOGLE, [{ raw: { said: 'Fine' }, sourceId: GOOGLE, readAt: aTime }]],
    ['a day', YELP, [{ raw: { said: 'Fine' }, sourceId: YELP, readAt: aTime }]],
    ['not at all: none is stored', TRIPADVISOR, []],
    [
      'without a known period: neither source nor time are stored',
      STEAM,
      [{ raw: { said: 'Fine' }, sourceId: null, readAt: null }],
    ],
  ])('are stored by the terms: %s', async (_, sourceId, expected) => {
    const target = await aTarget(sourceId);
    await collect(target, 'Fine');
    expect(await records(target)).toEqual(expected);
    expect(await reviews(target)).toEqual([{ text: 'Fine' }]);
  });

  it.each<[string, number, string, Readonly<Record<string, number>>]>([
    ['at 29 days and 21 hours', GOOGLE, '29 days 21 hours', {}],
    ['at 29 days and 22 hours, two hours ahead of the limit', GOOGLE, '29 days 22 hours', { google: 1 }],
    ['at 21 hours', YELP, '21 hours', {}],
    ['at 22 hours, two hours ahead of the limit', YELP, '22 hours', { yelp: 1 }],
    ['after ten years, without a limit', STEAM, '10 years', {}],
  ])('are removed in time, and their reviews stay: %s', async (_, sourceId, age, removed) => {
    const target = await aTarget(sourceId);
    await collect(target, 'Fine');
    await pass(target, age);
    expect(await round()).toEqual(removed);
    expect(await records(target)).toHaveLength(Object.keys(removed).length === 0 ? 1 : 0);
    expect(await reviews(target)).toEqual([{ text: 'Fine' }]);
  });

  it('stay removed while passes see the review unchanged, and are stored again with its next change', async () => {
    const target = await aTarget(GOOGLE);
    await collect(target, 'Fine');
    await pass(target, '30 days');
    await round();
    await collect(target, 'Fine');
    expect(await records(target)).toEqual([]);
    await collect(target, 'Fine, but dear');
    expect(await records(target)).toEqual([{ raw: { said: 'Fine, but dear' }, sourceId: GOOGLE, readAt: aTime }]);
    expect(await round()).toEqual({});
  });

  it('are deleted with the next change of their review if the source allows none any more', async () => {
    const target = await aTarget(TRIPADVISOR);
    await collect({ ...target, contentDays: null }, 'Fine');
    expect(await records(target)).toHaveLength(1);
    await collect(target, 'Fine, but dear');
    expect(await records(target)).toEqual([]);
  });

  it('have the time of the last change, because that is when they were read', async () => {
    const target = await aTarget(GOOGLE);
    await collect(target, 'Fine');
    await pass(target, '20 days');
    await collect(target, 'Fine, but dear');
    await pass(target, '20 days');
    expect(await round()).toEqual({});
    expect(await records(target)).toHaveLength(1);
  });

  it('of all accounts and sources are removed in one round, in batches, the oldest first', async () => {
    const [large, small, other] = [await aTarget(GOOGLE), await aTarget(GOOGLE), await aTarget(YELP)];
    const fill = (target: IntakeTarget, count: number, age: string): Promise<unknown> =>
      database.query(
        `insert into review_raw select $1, n, '{}', $2, now() - $3::interval from generate_series(1, $4::int) n`,
        [target.accountId, target.sourceId, age, count],
      );
    await fill(large, 2_500, '31 days');
    await fill(small, 3, '32 days');
    await fill(other, 4, '2 days');
    const batches: number[] = [];
    const execute = database.execute.bind(database);
    const spied = jest.spyOn(database, 'execute').mockImplementation(async (...call) => {
      const rows = await execute(...call);
      batches.push(rows);
      return rows;
    });
    try {
      expect(await round()).toEqual({ google: 2_503, yelp: 4 });
    } finally {
      spied.mockRestore();
    }
    // The sources take turns: that of a few records does not wait for the other one.
    expect(batches).toEqual([0, 1_000, 0, 4, 1_000, 503]);
  });

  it('a batch takes the oldest records, whatever account has most of them', async () => {
    const [large, small] = [await aTarget(GOOGLE), await aTarget(GOOGLE)];
    await database.query(
      `insert into review_raw select $1, n, '{}', $2, now() - interval '31 days' from generate_series(1, 2000) n`,
      [large.accountId, GOOGLE],
    );
    await database.query(`insert into review_raw values ($1, 1, '{}', $2, now() - interval '31 days 1 second')`, [
      small.accountId,
      GOOGLE,
    ]);
    expect(await purgeRecords(database, GOOGLE, 0, 1_000)).toBe(1_000);
    expect(await records(small)).toEqual([]);
  });

  it('that an intake is writing are skipped, and the round does not wait', async () => {
    const target = await aTarget(GOOGLE);
    await collect(target, 'Fine');
    await pass(target, '30 days');
    const lock = 'select from review_raw where account_id = $1 for update';
    expect(await whileRowsAreLocked(database, lock, [target.accountId], round)).toEqual({});
    expect(await round()).toEqual({ google: 1 });
  });

  it('of one source are removed although those of another cannot be', async () => {
    const [google, yelp] = [await aTarget(GOOGLE), await aTarget(YELP)];
    for (const target of [google, yelp]) {
      await collect(target, 'Fine');
      await pass(target, '31 days');
    }
    await database.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before delete on review_raw for each row when (old.source_id = ${GOOGLE}) execute function refuse()`,
    );
    try {
      expect(await round()).toEqual({ yelp: 1 });
    } finally {
      await database.query('drop function refuse cascade');
    }
    expect(await round()).toEqual({ google: 1 });
  });

  it('a round that is stopped ends after its batch, and no other begins', async () => {
    const stop = new AbortController();
    stop.abort();
    const target = await aTarget(GOOGLE);
    await collect(target, 'Fine');
    await pass(target, '31 days');
    expect(await retention.purge(stop.signal)).toEqual({});
    expect(await records(target)).toHaveLength(1);
  });

  describe('in a table of 200,000 records', () => {
    beforeEach(async () => {
      // Records of two limited sources and one without a limit, of 50 accounts, the younger ones first.
      await database.query(
        `insert into review_raw
         select n % 50, n, '{"text": "words"}', case n % 4 when 0 then ${GOOGLE} when 1 then ${YELP} end,
           case when n % 4 < 2 then now() - n * interval '20 seconds' end
         from generate_series(1, 200000) n`,
      );
      await database.query('analyze review_raw');
    });

    it.each(['analyzed', 'taken for empty'])('are found by their index if the table is %s', async (state) => {
      if (state !== 'analyzed')
        await database.query(`select pg_clear_relation_stats('public', 'review_raw')`).catch(() => undefined);
      const plan = await database.transaction(async () => {
        const rows = await database.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers) select ctid from review_raw
           where source_id = ${GOOGLE} and read_at <= statement_timestamp() - make_interval(hours => 718)
           order by read_at limit 1000 for update skip locked`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).toContain('Index Scan using review_raw_limited on review_raw');
      expect(plan).not.toMatch(/Seq Scan|Sort /);
      const began = performance.now();
      expect(await purgeRecords(database, GOOGLE, 718, 1_000)).toBe(1_000);
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(await oldestRecords(database, [GOOGLE, YELP, STEAM])).toEqual([
        { sourceId: GOOGLE, seconds: expect.any(Number) as number },
        { sourceId: YELP, seconds: expect.any(Number) as number },
      ]);
    });
  });
});
