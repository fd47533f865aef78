/** Constructed responses of Mangrove, which are not part of the repository. No response was recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { mangrove } from './index';
import { readReviews } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/mangrove');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Mangrove, constructed (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('reads 2 reviews of reviews.constructed.json', () => {
      const value: unknown = JSON.parse(readFileSync(join(FOLDER, 'reviews.constructed.json'), 'utf8'));
      const { reviews, reviewedIds } = readReviews(value, 'https://mangrove.reviews');
      expect(reviews).toHaveLength(2);
      expect(reviewedIds).toEqual([]);
      expect(reviews[0]).toMatchObject({
        externalId: 'EXAMPLEsig1',
        author: 'john123',
        text: 'Great website for reviews.',
        reviewDate: '2020-02-05T13:40:22',
        ratingOriginal: '75',
        rating: 3.75,
        images: [],
      });
      expect(reviews[1]).toMatchObject({
        externalId: 'EXAMPLEsig2',
        author: 'Ann Bee',
        text: 'No stars, only words',
        reviewDate: '2020-02-05T16:27:02',
        ratingOriginal: null,
        rating: null,
        images: [{ image: 'https://files.mangrove.reviews/EXAMPLEHASH' }],
      });
      for (const { raw } of reviews) {
        const rest = withoutDeclared(raw, mangrove.facts.rawPrivacy);
        expect(JSON.stringify(rest)).not.toMatch(/john123|Ann|Bee|eyJ|PUBLIC KEY/);
        expect(personalTraces(rest)).toEqual([]);
      }
    });
  },
);
