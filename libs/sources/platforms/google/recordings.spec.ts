/** Responses built from Google's documentation, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReviewPage } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings/google-business-profile');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

describeRecorded(
  `Business Profile responses (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    const read = (): ReturnType<typeof readReviewPage> =>
      readReviewPage(JSON.parse(readFileSync(join(FOLDER, 'reviews-list-page1.constructed.json'), 'utf8')));

    it('reads the count, the average rating and the next page of the list', () => {
      const { object, nextPageToken } = read();
      expect({ object, nextPageToken }).toEqual({
        object: { reviewCount: 5, rating: 4.4, ratingOriginal: '4.4' },
        nextPageToken: 'CAUQAw',
      });
    });

    it('reads reviews with a reply and media, without a text, and with a translation, which is removed', () => {
      const [first, withoutText, translated] = read().reviews;
      expect(first).toMatchObject({ rating: 5, reviewDate: '2026-07-30T09:12:44', replyText: 'Thank you, Anna!' });
      expect([first?.images.length, first?.videos.length]).toEqual([1, 1]);
      expect(withoutText).toMatchObject({
        author: 'A Google User',
        text: null,
        rating: 2,
        replyText: null,
        replyDate: null,
      });
      expect(translated).toMatchObject({ text: 'Zu laut.', rating: 3 });
    });
  },
);
