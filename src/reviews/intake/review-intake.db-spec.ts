import { aCollectedReview, collectedReviews } from '@test/support/collected-review';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { FinishPassService, type FinishedPass } from './finish-pass.service';
import type { IntakeTarget, PageIntake } from './page-intake';
import { ReviewIntakeService, type DecidedSlice } from './review-intake.service';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import type { CollectedReview } from '@libs/sources';
import { contentOf } from './domain/review-content';
import { contentHash } from './persistence/review-identity';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';

const HOUR = 3_600_000;

describe('intake of collected reviews (contract §10)', () => {
  let fixture: StoreFixture;
  let intake: ReviewIntakeService;
  let passes: FinishPassService;
  let link: LinkFixture;
  let target: IntakeTarget;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const parts = [
      ...([new ReviewIntakeStore(database), new ReviewRoadStore(database)] as const),
      ...([new ChangeCounterStore(database), database] as const),
    ] as const;
    [intake, passes] = [new ReviewIntakeService(...parts), new FinishPassService(...parts)];
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    link = await aLink(fixture.database);
    const [run] = await fixture.database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    target = { ...link, runId: run?.id ?? 0, rawPrivacy: { names: ['name'], drop: ['avatar'] }, contentDays: null };
  });

  const rows = (): Promise<Record<string, unknown>[]> =>
    fixture.database.query('select * from review where link_id = $1 order by external_id::text', [link.linkId]);
  const facts = async (): Promise<string[]> =>
    (
      await fixture.database.query<{ fact: string }>(
        'select fact from run_review where run_id = $1 order by fact, review_id',
        [target.runId],
      )
    ).map((row) => row.fact);
  const finish = async (seenIds: readonly number[], pass: Partial<FinishedPass> = {}) => {
    const finished = { beganAt: new Date(), seenIds, judges: { from: null }, confirmAfterMs: 6 * HOUR, ...pass };
    return passes.finishPass(target, finished, await passes.findMissing(target, finished));
  };

  it('stores every review once if a link with reviews is declared empty', async () => {
    const reviews = collectedReviews(5);
    const { seenIds } = await intake.takePage(target, reviews.slice(0, 3));
    const page = await intake.takePage({ ...target, isEmpty: true }, reviews);
    expect(page).toMatchObject({ inserted: 2, changed: 0 });
    expect([...page.seenIds].sort((a, b) => a - b).slice(0, 3)).toEqual([...seenIds].sort((a, b) => a - b));
    expect(await rows()).toHaveLength(5);
    expect(await facts()).toEqual(Array(5).fill('appeared'));
  });

  it.each([
    ['stores a slice of which other callers insert a review up to four times', 4, 10],
    ['gives a slice up after the fifth insertion by other callers', 5, null],
  ])('%s', async (_, insertions, stored) => {
    const { database } = fixture;
    const reviews = collectedReviews(10);
    let attempts = 0;
    const commit = async (decided: DecidedSlice): Promise<PageIntake> => {
      if (attempts < insertions) await intake.takePage(target, reviews.slice(attempts, attempts + 1));
      attempts += 1;
      return database.transaction(async () => {
        const written = await intake.write(decided, await database.together(intake.allocating(decided)));
        await database.commitWith(written.statements);
        return written.intake;
      });
    };
    for await (const slice of intake.decidePage({ ...target, isEmpty: true }, reviews)) {
      const taken = intake.storeSlice(slice, commit);
      if (stored === null) await expect(taken).rejects.toMatchObject({ constraint: 'review_external' });
      else expect(await taken).toMatchObject({ inserted: stored - insertions, changed: 0 });
    }
    expect([attempts, (await rows()).length]).toEqual([5, stored ?? insertions]);
  });

  it('stores every part of the content, both by an insert and by an update', async () => {
    const store = new ReviewIntakeStore(fixture.database);
    const full = (prefix: string): CollectedReview =>
      aCollectedReview({
        text: `${prefix}\t\\N\n"text"`,
        positive: `${prefix} positive`,
        negative: `${prefix} negative`,
        datePrecision: 'day',
        ratingOriginal: prefix,
        rating: 3.5,
        reviewUrl: `https://reviews.example/${prefix}`,
        replyText: `${prefix} reply`,
        replyDate: '2026-05-02T10:00:00',
        images: [{ templateUrl: `https://i/${prefix}`, preview: null, image: 'https://i/1' }],
        videos: [
          { kind: 'file', videoUrl: `https://v/${prefix}`, thumbnail: null, width: 1, height: 2, durationMs: null },
        ],
        isNative: false,
      });
    for (const prefix of ['inserted', 'updated']) {
      const { seenIds } = await intake.takePage(target, [full(prefix)]);
      const [stored] = await store.stored(link.accountId, seenIds);
      expect(stored?.content).toEqual(contentOf(full(prefix)));
      expect(stored?.hash).toBe(contentHash(contentOf(full(prefix))));
    }
  });

  it('stores a new review with a masked author, the rating in hundredths, images in wire form and the raw record', async () => {
    const review = aCollectedReview({
      rating: 4.5,
      images: [{ templateUrl: 'https://i/{size}', preview: null, image: 'https://i/1' }],
      raw: { name: 'Anna Maria Kowalska', avatar: 'https://a', stars: 4.5 },
    });
    expect(await intake.takePage(target, [review])).toMatchObject({
      inserted: 1,
      changed: 0,
      newestDate: '2026-05-01T12:30:00',
    });
    expect(await rows()).toMatchObject([
      {
        author: 'Anna M. K.',
        rating: 450,
        flags: 3,
        change_seq: 1,
        images: [{ template_url: 'https://i/{size}', preview: null, image: 'https://i/1' }],
      },
    ]);
    const [raw] = await fixture.database.query<{ raw: unknown }>('select raw from review_raw where account_id = $1', [
      link.accountId,
    ]);
    expect(raw?.raw).toEqual({ name: 'Anna M. K.', stars: 4.5 });
    expect(await facts()).toEqual(['appeared']);
  });

  it('stores no full name', async () => {
    await intake.takePage(target, [aCollectedReview({ raw: { deep: { who: 'Anna Maria Kowalska' } } })]);
    const [dump] = await fixture.database.query<{ all: string }>(
      `select (select string_agg(r::text, '') from review r where link_id = $1) || (select string_agg(w::text, '') from review_raw w where account_id = $2) as all`,
      [link.linkId, link.accountId],
    );
    expect(dump?.all).not.toMatch(/Kowalska/);
  });

  it('does not write an unchanged review', async () => {
    await intake.takePage(target, collectedReviews(50));
    const before = await fixture.database.query(
      'select xmin::text, ctid::text, * from review where link_id = $1 order by id',
      [link.linkId],
    );
    const page = await intake.takePage(target, collectedReviews(50));
    expect(page).toMatchObject({ inserted: 0, changed: 0 });
    expect(page.seenIds).toHaveLength(50);
    expect(
      await fixture.database.query('select xmin::text, ctid::text, * from review where link_id = $1 order by id', [
        link.linkId,
      ]),
    ).toEqual(before);
  });

  it('changes updated_at and the change number of an edited review, but not its id', async () => {
    await intake.takePage(target, collectedReviews(3));
    const [before] = await rows();
    await intake.takePage(target, [
      { ...(collectedReviews(1)[0] as ReturnType<typeof aCollectedReview>), text: 'Edited' },
    ]);
    const [after] = await rows();
    expect(after).toMatchObject({
      id: before?.['id'],
      text: 'Edited',
      change_seq: 4,
      first_seen_at: before?.['first_seen_at'],
    });
    expect((after?.['updated_at'] as Date).getTime()).toBeGreaterThan((before?.['updated_at'] as Date).getTime() - 1);
    expect(await facts()).toEqual(['appeared', 'appeared', 'appeared', 'changed']);
  });

  it('records `replied` for a first reply, and only `changed` for a changed reply', async () => {
    await intake.takePage(target, [aCollectedReview()]);
    await intake.takePage(target, [aCollectedReview({ replyText: 'Thank you' })]);
    await intake.takePage(target, [aCollectedReview({ replyText: 'Thank you!' })]);
    expect(await facts()).toEqual(['appeared', 'changed', 'replied']);
  });

  it('corrects the time zone of a stored reply date: updated_at changes, and no fact is recorded', async () => {
    const photo = { templateUrl: 'https://i/{size}', preview: 'https://i/2', image: 'https://i/1' };
    const answered = { replyText: 'Thank you', images: [photo], rating: 4.5 };
    const review = aCollectedReview({ ...answered, replyDate: '2026-05-02T10:00:00' });
    await intake.takePage(target, [review]);
    const [before] = await rows();
    const factsBefore = await facts();
    expect(factsBefore).toEqual(['appeared', 'replied']);
    const corrected = { ...review, replyDate: '2026-05-02T17:00:00' };
    expect(await intake.takePage(target, [corrected])).toMatchObject({ inserted: 0, changed: 1 });
    const [after] = await rows();
    expect(String(after?.['reply_date'])).toContain('17:00:00');
    expect(after?.['updated_at']).not.toEqual(before?.['updated_at']);
    expect(Number(after?.['change_seq'])).toBeGreaterThan(Number(before?.['change_seq']));
    expect(await facts()).toEqual(factsBefore);
    // The second time, nothing changes.
    expect(await intake.takePage(target, [corrected])).toMatchObject({ inserted: 0, changed: 0 });
  });

  it('stores a review once if it is repeated on a page or on several pages', async () => {
    await intake.takePage(target, [
      aCollectedReview(),
      aCollectedReview(),
      aCollectedReview({ text: 'another text, same id' }),
    ]);
    await intake.takePage(target, [aCollectedReview()]);
    expect(await rows()).toHaveLength(1);
  });

  it('computes the same id in every visit for a review without a platform id, even with a relative date', async () => {
    const review = aCollectedReview({ externalId: null, datePrecision: 'relative' });
    await intake.takePage(target, [review]);
    const secondResult = await intake.takePage(target, [{ ...review, reviewDate: '2026-05-09T00:00:00' }]);
    expect(secondResult).toMatchObject({ inserted: 0, changed: 0 });
    expect(await rows()).toHaveLength(1);
  });

  it('removes NUL and replaces lone surrogates in stored texts', async () => {
    await intake.takePage(target, [
      aCollectedReview({ text: 'a\u0000b\ud83d', externalId: 'x\u0000\ud800', raw: { note: '\u0000\udfff' } }),
    ]);
    expect(await rows()).toMatchObject([{ text: 'ab\ufffd', external_id: 'x\ufffd' }]);
  });

  it('stores the other reviews of a page that contains invalid ones', async () => {
    const invalid = [
      aCollectedReview({ externalId: 'x'.repeat(8_000) }),
      aCollectedReview({ externalId: 'a', reviewDate: '2026-02-30T00:00:00' }),
      aCollectedReview({ externalId: 'b', rating: 6 }),
      aCollectedReview({ externalId: 'c', text: 'é'.repeat(500_000), author: 'n '.repeat(5_000) }),
    ];
    expect(await intake.takePage(target, [...invalid, ...collectedReviews(3)])).toMatchObject({ inserted: 7 });
    expect(await intake.takePage(target, invalid)).toMatchObject({ inserted: 0, changed: 0 });
  });

  it('stores 10,000 reviews of one page', async () => {
    const page = await intake.takePage(target, collectedReviews(10_000));
    expect(page.inserted).toBe(10_000);
    const [count] = await fixture.database.query<{ n: number; distinct_numbers: number }>(
      'select count(*) as n, count(distinct change_seq) as distinct_numbers from review where link_id = $1',
      [link.linkId],
    );
    expect(count).toEqual({ n: 10_000, distinct_numbers: 10_000 });
  });

  describe('deletions', () => {
    const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR);

    it('need two complete passes that began 6 h apart, and record one `deleted` fact', async () => {
      const first = await intake.takePage(target, collectedReviews(30));
      const [missing, ...rest] = first.seenIds as [number, ...number[]];
      expect(await finish(rest, { beganAt: hoursFromNow(1) })).toMatchObject({ deleted: 0 });
      expect(await finish(rest, { beganAt: hoursFromNow(6.9) })).toMatchObject({ deleted: 0 });
      expect(await finish(rest, { beganAt: hoursFromNow(7.1) })).toMatchObject({ deleted: 1 });
      const [row] = await fixture.database.query<{ deleted: boolean; flags: number }>(
        'select deleted_at is not null as deleted, flags from review where id = $1',
        [missing],
      );
      expect(row).toEqual({ deleted: true, flags: 17 });
      expect((await facts()).filter((fact) => fact === 'deleted')).toHaveLength(1);
      expect(await finish(rest, { beganAt: hoursFromNow(14) })).toMatchObject({ deleted: 0 });
    });

    it('do not happen if a page shows the review between the two passes', async () => {
      const first = await intake.takePage(target, collectedReviews(30));
      const [missing, ...rest] = first.seenIds as [number, ...number[]];
      await finish(rest, { beganAt: hoursFromNow(1) });
      await intake.takePage(target, collectedReviews(30));
      expect(await finish(rest, { beganAt: hoursFromNow(8) })).toMatchObject({ deleted: 0 });
      const [row] = await fixture.database.query<{ deleted_at: null }>('select deleted_at from review where id = $1', [
        missing,
      ]);
      expect(row?.deleted_at).toBeNull();
    });

    it('do not happen after passes that cannot report missing reviews', async () => {
      const first = await intake.takePage(target, collectedReviews(30));
      for (const hours of [1, 10, 20]) {
        expect(await finish(first.seenIds.slice(1), { beganAt: hoursFromNow(hours), judges: null })).toMatchObject({
          deleted: 0,
        });
      }
      expect(
        await fixture.database.query('select 1 from review where link_id = $1 and missed_at is not null', [
          link.linkId,
        ]),
      ).toEqual([]);
    });

    it('are refused if they would be a fifth of the reviews or more', async () => {
      await intake.takePage(target, collectedReviews(30));
      await finish([], { beganAt: hoursFromNow(1) });
      expect(await finish([], { beganAt: hoursFromNow(8) })).toMatchObject({ deleted: 0, deletionsRefused: true });
    });

    it('that were recorded before the end of their pass are not confirmed by it', async () => {
      const { seenIds } = await intake.takePage(target, collectedReviews(30));
      const pass = { beganAt: hoursFromNow(1), seenIds: [], judges: { from: null }, confirmAfterMs: 0 };
      const record = () => fixture.database.transaction(() => passes.recordMissed(target, pass, seenIds));
      expect(await record()).toEqual([]);
      expect(await passes.finishPass(target, pass, seenIds)).toMatchObject({ deleted: 0, deletionsRefused: false });
      // Those that an earlier pass missed are decided at the end.
      expect(await record()).toEqual(seenIds);
      expect(await finish([], { beganAt: hoursFromNow(8) })).toMatchObject({ deleted: 0, deletionsRefused: true });
    });

    it('affect only reviews with a date in the window of the pass', async () => {
      const first = await intake.takePage(target, collectedReviews(30));
      const window = { from: '2020-01-21T00:00:00' };
      const seen = first.seenIds.slice(1, 10);
      const newest = await fixture.database.query<{ id: number }>(
        'select id from review where link_id = $1 and external_id = $2',
        [link.linkId, '30'],
      );
      const others = (await rows()).map((row) => row['id'] as number).filter((id) => id !== newest[0]?.id);
      expect(seen.length).toBeGreaterThan(0);
      await finish(others, { beganAt: hoursFromNow(1), judges: window });
      expect(await finish(others, { beganAt: hoursFromNow(8), judges: window })).toMatchObject({ deleted: 1 });
      await finish(
        others.filter((id) => id !== others[0]),
        { beganAt: hoursFromNow(9), judges: window },
      );
      const missed = await fixture.database.query<{ review_date: string }>(
        'select review_date from review where link_id = $1 and missed_at is not null and deleted_at is null',
        [link.linkId],
      );
      expect(missed.every((row) => row.review_date >= window.from)).toBe(true);
    });

    it('are reverted with the fact `restored` if the review is shown again', async () => {
      const reviews = collectedReviews(30);
      const first = await intake.takePage(target, reviews);
      const rest = first.seenIds.filter((id) => id !== first.seenIds[0]);
      await finish(rest, { beganAt: hoursFromNow(1) });
      await finish(rest, { beganAt: hoursFromNow(8) });
      expect(await intake.takePage(target, reviews)).toMatchObject({ inserted: 0, changed: 1 });
      expect(
        await fixture.database.query('select 1 from review where link_id = $1 and deleted_at is not null', [
          link.linkId,
        ]),
      ).toEqual([]);
      expect(await facts()).toContain('restored');
    });
  });

  it('returns the date from which a pass saw all reviews', async () => {
    const first = await intake.takePage(target, collectedReviews(30));
    const byDate = await fixture.database.query<{ id: number }>(
      'select id from review where link_id = $1 order by review_date desc',
      [link.linkId],
    );
    const newestTen = byDate.slice(0, 10).map((row) => row.id);
    expect(await finish(first.seenIds, { judges: null })).toMatchObject({ seenFloor: '-infinity' });
    expect(await finish(newestTen, { judges: null })).toMatchObject({ seenFloor: '2020-01-20T00:00:01' });
  });

  it('keeps the rollups equal to a recount after inserts, edits and deletions', async () => {
    const reviews = collectedReviews(40).map((review, index) => ({
      ...review,
      rating: index % 5 === 0 ? null : 1 + (index % 5),
      replyText: index % 3 === 0 ? 'Thanks' : null,
    }));
    const first = await intake.takePage(target, reviews);
    await intake.takePage(
      target,
      reviews.slice(0, 10).map((review) => ({ ...review, rating: 3, text: null })),
    );
    await finish(first.seenIds.slice(2), { beganAt: new Date(Date.now() + HOUR) });
    await finish(first.seenIds.slice(2), { beganAt: new Date(Date.now() + 8 * HOUR) });
    expect(await fixture.database.query(ROLLUP_DIFFERENCE)).toEqual([]);
  });
});

/** The rows of the rollups that differ from a recount of the reviews. */
const ROLLUP_DIFFERENCE = `
  select 'stat' as rollup, s.*, r.n as recount from (select account_id, object_id, link_id, rating, flags, language, n from link_stat where n <> 0) s
  full join (
    select account_id, object_id, link_id, coalesce(rating, 0) as rating, flags, language, count(*) as n from review group by 1, 2, 3, 4, 5, 6
  ) r using (account_id, object_id, link_id, rating, flags, language)
  where s.n is distinct from r.n`;
