/** The recorded response of Yotpo's older address, which is not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { yotpo } from './index';
import { reviewPage } from './parsers';

const FOLDER = join(__dirname, '../../../../../shared/recordings/yotpo');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Yotpo recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('get-product-reviews-2013.json has 5 of 10 reviews, newest first', () => {
      const { reviews, ...page } = reviewPage.read(
        readFileSync(join(FOLDER, 'get-product-reviews-2013.json'), 'utf8'),
        null,
      );
      expect(page).toMatchObject({
        listed: 5,
        total: 10,
        pageSize: null,
        object: { name: 'Holga iPhone 5 Lens Filter and Case Kit SLFT-IP5', reviewCount: 10, rating: null },
      });
      expect(reviews).toHaveLength(5);
      expect(reviews.map(({ rating }) => rating)).toEqual([5, 4, 5, 5, 5]);
      const dates = reviews.map(({ reviewDate }) => reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
      expect(reviews[0]).toMatchObject({
        externalId: '72714',
        author: 'Taylor R.',
        text: expect.stringMatching(/^So fun!\n\n.*the cool\/fun pictures it's able to take/s) as string,
        reviewDate: '2013-04-28T13:46:42',
        replyText: null,
      });
      for (const review of reviews) {
        expect(review.text).not.toMatch(/&#x27;/);
        expect(personalTraces(withoutDeclared(review.raw, yotpo.facts.rawPrivacy))).toEqual([]);
      }
    });
  },
);
