/** Recorded pages and responses of 2GIS, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Gone } from '../../source-errors';
import { readPlacePage } from './page-state';
import { readReviews } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/2gis');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;
const readRecording = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

describeRecorded(
  `2GIS recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    describe('page-firm-70000001111004704-2026-08.html with 32 reviews', () => {
      const place = { kind: 'firm', id: '70000001111004704' } as const;
      const page = hasRecordings
        ? readPlacePage(readRecording('page-firm-70000001111004704-2026-08.html'), place)
        : null;
      const { reviews } = readReviews(page?.list?.items ?? [], page?.zone ?? { kind: 'unknown' }, `firm/${place.id}`);

      it('reads the firm, its time zone, and the access to the review API', () => {
        expect(page?.object).toEqual({
          name: 'Эстетик Бро, студия детейлинга',
          reviewCount: 32,
          rating: 5,
          ratingOriginal: '5',
        });
        expect(page?.zone).toEqual({ kind: 'named', name: 'Asia/Yekaterinburg' });
        // The recording has a placeholder in place of the key.
        expect(page?.api).toEqual({ url: 'https://public-api.reviews.2gis.com/2.0/', key: 'REDACTED' });
      });

      it('reads the whole list: 23 replies, 13 reviews with photos', () => {
        expect(page?.list).toMatchObject({ total: 32, hasMore: false });
        expect(reviews).toHaveLength(32);
        expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(32);
        expect(reviews.filter(({ replyText }) => replyText !== null)).toHaveLength(23);
        expect(reviews.filter(({ images }) => images.length > 0)).toHaveLength(13);
        expect(reviews.every(({ isNative, rating }) => isNative && rating === 5)).toBe(true);
      });

      it('converts dates from +07:00 to the local time of Chelyabinsk', () => {
        expect(reviews[0]).toMatchObject({
          externalId: '259854715',
          reviewDate: '2026-07-20T14:35:15',
          replyDate: '2026-07-20T09:46:31',
          reviewUrl: 'https://2gis.ru/firm/70000001111004704/tab/reviews/review/259854715',
        });
        // The date is half past midnight of the 29th in +07:00, which is the evening of the 28th in Chelyabinsk.
        expect(reviews.find(({ externalId }) => externalId === '262210139')?.reviewDate).toBe('2026-07-28T22:32:34');
      });

      it('reads the video as a stream', () => {
        expect(reviews.flatMap(({ videos }) => videos)).toEqual([
          {
            kind: 'hls',
            videoUrl: expect.stringMatching(/^https:\/\/filekeeper-vod\.2gis\.com\/.*\.m3u8$/) as unknown,
            thumbnail: expect.stringMatching(/^https:\/\/.*\/reviews-videos\/.*w=640$/) as unknown,
            width: 1080,
            height: 1920,
            durationMs: 17_000,
          },
        ]);
      });

      it('reads photos with a size placeholder', () => {
        const file = 'https://cachizer1.2gis.com/reviews-photos/1f0f364f-bcf1-4343-b5e8-c820746c26e5.jpg';
        expect(reviews[0]?.images).toHaveLength(4);
        expect(reviews[0]?.images[0]).toEqual({
          templateUrl: `${file}?w={size}`,
          preview: `${file}?w=320`,
          image: file,
        });
      });
    });

    it('page-firm-not-found-2026-03.html throws Gone', () => {
      const html = readRecording('page-firm-not-found-2026-03.html');
      expect(() => readPlacePage(html, { kind: 'firm', id: '70000001039498416' })).toThrow(Gone);
    });

    it('public-api-branch-563478234508453-a-2024.json has 100 reviews: 94 with a reply, 17 of flamp, 4 with photos', () => {
      const file = readRecording('public-api-branch-563478234508453-a-2024.json');
      const { reviews: records } = z
        .object({ reviews: z.array(z.record(z.string(), z.unknown())) })
        .parse(JSON.parse(file));
      const { reviews } = readReviews(records, { kind: 'named', name: 'Asia/Barnaul' }, 'firm/563478234508453');
      expect(reviews).toHaveLength(100);
      expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(100);
      expect(reviews.filter(({ replyText }) => replyText !== null)).toHaveLength(94);
      expect(reviews.filter(({ isNative }) => !isNative)).toHaveLength(17);
      expect(reviews.filter(({ images }) => images.length > 0)).toHaveLength(4);
      const stars = [1, 2, 3, 4, 5].map((star) => reviews.filter(({ rating }) => rating === star).length);
      expect(stars).toEqual([22, 1, 2, 3, 72]);
      const dates = reviews.map(({ reviewDate }) => reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
      expect(reviews[1]).toMatchObject({
        externalId: '119782830',
        author: 'Роман Роман',
        text: 'Никого не дождешься, ни консультантов, ни менеджеров, на складе вообще беда',
        ratingOriginal: '2',
        reviewDate: '2024-11-03T16:08:36',
        replyDate: '2024-11-15T01:07:39',
      });
      expect(reviews[1]?.replyText).toMatch(/^Уважаемый Роман Роман!/);
    });
  },
);
