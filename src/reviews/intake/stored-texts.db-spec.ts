import { aCollectedReview } from '@test/support/collected-review';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { contentOf } from './domain/review-content';
import { scrubRaw } from './domain/scrub-raw';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import { ReviewIntakeService } from './review-intake.service';

/** Characters that have a meaning in JSON, in SQL or in a format of PostgreSQL. */
const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['like a null of COPY', '\\N'],
  ['like the end of a COPY', '\\.'],
  ['like a null of JSON', 'null'],
  ['with special characters', 'a\tb\nc\rd\\e\\n\b\f\v'],
  ['with quotes, braces and parameters', `"a" 'b' {"c": [1]} $1 \\u0041 ", "text": "d`],
  ['with letters of several alphabets', 'Łódź Ελλάδα Москва 東京 🦉'],
  ['that is long', 'щ'.repeat(70_000)],
  ['that is empty', ''],
];

describe('texts of reviews and of their records (contract §2.3)', () => {
  let fixture: StoreFixture;
  let intake: ReviewIntakeService;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const counter = new ChangeCounterStore(database);
    intake = new ReviewIntakeService(new ReviewIntakeStore(database), new ReviewRoadStore(database), counter, database);
  });
  afterAll(() => fixture.close());

  it.each(TEXTS)('a text %s is stored unchanged, both by an insert and by an update', async (_what, text) => {
    const { database } = fixture;
    const link = await aLink(database);
    const [run] = await database.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id`,
      [link.accountId],
    );
    const target = { ...link, runId: run?.id ?? 0, rawPrivacy: { names: [], drop: [] }, contentDays: null };
    const review = aCollectedReview({ text, replyText: text, ratingOriginal: text, raw: { [text]: [text, null, {}] } });
    const others = [aCollectedReview({ externalId: 'before' }), aCollectedReview({ externalId: 'after' })] as const;
    for (const page of [[others[0], review, others[1]], [{ ...review, rating: 2 }]]) {
      await intake.takePage(target, page);
      const [row] = await database.query<Record<string, unknown>>(
        `select r.text, r.reply_text, r.rating_original, w.raw::text from review r join review_raw w on w.review_id = r.id
         where r.account_id = $1 and r.external_id = $2`,
        [link.accountId, review.externalId],
      );
      const content = contentOf(review);
      expect(row).toEqual({
        ...{ text: content.text, reply_text: content.replyText, rating_original: content.ratingOriginal },
        raw: JSON.stringify(scrubRaw(review.raw, review.author, target.rawPrivacy)),
      });
    }
  });
});
