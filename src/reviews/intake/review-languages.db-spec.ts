// cspell:ignore sauber sehr freundlich
import { LOCKS } from '@libs/database';
import type { CollectedReview } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import { whileTransactionIsOpen } from '@test/support/held-rows';
import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { COUNTER_TABLES, CounterStore } from '../counters/persistence/counter.store';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { DetectLanguagesService } from './detect-languages.service';
import { FileOfLink } from './import-plan';
import { ImportReviewsService } from './import-reviews.service';
import type { IntakeTarget } from './page-intake';
import { LanguageStore } from './persistence/language.store';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import { ReviewIntakeService } from './review-intake.service';

const ENGLISH = 'The room was clean and the staff were very friendly.';
const GERMAN = 'Das Zimmer war sauber und das Personal sehr freundlich.';
const KOREAN = '방이 깨끗하고 직원들이 매우 친절했습니다.';

describe('the language of stored reviews (contract §2.3)', () => {
  let fixture: StoreFixture;
  let intake: ReviewIntakeService;
  let imports: ImportReviewsService;
  let languages: DetectLanguagesService;
  let link: LinkFixture;
  let target: IntakeTarget;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const stores = [new ReviewIntakeStore(database), new ReviewRoadStore(database)] as const;
    const changes = new ChangeCounterStore(database);
    intake = new ReviewIntakeService(...stores, changes, database);
    imports = new ImportReviewsService(database, ...stores, changes);
    languages = new DetectLanguagesService(new LanguageStore(database), changes, database);
  });
  afterAll(() => fixture?.close());
  beforeEach(async () => {
    link = await aLink(fixture.database);
    const [run] = await fixture.database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    target = { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] }, contentDays: null };
  });
  afterEach(async () => {
    const counters = new CounterStore(fixture.database);
    for (const table of COUNTER_TABLES) expect(await counters.mismatches(link.accountId, table)).toBe(0);
  });

  const reviewOf = (text: string | null, others: Partial<CollectedReview> = {}): CollectedReview =>
    aCollectedReview({ externalId: 'one', text, ...others });
  interface StoredLanguage {
    readonly language: string;
    readonly change: number;
    readonly updated: string;
  }
  const stored = (): Promise<StoredLanguage[]> =>
    fixture.database.query<StoredLanguage>(
      `select language, change_seq as change, updated_at::text as updated from review where account_id = $1 order by id`,
      [link.accountId],
    );
  const language = async (): Promise<string | undefined> => (await stored())[0]?.language;
  const counted = (): Promise<object[]> =>
    fixture.database.query(
      `select language, sum(n)::int as n from link_month where account_id = $1 group by 1 having sum(n) <> 0 order by 1`,
      [link.accountId],
    );

  it.each([
    [ENGLISH, 'en'],
    [KOREAN, 'ko'],
    ['OK', 'und'],
    [null, 'und'],
  ])('of a new review with the text %j is %s', async (text, expected) => {
    await intake.takePage(target, [reviewOf(text)]);
    expect(await language()).toBe(expected);
    expect(await counted()).toEqual([{ language: expected, n: 1 }]);
  });

  it('follows the text where a collection finds it changed, and no other change', async () => {
    for (const [text, others, expected] of [
      [ENGLISH, {}, 'en'],
      [GERMAN, {}, 'de'],
      [GERMAN, { rating: 1 }, 'de'],
      [null, {}, 'und'],
      [KOREAN, {}, 'ko'],
    ] as const) {
      await intake.takePage(target, [reviewOf(text, others)]);
      expect(await language()).toBe(expected);
      expect(await counted()).toEqual([{ language: expected, n: 1 }]);
    }
  });

  it('of an imported review is detected too, and und once the import is removed', async () => {
    let importId = 0;
    const record = {
      lock: async () => {
        const [row] = await fixture.database.query<{ id: number }>(
          'insert into review_import (account_id) values ($1) returning id',
          [link.accountId],
        );
        return (importId = row?.id ?? 0);
      },
      count: async () => undefined,
    };
    await imports.take(new FileOfLink(link, []), [{ collected: reviewOf(GERMAN), origin: null }], record);
    expect(await counted()).toEqual([{ language: 'de', n: 1 }]);
    expect(await fixture.database.transaction(() => imports.remove(link.accountId, importId))).toBe(1);
    expect([await language(), await counted()]).toEqual(['und', []]);
  });

  describe('of reviews that an earlier version stored', () => {
    /** As a process of that version inserts them: without the columns. */
    const storedBefore = async (texts: readonly (string | null)[]): Promise<void> => {
      await insertReviews(
        fixture.database,
        texts.map((text) => ({ ...link, text, reviewDate: '2026-05-01T00:00:00' })),
      );
      await fixture.database.query('update review set detector = default where account_id = $1', [link.accountId]);
    };
    const detect = (signal = new AbortController().signal): Promise<number> => languages.detect(signal);

    it('is detected in batches, and no change is announced', async () => {
      await storedBefore(Array.from({ length: 1_203 }, (_, n) => [ENGLISH, GERMAN, null][n % 3] ?? null));
      const before = await stored();
      expect(await detect()).toBe(1_203);
      expect(await counted()).toEqual(['de', 'en', 'und'].map((name) => ({ language: name, n: 401 })));
      const unchanged = (rows: readonly StoredLanguage[]) => rows.map(({ change, updated }) => [change, updated]);
      expect(unchanged(await stored())).toEqual(unchanged(before));
      expect(await detect()).toBe(0);
    });

    it('leaves no counters of 0 behind', async () => {
      await storedBefore([ENGLISH, GERMAN]);
      await detect();
      for (const table of ['link_stat', 'link_month'])
        expect(
          await fixture.database.query(`select language from ${table} where account_id = $1 order by 1`, [
            link.accountId,
          ]),
        ).toEqual([{ language: 'de' }, { language: 'en' }]);
    });

    it('is detected of reviews of several accounts, and those of a new process are left as they are', async () => {
      await storedBefore([ENGLISH]);
      const first = link;
      link = await aLink(fixture.database);
      await storedBefore([KOREAN]);
      await insertReviews(fixture.database, [{ ...link, text: ENGLISH, language: 'xx' }]);
      expect(await detect()).toBe(2);
      expect((await stored()).map((row) => row.language)).toEqual(['ko', 'xx']);
      link = first;
      expect(await language()).toBe('en');
    });

    it('is detected later if the round is stopped', async () => {
      await storedBefore([ENGLISH]);
      const stop = new AbortController();
      stop.abort();
      expect([await detect(stop.signal), await language()]).toEqual([0, 'und']);
      expect([await detect(), await language()]).toEqual([1, 'en']);
    });

    it('does not replace the language of a text that is written meanwhile', async () => {
      await storedBefore([ENGLISH]);
      const store = new LanguageStore(fixture.database);
      const [read] = await store.undetected(link.accountId, 0, 1, 100);
      if (!read) throw new Error('nothing is undetected');
      await fixture.database.query(`update review set text = $2, language = 'de', detector = 1 where account_id = $1`, [
        link.accountId,
        GERMAN,
      ]);
      const written = await fixture.database.transaction(async () => {
        const change = await new ChangeCounterStore(fixture.database).next(link.accountId, 0);
        return store.store(change, [{ ...read, language: 'en' }]);
      });
      expect([written, await language()]).toEqual([0, 'de']);
    });

    /** ADR 42: during a rolling upgrade a process of that version writes no language. */
    it.each([
      ['of another language', GERMAN, 1, 'de'],
      ['of the same language', `${ENGLISH} We will return.`, 1, 'en'],
      ['that is empty', null, 1, 'und'],
      ['that is the same', ENGLISH, 0, 'en'],
    ] as const)('is detected again if that version writes a text %s', async (_, text, detected, expected) => {
      await intake.takePage(target, [reviewOf(ENGLISH)]);
      await fixture.database.query(`update review set text = $2, rating = 100 where account_id = $1`, [
        link.accountId,
        text,
      ]);
      expect([await detect(), await language()]).toEqual([detected, expected]);
      expect(await counted()).toEqual([{ language: expected, n: 1 }]);
      expect(await detect()).toBe(0);
    });

    it('is not detected by two processes at once', async () => {
      await storedBefore([ENGLISH]);
      expect(
        await whileTransactionIsOpen(fixture.database, () => fixture.database.holdLock(LOCKS.reviewLanguages), detect),
      ).toBe(0);
      expect(await detect()).toBe(1);
    });
  });
});
