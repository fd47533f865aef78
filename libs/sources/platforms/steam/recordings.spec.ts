/** Recorded responses of Steam, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { steam } from './index';
import { readReviewsPage } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/steam');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

interface Merged {
  readonly reviews: Readonly<Record<string, { voted_up: boolean; timestamp_created: number }>>;
  readonly query_summary: { readonly total_reviews: number };
}

/** Restores the format of a response. A recording consists of merged pages with unchanged records, keyed by id. */
function readRecording(file: string): { merged: Merged; response: unknown } {
  const merged = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Merged;
  const response = {
    success: 1,
    query_summary: merged.query_summary,
    reviews: Object.values(merged.reviews),
    cursor: 'next',
  };
  return { merged, response };
}

describeRecorded(
  `Steam recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it.each([
      { file: 'appreviews-10-2019.json', app: '10', reviews: 175, replies: 0, total: 33_204 },
      { file: 'appreviews-227940-2019.json', app: '227940', reviews: 210, replies: 16, total: 43_696 },
      { file: 'appreviews-252950-2019.json', app: '252950', reviews: 373, replies: 0, total: 122_702 },
      { file: 'appreviews-280790-2019.json', app: '280790', reviews: 138, replies: 10, total: 10_768 },
      { file: 'appreviews-291480-2019.json', app: '291480', reviews: 154, replies: 62, total: 21_485 },
    ])('$file has $reviews reviews, $replies with a reply', ({ file, app, reviews, replies, total }) => {
      const { merged, response } = readRecording(file);
      const page = readReviewsPage(response, app);
      expect(page.total).toBe(total);
      expect(page.reviews).toHaveLength(reviews);
      expect(page.reviews.map(({ externalId }) => externalId).sort()).toEqual(Object.keys(merged.reviews).sort());
      expect(page.reviews.filter(({ replyText }) => replyText !== null)).toHaveLength(replies);
      for (const review of page.reviews) {
        const source = merged.reviews[review.externalId ?? ''];
        expect(review.rating).toBeNull();
        expect(review.ratingOriginal).toBe(source?.voted_up === true ? 'recommended' : 'not_recommended');
        expect(`${review.reviewDate}.000Z`).toBe(new Date((source?.timestamp_created ?? 0) * 1000).toISOString());
        expect(review.text).not.toBeNull();
        expect(review.reviewUrl).toContain(`/recommended/${app}/`);
        expect(personalTraces(withoutDeclared(review.raw, steam.facts.rawPrivacy))).toEqual([]);
      }
    });

    it('reads all fields of a review of appreviews-10-2019.json', () => {
      const page = readReviewsPage(readRecording('appreviews-10-2019.json').response, '10');
      expect(page.reviews.find(({ externalId }) => externalId === '48818511')).toMatchObject({
        author: null,
        text: 'This Game NEVER DIES',
        reviewDate: '2019-02-07T09:24:14',
        ratingOriginal: 'recommended',
        replyText: null,
      });
    });

    it('reads the date 0 of old replies in appreviews-291480-2019.json as null', () => {
      const page = readReviewsPage(readRecording('appreviews-291480-2019.json').response, '291480');
      const dates = page.reviews.filter(({ replyText }) => replyText !== null).map(({ replyDate }) => replyDate);
      expect(new Set(dates)).toEqual(new Set([null]));
    });
  },
);
