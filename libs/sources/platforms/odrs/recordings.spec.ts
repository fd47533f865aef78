/** Constructed responses of ODRS, which are not part of the repository. No response was recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { odrs } from './index';
import { readReviews } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/odrs');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `ODRS, constructed (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('reads 2 reviews of app-reviews.constructed.json', () => {
      const value: unknown = JSON.parse(readFileSync(join(FOLDER, 'app-reviews.constructed.json'), 'utf8'));
      const { reviews } = readReviews(value);
      expect(reviews).toHaveLength(2);
      expect(reviews[0]).toMatchObject({
        externalId: '812345',
        author: 'Demo Reader',
        text: 'Does one thing well\n\nFast, and the shortcuts can be changed.',
        reviewDate: '2026-05-04T09:21:12',
        ratingOriginal: '100',
        rating: 5,
        replyText: null,
      });
      expect(reviews[1]).toMatchObject({
        externalId: '798001',
        author: null,
        text: 'Leider instabil\n\nStürzt beim Öffnen großer Dateien ab.',
        reviewDate: '2026-02-11T22:02:00',
        ratingOriginal: '40',
        rating: 2,
      });
      for (const { raw } of reviews) {
        const rest = withoutDeclared(raw, odrs.facts.rawPrivacy);
        expect(JSON.stringify(rest)).not.toContain('REDACTED');
        expect(personalTraces(rest)).toEqual([]);
      }
    });
  },
);
