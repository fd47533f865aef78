import type { CollectedReview } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import { seededRandom } from '@test/support/feed-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { FileOfLink } from './intake/import-plan';
import { ImportReviewsService, type ImportRecord } from './intake/import-reviews.service';
import type { IntakeTarget } from './intake/page-intake';
import { ReviewIntakeStore } from './intake/persistence/review-intake.store';
import { ReviewRoadStore } from './intake/persistence/review-road.store';
import { ReviewIntakeService } from './intake/review-intake.service';
import { ChangeCounterStore } from './persistence/change-counter.store';

/** Reviews that differ in author, day and text, so that the rule of contract §10.4 tells them apart. */
const REVIEWS = ['Ada', 'Bo', 'Cy', 'Dee'].map((author, n) =>
  aCollectedReview({
    externalId: `p-${n}`,
    author,
    text: `${author} writes about ${['the harbour', 'breakfast', 'a broken lift', 'the friendly porter'][n]}`,
    reviewDate: `2024-0${n + 1}-1${n}T10:00:00`,
    rating: n + 1,
    ratingOriginal: String(n + 1),
  }),
);
const unnamed = (review: CollectedReview): CollectedReview => ({ ...review, externalId: null });

describe('contract §4.22: imports and collections of a link have one row for each review', () => {
  let fixture: StoreFixture;
  let intake: ReviewIntakeService;
  let imports: ImportReviewsService;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const stores = [new ReviewIntakeStore(database), new ReviewRoadStore(database)] as const;
    const changes = new ChangeCounterStore(database);
    intake = new ReviewIntakeService(...stores, changes, database);
    imports = new ImportReviewsService(database, ...stores, changes);
  });
  afterAll(() => fixture.close());

  const given = async (): Promise<IntakeTarget> => {
    const link = await aLink(fixture.database);
    const [run] = await fixture.database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    return { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] }, contentDays: null };
  };
  const record = (link: LinkFixture): ImportRecord => ({
    lock: async () => {
      const [row] = await fixture.database.query<{ id: number }>(
        'insert into review_import (account_id) values ($1) returning id',
        [link.accountId],
      );
      return row?.id ?? 0;
    },
    count: async () => undefined,
  });
  const take = (link: IntakeTarget, reviews: readonly CollectedReview[]) =>
    imports.take(
      new FileOfLink(link, []),
      reviews.map((collected) => ({ collected, origin: null })),
      record(link),
    );
  const rows = ({ accountId, linkId }: LinkFixture) =>
    fixture.database.query<{ author: string; imported: boolean }>(
      `select author, import_id is not null as imported from review where account_id = $1 and link_id = $2 order by author, id`,
      [accountId, linkId],
    );

  it.each<[what: string, collected: readonly CollectedReview[], isEmpty: boolean]>([
    ['with the same ids', REVIEWS.slice(0, 2), false],
    ['without ids in the file', REVIEWS.slice(0, 2), false],
    ['in a link that is declared empty', REVIEWS.slice(0, 2), true],
  ])('an import beside a collection: %s', async (what, collected, isEmpty) => {
    const lines = what.startsWith('without') ? collected.map(unnamed) : collected;
    await inEveryOrder({
      on: fixture.database,
      given,
      contenders: {
        collection: (target) => intake.takePage({ ...target, isEmpty }, collected),
        import: (target) => take(target, lines),
      },
      holds: async (target) =>
        expect(await rows(target)).toEqual([
          { author: 'Ada', imported: false },
          { author: 'Bo', imported: false },
        ]),
      atMost: 60,
    });
  });

  it('a file without ids beside a collection of an empty link', () =>
    inEveryOrder({
      on: fixture.database,
      given,
      contenders: {
        collection: (target) => intake.takePage({ ...target, isEmpty: true }, REVIEWS.slice(0, 2)),
        import: (target) => take(target, REVIEWS.slice(0, 2).map(unnamed)),
      },
      holds: async (target) => expect((await rows(target)).map(({ author }) => author)).toEqual(['Ada', 'Bo']),
      atMost: 60,
    }));

  it('two imports of one file beside each other', () =>
    inEveryOrder({
      on: fixture.database,
      given,
      contenders: {
        one: (target) => take(target, REVIEWS.slice(0, 2)),
        other: (target) => take(target, REVIEWS.slice(0, 2).map(unnamed)),
      },
      holds: async (target) => expect((await rows(target)).map(({ author }) => author)).toEqual(['Ada', 'Bo']),
      atMost: 60,
    }));

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('in any order, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const target = await given();
    const [shown, collected] = [new Set<string>(), new Set<string>()];
    for (let step = 0; step < 10; step += 1) {
      const chosen = REVIEWS.filter(() => random() < 0.6);
      const forms = chosen.map((review) => (random() < 0.5 ? review : unnamed(review)));
      for (const { author } of chosen) shown.add(String(author));
      if (random() < 0.5) await take(target, random() < 0.3 ? [...forms, ...chosen] : forms);
      else {
        for (const { author } of chosen) collected.add(String(author));
        await intake.takePage({ ...target, hasWeakIds: true }, random() < 0.5 ? chosen : forms);
      }
      const stored = await rows(target);
      expect([step, stored.map(({ author }) => author)]).toEqual([step, [...shown].sort()]);
      expect(stored.filter(({ imported }) => !imported).map(({ author }) => author)).toEqual([...collected].sort());
    }
  });
});
