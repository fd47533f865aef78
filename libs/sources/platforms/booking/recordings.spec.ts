/** Recorded cards of Booking.com, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApiPage } from './api-reviews';
import { readCard } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/booking');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;
const json = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

describeRecorded(
  `Booking.com recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('reads 30 cards of 2025, 26 with a reply', () => {
      const cards = (json('reviewcards-2025-12.json') as Record<string, unknown>[]).map((card) => readCard(card));
      expect(cards).toHaveLength(30);
      expect(new Set(cards.map(({ externalId }) => externalId)).size).toBe(30);
      expect(cards.filter(({ replyText }) => replyText !== null)).toHaveLength(26);
      for (const card of cards) expect(card.rating).toBe(Number(card.ratingOriginal) / 2);
      expect(cards[0]).toMatchObject({
        externalId: '8895d10df583649c',
        author: 'Marco',
        positive: 'excellent location and beautiful room',
        negative: 'In my opinion, the breakfast could be improved; there is not enough choice.',
        text: 'excellent location and beautiful room\n\nIn my opinion, the breakfast could be improved; there is not enough choice.',
        ratingOriginal: '8',
        rating: 4,
        reviewDate: '2025-10-20T11:54:20',
        replyDate: null,
      });
    });

    it('normalizes Windows line breaks', () => {
      const cards = (json('reviewcards-2025-12.json') as Record<string, unknown>[]).map((card) => readCard(card));
      expect(JSON.stringify(json('reviewcards-2025-12.json'))).toContain('\\r\\n');
      for (const { text, positive, negative } of cards) expect(`${text}${positive}${negative}`).not.toContain('\r');
    });

    it('reads 2 reviews of the Guest Review API, one without a text and an author', () => {
      const { reviews, nextPage } = readApiPage(json('review-api-list.constructed.json'));
      expect(nextPage).toMatch(/^https:\/\/supply-xml\.booking\.com\/.*cursor=/);
      expect(reviews).toHaveLength(2);
      expect(reviews[0]).toMatchObject({
        externalId: 'Qr-j8xe_5As',
        author: 'Marie',
        text: 'Lovely\n\nFriendly staff\n\nSmall lift',
        positive: 'Friendly staff',
        negative: 'Small lift',
        rating: 4.5,
        ratingOriginal: '9',
        reviewDate: '2018-05-13T12:16:33',
        replyText: 'Thank you Marie',
        replyDate: '2018-05-14T08:00:00',
      });
      expect(reviews[1]).toMatchObject({
        externalId: 'phnszuv23KI',
        author: null,
        text: null,
        positive: null,
        negative: null,
        rating: 3,
        reviewDate: '2018-05-12T07:01:02',
        replyText: null,
        replyDate: null,
      });
    });
  },
);
