import type { CollectedReview } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import { ReviewIntakeService } from './review-intake.service';

/** Reviews of one day. */
const SAME_DAY = 5_000;
/** A page of about 7 MB. */
const REVIEWS = 4_000;
const TICK_MS = 5;
/**
 * Several times the measured average delay of the event loop. A page that is prepared in one piece delays it by
 * hundreds of ms.
 */
const MAX_DELAY_MS = 50;
const WORDS = 'Хороший чай, добрые люди и тихая улица. '.repeat(20);

describe('intake of a large page (ADR 16)', () => {
  let fixture: StoreFixture;
  let intake: ReviewIntakeService;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    intake = new ReviewIntakeService(
      new ReviewIntakeStore(database),
      new ReviewRoadStore(database),
      new ChangeCounterStore(database),
      database,
    );
  });
  afterAll(() => fixture.close());

  it('writes slices of at most 1,000 reviews and 2 million characters, and the event loop runs other tasks between them', async () => {
    const link = await aLink(fixture.database);
    const [run] = await fixture.database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    const target = { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] }, contentDays: null };
    const page = Array.from({ length: REVIEWS }, (_, n) =>
      aCollectedReview({ externalId: String(n), text: `${n} ${WORDS}`, raw: { id: n, text: WORDS } }),
    );
    const inserted: number[] = [];
    let [ticks, read] = [0, 0];
    const timer = setInterval(() => (ticks += 1), TICK_MS);
    const startedAt = performance.now();
    for await (const slice of intake.decidePage(target, page)) {
      read += slice.read;
      await fixture.database.transaction(async () => {
        const written = await intake.write(slice, await fixture.database.together(intake.allocating(slice)));
        await fixture.database.commitWith(written.statements);
        inserted.push(written.intake.inserted);
      });
    }
    const tookMs = performance.now() - startedAt;
    clearInterval(timer);
    expect(inserted.every((count) => count * WORDS.length * 2 <= 2_100_000)).toBe(true);
    expect([read, inserted.reduce((sum, count) => sum + count, 0)]).toEqual([REVIEWS, REVIEWS]);
    expect(ticks).toBeGreaterThan(tookMs / MAX_DELAY_MS);
    // The second time, nothing is written.
    expect(await intake.takePage(target, page)).toMatchObject({ inserted: 0, changed: 0 });
  });

  it.each<
    [
      what: string,
      stored: (n: number) => Partial<CollectedReview>,
      today: (n: number) => Partial<CollectedReview>,
      changed: number,
    ]
  >([
    ['were rated wrongly', () => ({ rating: 2, ratingOriginal: '2' }), () => ({}), SAME_DAY],
    [
      'have other texts',
      (n) => ({ author: `Author${n}`, text: `Old ${n}` }),
      (n) => ({ author: `Author${n}`, text: `${n} new` }),
      SAME_DAY,
    ],
    ['have other authors', (n) => ({ author: `Old${n}` }), (n) => ({ author: `New${n}` }), 0],
  ])(
    'recognizes reviews of one day without ids that %s, and the event loop runs other tasks meanwhile (§10.4)',
    async (_what, stored, today, changed) => {
      const { database } = fixture;
      const link = await aLink(database);
      const [run] = await database.query<{ id: number }>(
        `insert into run (account_id, cause) values ($1, 'manual') returning id`,
        [link.accountId],
      );
      const target = { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] }, contentDays: null };
      const page = (fields: (n: number) => Partial<CollectedReview>): CollectedReview[] =>
        Array.from({ length: SAME_DAY }, (_, n) =>
          aCollectedReview({ externalId: null, author: null, text: null, occurrence: n + 1, raw: {}, ...fields(n) }),
        );
      await intake.takePage({ ...target, isEmpty: true }, page(stored));
      let ticks = 0;
      const timer = setInterval(() => (ticks += 1), TICK_MS);
      const startedAt = performance.now();
      expect(await intake.takePage(target, page(today))).toMatchObject({ changed, inserted: SAME_DAY - changed });
      const tookMs = performance.now() - startedAt;
      clearInterval(timer);
      expect(ticks).toBeGreaterThan(tookMs / MAX_DELAY_MS);
    },
  );
});
