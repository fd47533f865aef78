/** Recorded cards of Booking.com, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listShape } from './guest-review-api';
import { readCard } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/booking');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;
const json = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

describeRecorded(
  `Booking.com recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it('reads 30 cards of 2025, 26 with a reply', () => {
      const cards = (json('reviewcards-2025-12.json') as Record<string, unknown>[]).map(readCard);
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
      const cards = (json('reviewcards-2025-12.json') as Record<string, unknown>[]).map(readCard);
      expect(JSON.stringify(json('reviewcards-2025-12.json'))).toContain('\\r\\n');
      for (const { text, positive, negative } of cards) expect(`${text}${positive}${negative}`).not.toContain('\r');
    });

    it('reads reviews of the Guest Review API, one without a text', () => {
      const { data } = listShape.parse(json('review-api-list.constructed.json'));
      const [full, bare] = data.reviews;
      expect(full).toMatchObject({
        review_id: expect.stringMatching(/^.{11}$/),
        content: { positive: 'Friendly staff', negative: 'Small lift' },
        scoring: { review_score: 9 },
      });
      expect(bare?.scoring?.review_score).toBe(6);
    });
  },
);
