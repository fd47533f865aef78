/** Recorded responses of Wildberries, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { wildberries } from './index';
import { readFeedbacks } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/wildberries');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Wildberries recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    const read = () =>
      readFeedbacks(JSON.parse(readFileSync(join(FOLDER, 'feedbacks-v2-2026-09.json'), 'utf8')), '839226871');

    it('feedbacks-v2-2026-09.json has 3 reviews of two articles, each with a reply, and a counter of 114,000', () => {
      const { reviews, ...totals } = read();
      expect(totals).toEqual({ reviewCount: 114_000, rating: null, ratingOriginal: null });
      expect(
        reviews.map(({ externalId, reviewDate, rating, author }) => [externalId, reviewDate, rating, author]),
      ).toEqual([
        ['7gYGW9RRzgHfiw85lffZ', '2026-09-17T22:26:37', 5, 'Калинина'],
        ['uh54TrUpHlwJX8kuFFCR', '2026-09-17T21:27:40', 5, null],
        ['pPBDeLXi698SlXorabDL', '2026-09-17T21:27:35', 5, null],
      ]);
      expect(reviews.map(({ reviewUrl }) => reviewUrl)).toEqual([
        'https://www.wildberries.ru/catalog/839226871/feedbacks',
        'https://www.wildberries.ru/catalog/1178393668/feedbacks',
        'https://www.wildberries.ru/catalog/1178393668/feedbacks',
      ]);
      expect(reviews.map(({ text }) => text)).toEqual([
        'Безумно качественные наушники! Звук бомба, очень удобные.',
        null,
        null,
      ]);
      for (const { replyText, replyDate, positive, negative, images } of reviews) {
        expect(replyText).toMatch(/^Спасибо за Ваш отзыв!/);
        expect({ replyDate, positive, negative, images }).toEqual({
          replyDate: '2026-09-17T19:52:37',
          positive: null,
          negative: null,
          images: [],
        });
      }
    });

    it('feedbacks-v2-2026-09.json has no personal data outside the declared paths', () => {
      for (const { raw } of read().reviews) {
        const rest = withoutDeclared(raw, wildberries.facts.rawPrivacy);
        expect(personalTraces(rest)).toEqual([]);
        expect(JSON.stringify(rest)).not.toMatch(/Калинина|globalUserId|wbUserId/);
      }
    });
  },
);
