/** A recorded page of Yandex Maps, which is not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { Gone } from '../../source-errors';
import { yandexMaps } from './index';
import { readOrganization, type Organization } from './page-state';
import { readObject, readPosition, readReviews } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/yandex-maps');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;
const ID = '183327682404';

function readRecording(id: string): Organization {
  const html = readFileSync(join(FOLDER, 'page-org-183327682404-en-2026-08.html'), 'utf8');
  return readOrganization(
    { status: 200, url: `https://yandex.com/maps/org/aestheticbro/${ID}/`, html, ready: true },
    id,
  );
}

describeRecorded(
  `Yandex Maps recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('page-org-183327682404-en-2026-08.html has 3 of 19 reviews, 2 with a reply', () => {
      const organization = readRecording(ID);
      const { reviews } = readReviews(organization);
      expect(reviews).toHaveLength(3);
      expect(reviews.filter(({ replyText }) => replyText !== null)).toHaveLength(2);
      expect(readObject(organization)).toEqual({
        name: 'AestheticBro',
        reviewCount: 19,
        rating: 4.9,
        ratingOriginal: '4.9',
      });
      // The card shows three reviews per page; the tab of reviews shows 50.
      expect(readPosition(organization)).toEqual({ page: 1, totalPages: 7 });
      for (const review of reviews) {
        expect(review).toMatchObject({ rating: 5, ratingOriginal: '5', isNative: true, videos: [] });
        expect(review.text).not.toMatch(/…/);
        expect(personalTraces(withoutDeclared(review.raw, yandexMaps.facts.rawPrivacy))).toEqual([]);
      }
    });

    it('reads ids, local dates, replies and photos', () => {
      const { reviews } = readReviews(readRecording(ID));
      expect(
        reviews.map(({ externalId, author, reviewDate, replyDate, images }) => [
          externalId,
          author,
          reviewDate,
          replyDate,
          images.length,
        ]),
      ).toEqual([
        ['encaiZ5SARaPtUSDG7FtBRA6MCSmbUW', 'Арина Потапенко', '2026-05-20T13:45:28', '2026-05-27T18:09:30', 0],
        ['D1yLYIKOnnbCX1d04XfUs5v9p8O_P5', 'Buddy Jackson', '2026-07-21T18:52:06', null, 4],
        ['DFjprEWkjqi_ObajyYNbwQ5PqsCN4VCF', 'Илья Ахлюстин', '2026-06-01T15:21:56', '2026-06-03T20:18:40', 0],
      ]);
      expect(reviews[1]?.images[0]?.templateUrl).toBe(
        'https://avatars.mds.yandex.net/get-altay/17692458/2a0000019f7ed61cc129cf3a4020a2e653f9/{size}',
      );
      expect(reviews[1]?.text).toMatch(/^Отдавала ребятам на предпродажную полировку[\s\S]*Однозначно рекомендую!\)$/);
    });

    it('throws Gone if the page shows another organization', () => {
      expect(() => readRecording('183327682405')).toThrow(Gone);
    });
  },
);
