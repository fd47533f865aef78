/** Constructed responses of Mozilla Add-ons, which are not part of the repository. No response was recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { mozillaAmo } from './index';
import { readRatingsPage } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/mozilla-amo');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Mozilla Add-ons, constructed (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('reads 2 ratings of ratings-page1.constructed.json', () => {
      const value: unknown = JSON.parse(readFileSync(join(FOLDER, 'ratings-page1.constructed.json'), 'utf8'));
      const { reviews, total, hasNext } = readRatingsPage(value, 'example-addon');
      expect({ count: reviews.length, total, hasNext }).toEqual({ count: 2, total: 27, hasNext: true });
      expect(reviews[0]).toMatchObject({
        externalId: '2000001',
        author: null,
        text: 'Works perfectly',
        reviewDate: '2026-07-30T08:15:30',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl: 'https://addons.mozilla.org/firefox/addon/example-addon/reviews/2000001/',
        replyText: 'Thank you!',
        replyDate: '2026-07-30T12:00:00',
      });
      expect(reviews[1]).toMatchObject({ externalId: '2000002', text: null, rating: 1, replyText: null });
      for (const { raw } of reviews)
        expect(personalTraces(withoutDeclared(raw, mozillaAmo.facts.rawPrivacy))).toEqual([]);
    });
  },
);
