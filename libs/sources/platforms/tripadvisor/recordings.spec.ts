/**
 * Responses of Tripadvisor, which are not part of the repository. None of them is of the Terra API: two were read from pages by
 * others, and one follows the documentation of the older Content API.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Changed } from '../../source-errors';
import { match } from './match';
import { reviewPage } from './parsers';

const FOLDER = join(__dirname, '../../../../../shared/recordings/tripadvisor');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Tripadvisor recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

    it.each(['content-api-reviews.constructed.json', 'hotel-page-parsed-2025-10.json', 'hotel-reviews-2023-05.json'])(
      'refuses %s, which is of another road, instead of reading it as an empty list',
      (file) => {
        expect(() => reviewPage.read(textOf(file), { status: 200 })).toThrow(Changed);
      },
    );

    it('recognizes the address of a review in content-api-reviews.constructed.json', () => {
      const { data } = JSON.parse(textOf('content-api-reviews.constructed.json')) as {
        data: readonly { url: string; location_id: number }[];
      };
      expect(data).toHaveLength(1);
      for (const { url, location_id: id } of data)
        expect(match(new URL(url))).toEqual({
          kind: 'page',
          canonicalUrl: `https://www.tripadvisor.com/Attraction_Review-g1-d${id}-Reviews-x-y.html`,
        });
    });
  },
);
