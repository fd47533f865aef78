/** Recorded pages of Trustpilot, and a response built from its documentation, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RenderedPage } from '../../source-browser';
import { Blocked } from '../../source-errors';
import { readApiPage } from './business-api-reviews';
import { readPage } from './page-state';
import { readBusiness, readReviews } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/trustpilot');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

const readRecording = (file: string): RenderedPage => ({
  status: 200,
  url: 'https://www.trustpilot.com/review/recorded.example',
  html: readFileSync(join(FOLDER, file), 'utf8'),
  ready: true,
});

describeRecorded(
  `Trustpilot recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it.each([
      { file: 'page-calo.app-en-2026-02.html', reviews: 20, replies: 20, name: 'Calo UK', total: 290, rating: 4.3 },
      { file: 'page-eventnet.de-2024-07.html', reviews: 20, replies: 4, name: 'Eventnet', total: 20, rating: 4.6 },
    ])('$file has $reviews reviews, $replies with a reply', ({ file, reviews, replies, name, total, rating }) => {
      const page = readPage(readRecording(file));
      const { reviews: collectedReviews } = readReviews(page);
      expect(collectedReviews).toHaveLength(reviews);
      expect(new Set(collectedReviews.map(({ externalId }) => externalId)).size).toBe(reviews);
      expect(collectedReviews.filter(({ replyText }) => replyText !== null)).toHaveLength(replies);
      expect(readBusiness(page)).toEqual({ name, reviewCount: total, rating, ratingOriginal: String(rating) });
      for (const review of collectedReviews) {
        expect(review.externalId).toMatch(/^[0-9a-f]{24}$/);
        expect(review.author).toEqual(expect.any(String));
        expect(review.reviewDate).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/);
        expect(review.rating).toBe(Number(review.ratingOriginal));
        expect(review.replyDate === null).toBe(review.replyText === null);
      }
    });

    it('reads all fields of the newest review of page-calo.app-en-2026-02.html', () => {
      const { reviews: collectedReviews } = readReviews(readPage(readRecording('page-calo.app-en-2026-02.html')));
      expect(collectedReviews[0]).toMatchObject({
        externalId: '698c6d8cc5a00780babd0c29',
        author: 'Jav',
        ratingOriginal: '5',
        rating: 5,
        reviewDate: '2026-02-11T13:52:44',
        reviewUrl: 'https://www.trustpilot.com/reviews/698c6d8cc5a00780babd0c29',
        replyDate: '2026-02-11T14:00:18',
        isNative: true,
        raw: { consumer: { displayName: 'Jav' }, language: 'en' },
      });
      // Trustpilot generated the title from the text, so it is omitted.
      expect(collectedReviews[0]?.text).toMatch(
        /^The quality of the food is super good and I’ve been really enjoying it/,
      );
      // The author wrote this title, so it is kept.
      expect(collectedReviews[1]?.text).toMatch(/^Excellent Food, Patchy Tech\n\nThe food is really good/);
      const dates = collectedReviews.map(({ reviewDate }) => reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
    });

    it('reads an older layout and a reply with an emoji from page-eventnet.de-2024-07.html', () => {
      const { reviews: collectedReviews } = readReviews(readPage(readRecording('page-eventnet.de-2024-07.html')));
      expect(collectedReviews.find(({ externalId }) => externalId === '663b609359ffb1461c348a8e')).toMatchObject({
        replyText: 'Danke 🙌',
        replyDate: '2024-05-28T12:49:17',
        rating: 5,
      });
    });

    it('business-api-reviews.constructed.json has 2 reviews, one with a reply, and a link to another page', () => {
      const file = readFileSync(join(FOLDER, 'business-api-reviews.constructed.json'), 'utf8');
      const { reviews, hasNext } = readApiPage(JSON.parse(file));
      expect(hasNext).toBe(true);
      expect(reviews).toHaveLength(2);
      expect(reviews[0]).toMatchObject({
        externalId: '5f7a1b2c3d4e5f6071829301',
        author: 'John Doe',
        text: 'My review\n\nThis shop is great',
        rating: 5,
        reviewDate: '2026-09-07T13:37:00',
        replyText: 'This is our reply.',
        replyDate: '2026-09-08T09:00:00',
      });
      expect(reviews[1]).toMatchObject({ rating: 1, replyText: null, replyDate: null });
    });

    it('waf-challenge-2026-09.html has 0 reviews and throws Blocked', () => {
      expect(() => readPage(readRecording('waf-challenge-2026-09.html'))).toThrow(Blocked);
    });
  },
);
