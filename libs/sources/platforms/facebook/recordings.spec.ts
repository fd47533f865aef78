/** A response built from the documentation of the Graph API, which is not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { facebook } from './index';
import { reviewPage } from './parsers';

const FOLDER = join(__dirname, '../../../../../shared/recordings/facebook');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Facebook responses (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('page-ratings.constructed.json has 2 reviews: a recommendation, and 2 stars', () => {
      const { reviews, after } = reviewPage.read(readFileSync(join(FOLDER, 'page-ratings.constructed.json'), 'utf8'), {
        status: 200,
        pageId: '100064000000001',
        withComments: true,
      });
      expect(after).toBe('EXAMPLEA');
      expect(reviews).toHaveLength(2);
      expect(reviews[0]).toMatchObject({
        externalId: '2000000000000002',
        author: 'Ann B.',
        text: 'Recommended!',
        rating: null,
        ratingOriginal: 'recommended',
        reviewDate: '2026-07-30T10:11:12',
        replyText: null,
      });
      expect(reviews[1]).toMatchObject({ author: null, text: null, rating: 2, reviewDate: '2017-03-01T00:00:00' });
      for (const { raw } of reviews)
        expect(personalTraces(withoutDeclared(raw, facebook.facts.rawPrivacy))).toEqual([]);
    });
  },
);
