import { collectedReview, type CollectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { Unread } from '../../unread';
import { readDeveloperPage } from './parse-developer';

const APP = 'org.example.app';
const comment = (fields: object = {}): object => ({
  userComment: { text: '\tFine', lastModified: { seconds: '1780000000', nanos: 5 }, starRating: 4, ...fields },
});
const review = (fields: object = {}): object => ({
  reviewId: 'r-1',
  authorName: 'Ada',
  comments: [comment()],
  ...fields,
});
const reviewsOf = (...reviews: readonly unknown[]) => readDeveloperPage({ reviews }, APP).reviews;

describe('a page of the Google Play Developer API (contract §2.3)', () => {
  it('has reviews and the token of the next page', () => {
    const page = readDeveloperPage({ reviews: [review()], tokenPagination: { nextPageToken: 'n' } }, APP);
    expect(page).toEqual({
      nextToken: 'n',
      reviews: [
        collectedReview({
          externalId: 'r-1',
          author: 'Ada',
          text: 'Fine',
          reviewDate: '2026-05-28T20:26:40',
          rating: 4,
          ratingOriginal: '4',
          reviewUrl: 'https://play.google.com/store/apps/details?id=org.example.app&reviewId=r-1',
          raw: review() as CollectedReview['raw'],
        }),
      ],
    });
  });

  it.each<[object, string | null]>([
    [{}, null],
    [{ tokenPagination: null }, null],
    [{ tokenPagination: {} }, null],
    [{ tokenPagination: { nextPageToken: '' } }, null],
  ])('ends the list with %j', (page, nextToken) => {
    expect(readDeveloperPage(page, APP)).toEqual({ reviews: [], nextToken });
  });

  it.each<[string | null | undefined, string | null]>([
    ['\tFine', 'Fine'],
    ['Good\tFine', 'Good\n\nFine'],
    ['Good\t', 'Good'],
    ['Fine', 'Fine'],
    ['\tOne\ttwo', 'One\ttwo'],
    ['\t', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('reads title and text of %j', (text, expected) => {
    expect(reviewsOf(review({ comments: [comment({ text })] }))[0]?.text).toBe(expected);
  });

  it('reads the reply of the developer', () => {
    const reply = { developerComment: { text: ' Thanks ', lastModified: { seconds: 1_780_000_060 } } };
    for (const comments of [
      [comment(), reply],
      [reply, comment()],
    ])
      expect(reviewsOf(review({ comments }))[0]).toMatchObject({
        replyText: 'Thanks',
        replyDate: '2026-05-28T20:27:40',
      });
    const empty = { developerComment: { text: '', lastModified: { seconds: '1780000060' } } };
    expect(reviewsOf(review({ comments: [comment(), empty] }))[0]).toMatchObject({ replyText: null, replyDate: null });
  });

  it.each([null, {}, { seconds: null }, { seconds: '0' }, { seconds: '999999999999' }])(
    'has no date for %j',
    (lastModified) => {
      expect(reviewsOf(review({ comments: [comment({ lastModified })] }))[0]?.reviewDate).toBeNull();
    },
  );

  it.each<[string, unknown]>([
    ['a list', []],
    ['a text', 'reviews'],
    ['null', null],
    ['reviews that are an object', { reviews: { 0: review() } }],
    ['a token that is a number', { tokenPagination: { nextPageToken: 5 } }],
  ])('throws Changed for %s', (_what, page) => {
    expect(() => readDeveloperPage(page, APP)).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a review without an id', review({ reviewId: undefined }), { review: 1 }],
    ['a review with an empty id', review({ reviewId: '' }), { review: 1 }],
    ['a review without comments', review({ comments: undefined }), { review: 1 }],
    ['a review with no comment of its author', review({ comments: [{ developerComment: {} }] }), { review: 1 }],
    ['a review without stars', review({ comments: [comment({ starRating: undefined })] }), { rating: 1 }],
    ['stars that are a text', review({ comments: [comment({ starRating: '5' })] }), { rating: 1 }],
    ['no date', review({ comments: [comment({ lastModified: null })] }), { date: 1 }],
    ['a date that is a text', review({ comments: [comment({ lastModified: '2026-01-01' })] }), { date: 1 }],
    ['seconds with a sign', review({ comments: [comment({ lastModified: { seconds: '-5' } })] }), { date: 1 }],
    ['a reply without a text', review({ comments: [comment(), { developerComment: {} }] }), { reply: 1 }],
    ['a text that is a number', review({ comments: [comment({ text: 5 })] }), { text: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, odd, unread) => {
    const page = readDeveloperPage({ reviews: [review(), odd, review({ reviewId: 'r-3' })] }, APP);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'r-1' }, { externalId: 'r-3' }]);
  });
});
