/** Constructed responses of Nextcloud's app store, which are not part of the repository. No response was recorded. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { nextcloudApps } from './index';
import { readRatings } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/nextcloud-apps');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Nextcloud's app store, constructed (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    const read = (app: string) =>
      readRatings(JSON.parse(readFileSync(join(FOLDER, 'ratings.constructed.json'), 'utf8')), app);

    it('reads 2 of 3 ratings of ratings.constructed.json for keeweb', () => {
      const { reviews, allCount } = read('keeweb');
      expect({ count: reviews.length, allCount }).toEqual({ count: 2, allCount: 3 });
      expect(reviews[0]).toMatchObject({
        externalId: '1',
        author: 'Tom Jones',
        text: 'I like **it**',
        reviewDate: '2026-04-03T17:11:38',
        ratingOriginal: '1',
        rating: 5,
        replyText: null,
      });
      expect(reviews[1]).toMatchObject({
        externalId: '2',
        author: 'Ada',
        text: null,
        ratingOriginal: '0.5',
        rating: 3,
      });
      for (const { raw } of reviews) {
        const rest = withoutDeclared(raw, nextcloudApps.facts.rawPrivacy);
        expect(JSON.stringify(rest)).not.toMatch(/Tom|Jones|Ada/);
        expect(personalTraces(rest)).toEqual([]);
      }
    });

    it('reads 1 of 3 ratings for notes', () => {
      expect(read('notes').reviews).toMatchObject([
        { externalId: '3', author: null, text: 'Startet nicht.', ratingOriginal: '0', rating: 1 },
      ]);
    });
  },
);
