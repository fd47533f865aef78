/** The recorded response of Bazaarvoice, which is not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { bazaarvoice } from './index';
import { reviewPage } from './parsers';

const FOLDER = join(__dirname, '../../../../../shared/recordings/bazaarvoice');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Bazaarvoice recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    const read = (): ReturnType<typeof reviewPage.read> =>
      reviewPage.read(readFileSync(join(FOLDER, 'reviews-endurance-cycles.json'), 'utf8'), {
        status: 200,
        productId: '6-bv',
      });

    it('reviews-endurance-cycles.json has 20 of 40 reviews, newest first, 1 with a reply', () => {
      const { reviews, listed, total, object } = read();
      expect({ count: reviews.length, listed, total }).toEqual({ count: 20, listed: 20, total: 40 });
      expect(object).toEqual({ name: 'Endurance Apex 2', reviewCount: 40, rating: 4.3, ratingOriginal: '4.3' });
      expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(20);
      const dates = reviews.map(({ reviewDate }) => reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
      expect([dates[0], dates.at(-1)]).toEqual(['2016-06-30T02:42:25', '2016-06-16T07:28:13']);
      expect(reviews.filter(({ replyText }) => replyText !== null)).toHaveLength(1);
      expect(reviews.filter(({ rating }) => rating === 5)).toHaveLength(15);
      for (const review of reviews) {
        expect(review.text).not.toBeNull();
        expect(review.isNative).toBe(true);
        expect(personalTraces(withoutDeclared(review.raw, bazaarvoice.facts.rawPrivacy))).toEqual([]);
      }
    });

    it('reads all fields of a review with a reply', () => {
      expect(read().reviews.find(({ externalId }) => externalId === '98247290')).toMatchObject({
        author: 'exmountainbiker2930',
        text: expect.stringMatching(/^Flat tires\n\nI have owned this bike/) as string,
        positive: null,
        reviewDate: '2016-06-19T10:00:26',
        rating: 1,
        ratingOriginal: '1',
        // The recorded date of the reply is before that of the review.
        replyDate: '2015-07-09T14:42:15',
        images: [],
      });
    });
  },
);
