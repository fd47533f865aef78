/** Constructed responses of Open VSX, which are not part of the repository. No response was recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { openVsx } from './index';
import { readReviews } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/open-vsx');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Open VSX, constructed (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('reads 2 reviews of reviews.constructed.json', () => {
      const value: unknown = JSON.parse(readFileSync(join(FOLDER, 'reviews.constructed.json'), 'utf8'));
      const { reviews } = readReviews(value, { namespace: 'example', name: 'outline' });
      expect(reviews).toHaveLength(2);
      expect(reviews[0]).toMatchObject({
        author: 'Demo Reader',
        text: 'Works as described.\nThe new outline view is a help.',
        reviewDate: '2026-05-04T09:31:12',
        ratingOriginal: '5',
        rating: 5,
        replyText: null,
      });
      expect(reviews[1]).toMatchObject({
        author: 'second-reader',
        text: null,
        reviewDate: '2026-02-11T18:02:00',
        rating: 2,
      });
      expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(2);
      for (const { raw } of reviews) expect(personalTraces(withoutDeclared(raw, openVsx.facts.rawPrivacy))).toEqual([]);
    });
  },
);
