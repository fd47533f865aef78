/** Recorded responses of Google, and responses built from its documentation, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOfId } from './match';
import { readReviewPage } from './parse';
import { readPlace } from './places-reviews';

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

const PLACES = join(__dirname, '../../../../../shared/recordings/google-places');
const hasPlaces = existsSync(PLACES);
const describePlaces = hasPlaces ? describe : describe.skip;

describePlaces(
  `Places API responses (contract §2.3)${hasPlaces ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    const json = (file: string): unknown => JSON.parse(readFileSync(join(PLACES, file), 'utf8'));

    it('places-new-reviews.constructed.json has 1 review, with its original text', () => {
      const { reviews, object } = readPlace(json('places-new-reviews.constructed.json'));
      expect(object).toEqual({ name: 'Googleplex', reviewCount: null, rating: 4.2, ratingOriginal: '4.2' });
      expect(reviews).toHaveLength(1);
      expect(reviews[0]).toMatchObject({
        externalId: 'ChZDSUhNMG9nS0VJQ0FnSUNEXAMPLE',
        author: 'Max M.',
        text: 'Toller Ort',
        rating: 5,
        reviewDate: '2026-05-02T15:16:17',
      });
    });

    /** A recorded response of the former API, with the names of the present one. */
    function renamed(file: string): unknown {
      interface Former {
        readonly author_name: string;
        readonly rating: number;
        readonly text: string;
        readonly time: number;
      }
      const { result } = json(file) as {
        result: { place_id: string; name: string; rating: number; user_ratings_total: number; reviews: Former[] };
      };
      return {
        id: result.place_id,
        displayName: { text: result.name },
        rating: result.rating,
        userRatingCount: result.user_ratings_total,
        reviews: result.reviews.map(({ author_name, rating, text, time }) => ({
          name: `places/${result.place_id}/reviews/${time}`,
          rating,
          originalText: { text },
          authorAttribution: { displayName: author_name },
          publishTime: new Date(time * 1_000).toISOString(),
        })),
      };
    }

    it.each([
      { file: 'details-google-sydney.json', count: 1, date: '2023-02-06T22:35:32', rating: 1 },
      { file: 'details-sacre-coeur-fr.json', count: 5, date: '2017-06-16T23:58:14', rating: 5 },
    ])('$file, a response of the former API, has $count reviews', ({ file, count, date, rating }) => {
      const { reviews } = readPlace(renamed(file));
      expect(reviews).toHaveLength(count);
      expect(reviews[0]).toMatchObject({ reviewDate: date, rating });
      for (const { text, author } of reviews) expect([text, author]).not.toContain(null);
    });

    it('details-google-sydney.json has a place id that contains the number in the address of the place', () => {
      const { result } = json('details-google-sydney.json') as { result: { place_id: string; url: string } };
      const cid = new URL(result.url).searchParams.get('cid');
      expect(placeOfId(result.place_id)).toEqual({ cid });
    });
  },
);
