/** Recorded responses of Google Play, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personalTraces, withoutDeclared } from '../../conformance/personal-data';
import { readDetails } from './details-page';
import { readPayload } from './envelope';
import { googlePlay } from './index';
import { readReviewsPage, type ReviewsPage } from './parse';
import { readDeveloperPage } from './parse-developer';

const FOLDER = join(__dirname, '../../../../../shared/recordings/google-play');
const hasRecordings = existsSync(FOLDER);
const describeRecorded = hasRecordings ? describe : describe.skip;

const TRANSLATE = 'batchexecute-UsvDTd-translate-page1-2026-07.txt';
const ROBINHOOD = 'batchexecute-UsvDTd-robinhood-2026-09.txt';
const readRecording = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const pageOf = (file: string): ReviewsPage => readReviewsPage(readPayload(readRecording(file)), 'org.example.app');

describeRecorded(
  `Google Play recordings (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it.each([
      { file: TRANSLATE, count: 150, replies: 42, repliesBefore: 3 },
      { file: ROBINHOOD, count: 3, replies: 2, repliesBefore: 0 },
    ])('$file has $count reviews, $replies with a reply, and a token', ({ file, count, replies, repliesBefore }) => {
      const { reviews, nextToken } = pageOf(file);
      expect(reviews).toHaveLength(count);
      expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(count);
      expect(nextToken).toMatch(/^Ct[A-Za-z0-9_-]{200,}$/);
      const replied = reviews.filter(({ replyText }) => replyText !== null);
      expect(replied).toHaveLength(replies);
      // Reviews that were edited after the reply.
      const edited = replied.filter(({ replyDate, reviewDate }) => (replyDate ?? '') < (reviewDate ?? ''));
      expect(edited).toHaveLength(repliesBefore);
      for (const { author, text, rating, reviewDate, raw } of reviews) {
        expect([author, text, reviewDate].filter((field) => field === null)).toEqual([]);
        expect([1, 2, 3, 4, 5]).toContain(rating);
        const rest = withoutDeclared(raw, googlePlay.facts.rawPrivacy) as Record<string, unknown>;
        expect(personalTraces(rest)).toEqual([]);
        // Texts and replies may contain the author's name.
        expect(JSON.stringify({ ...rest, 4: null, 7: null })).not.toContain(author);
      }
    });

    it(`${TRANSLATE} is ordered by date; one review has a title`, () => {
      const { reviews } = pageOf(TRANSLATE);
      const dates = reviews.map(({ reviewDate }) => reviewDate ?? '');
      expect(dates).toEqual([...dates].sort().reverse());
      expect(reviews[0]).toMatchObject({
        externalId: '017452fc-0d4b-471d-b406-bcf0f52387a7',
        text: 'niec',
        rating: 5,
        ratingOriginal: '5',
        reviewDate: '2026-07-06T13:55:24',
        replyText: null,
      });
      expect(reviews.filter(({ text }) => text?.startsWith('Laughable.\n\n'))).toHaveLength(1);
    });

    it(`${ROBINHOOD} has replies with dates, and two adjacent reviews that are not in order`, () => {
      const { reviews } = pageOf(ROBINHOOD);
      expect(reviews[1]).toMatchObject({
        externalId: 'b09bffa7-10fd-42bb-9200-65b89bc23e9b',
        rating: 1,
        text: 'update suckks I cant even find my open positions on predictions',
        replyText: expect.stringMatching(/^Please reach out at /) as unknown,
        replyDate: '2026-09-28T16:41:28',
      });
      expect(reviews.map(({ reviewDate }) => reviewDate)).toEqual([
        '2026-09-28T16:44:53',
        '2026-09-28T16:23:52',
        '2026-09-28T16:42:45',
      ]);
    });

    it('batchexecute-UsvDTd-unknown-app.txt has no reviews and no token', () => {
      expect(pageOf('batchexecute-UsvDTd-unknown-app.txt')).toEqual({ reviews: [], nextToken: null });
    });

    it('developer-api-reviews.constructed.json has two reviews, one with a reply', () => {
      const { reviews, nextToken } = readDeveloperPage(
        JSON.parse(readRecording('developer-api-reviews.constructed.json')),
        'org.example.app',
      );
      expect(nextToken).toBe('12334566');
      expect(reviews).toHaveLength(2);
      expect(reviews).toMatchObject([
        {
          externalId: '12345678',
          author: 'Jane Bloggs',
          text: 'This is the best app ever!',
          reviewDate: '2026-07-30T08:00:00',
          rating: 5,
          ratingOriginal: '5',
          replyText: null,
          replyDate: null,
        },
        {
          externalId: '11223344',
          text: 'I love using this app!',
          reviewDate: '2026-07-29T08:00:00',
          replyText: "That's great to hear!",
          replyDate: '2026-07-29T09:00:00',
        },
      ]);
      for (const { raw } of reviews)
        expect(personalTraces(withoutDeclared(raw, googlePlay.facts.rawPrivacy))).toEqual([]);
    });

    it('details-whereami-2026-07.html has name and rating, and shows reviews', () => {
      expect(readDetails(readRecording('details-whereami-2026-07.html'))).toEqual({
        name: 'Where Am I? - GeoGuess Game',
        rating: 4.16,
        ratingOriginal: '4.159999847412109',
        showsReviews: true,
      });
    });
  },
);
