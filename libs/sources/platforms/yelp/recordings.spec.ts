/**
 * Responses of Yelp, which are not part of the repository. One follows the documentation of the Places API. The others were
 * recorded on Yelp's pages, whose road is not built, because a bot check protects it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { Changed } from '../../source-errors';
import { yelp } from './index';
import { reviewPage } from './parsers';

const FOLDER = join(__dirname, '../../../../../shared/recordings/yelp');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Yelp recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    const read = (file: string): ReturnType<typeof reviewPage.read> =>
      reviewPage.read(readFileSync(join(FOLDER, file), 'utf8'), { status: 200 });

    it('fusion-v3-reviews.constructed.json has one cut review', () => {
      const { reviews, total, languages } = read('fusion-v3-reviews.constructed.json');
      expect({ total, languages, count: reviews.length }).toEqual({ total: 3, languages: ['en'], count: 1 });
      const [review] = reviews;
      expect(review).toMatchObject({
        externalId: 'xAG4O7l-t1ubbwVAlPnDKg',
        author: 'Ella A.',
        rating: 5,
        reviewDate: '2016-08-29T00:41:13',
        reviewUrl: 'https://www.yelp.com/biz/la-palma-mexicatessen-san-francisco?hrid=hp8hAJ-AnlpqxCCu7kyCWA',
        replyText: null,
      });
      expect(review?.text).toMatch(/the cashier\.\.\.$/);
      expect(personalTraces(withoutDeclared(review?.raw, yelp.facts.rawPrivacy))).toEqual([]);
    });

    it.each(['gql-reviews-page1-2-2024-02.json', 'review_feed-page1-2-2023-11.json', 'partner-r2r.constructed.json'])(
      'refuses %s, which is of another road, instead of reading it as an empty list',
      (file) => {
        expect(() => read(file)).toThrow(Changed);
      },
    );
  },
);
