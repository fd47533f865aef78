/** Recorded responses of the App Store, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConnectPage } from './connect-reviews';
import { readFeed, readLookup, readRow } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/app-store');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;
const APP = { id: '1459969523', storefront: 'us' };

const readRecording = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

describeRecorded(
  `App Store recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('userReviewsRow-nebula-us-2026-09.json has 4 reviews, one with a reply', () => {
      const { reviews } = readRow(readRecording('userReviewsRow-nebula-us-2026-09.json'), APP);
      expect(reviews.map(({ externalId, reviewDate, rating }) => [externalId, reviewDate, rating])).toEqual([
        ['14603032413', '2026-09-28T04:36:54', 5],
        ['14600631164', '2026-09-27T11:47:29', 5],
        ['14600383373', '2026-09-27T10:30:35', 1],
        ['14599020085', '2026-09-27T03:30:19', 1],
      ]);
      expect(reviews.filter(({ replyText }) => replyText !== null)).toHaveLength(1);
      expect(reviews[2]).toMatchObject({
        author: 'cursesuponthee',
        replyText: expect.stringMatching(/^Hi,\n\nThank you for your feedback!/) as unknown,
        reviewDate: '2026-09-27T10:30:35',
        // The date of the review is in Cupertino's local time, the date of the reply in UTC.
        replyDate: '2026-09-28T18:37:26',
      });
      // The row contains an entity, the feed an apostrophe.
      expect(reviews[3]?.text).toBe("scam\n\nI didn't sign up for any package but deducted my Apple Pay money");
    });

    it('rss-customerreviews-nebula-us-2026-09.json has 5 reviews, 4 of which are in the row', () => {
      const { reviews: feed } = readFeed(readRecording('rss-customerreviews-nebula-us-2026-09.json'), APP);
      const { reviews: row } = readRow(readRecording('userReviewsRow-nebula-us-2026-09.json'), APP);
      expect(feed).toHaveLength(5);
      for (const [index, review] of row.entries()) {
        const { externalId, author, text, rating, ratingOriginal, reviewDate, reviewUrl } = review;
        expect(feed[index]).toMatchObject({ externalId, author, text, rating, ratingOriginal, reviewDate, reviewUrl });
      }
      expect(feed[4]).toMatchObject({ externalId: '14598327052', reviewDate: '2026-09-26T22:40:50', rating: 5 });
      expect(feed.every(({ replyKnown, replyText }) => replyKnown === false && replyText === null)).toBe(true);
    });

    it('app-store-connect/customer-reviews.constructed.json has 1 review, with a reply that is not published yet', () => {
      const { reviews, nextPage, total } = readConnectPage(
        readRecording('../app-store-connect/customer-reviews.constructed.json'),
        APP,
      );
      expect({ nextPage, total }).toEqual({ nextPage: null, total: 1 });
      expect(reviews).toHaveLength(1);
      expect(reviews[0]).toMatchObject({
        externalId: '00000035-0935-9a7f-8a17-8a1b00000000',
        author: 'nick123',
        text: 'Crashes\n\nCrashes on start',
        rating: 2,
        reviewDate: '2026-07-28T13:04:05',
        replyText: null,
        replyKnown: false,
      });
    });

    it('lookup-nebula-us-2026-09.json has the app’s name, but no average rating', () => {
      expect(readLookup(readRecording('lookup-nebula-us-2026-09.json'))).toEqual({
        name: 'Nebula: Spiritual Guidance',
        reviewCount: null,
        rating: null,
        ratingOriginal: null,
      });
    });

    it('rss-chatgpt-us-flat-2026-07.json has 50 reviews; the test restores its renamed fields', () => {
      interface Flat {
        reviewId: string;
        userName: string;
        title: string;
        content: string;
        score: number;
        updated: string;
      }
      const flat = readRecording('rss-chatgpt-us-flat-2026-07.json') as Flat[];
      const entry = flat.map((item) => ({
        id: { label: item.reviewId },
        author: { name: { label: item.userName } },
        title: { label: item.title },
        content: { label: item.content },
        'im:rating': { label: String(item.score) },
        updated: { label: item.updated },
      }));
      const { reviews } = readFeed({ feed: { entry } }, APP);
      expect(reviews).toHaveLength(50);
      expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(50);
      for (const [index, review] of reviews.entries()) {
        // -07:00 is the store's local time, so the time is stored without conversion.
        expect(review.reviewDate).toBe(flat[index]?.updated.slice(0, 19));
        expect(review.rating).toBe(flat[index]?.score);
        expect(review.text).not.toMatch(/&#\d+;/);
      }
      const dates = reviews.map(({ reviewDate }) => reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
    });
  },
);
