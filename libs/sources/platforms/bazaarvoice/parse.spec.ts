import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Gone, Temporary, Throttled, Unavailable } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readProduct, readReviewPage } from './parse';
import { product, reviewPage } from './parsers';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const pageOf = (change: object): unknown => ({ TotalResults: 1, Results: [{ Id: '1', Rating: 5, ...change }] });

describe("Bazaarvoice's list of reviews (contract §2.3)", () => {
  it('reads the fields of approved reviews, and counts the records', () => {
    const { reviews, listed, total, object } = readReviewPage(fixture, 'lantern-7');
    expect({ listed, total, count: reviews.length }).toEqual({ listed: 3, total: 3, count: 2 });
    expect(object).toEqual({ name: 'Storm Lantern No. 7', reviewCount: 3, rating: 4.5, ratingOriginal: '4.5' });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '900000003',
        author: 'Tobias Quillfeather',
        text: 'Bright\n\nIt burned all night.\n\nLight, Quiet',
        positive: 'Light, Quiet',
        reviewDate: '2026-05-03T22:15:00',
        ratingOriginal: '8',
        rating: 4,
        replyText: 'Last answer.',
        replyDate: '2026-05-05T07:00:00',
        images: [
          {
            templateUrl: 'https://photos.example/1.jpg',
            preview: 'https://photos.example/1-small.jpg',
            image: 'https://photos.example/1.jpg',
          },
        ],
        videos: [
          {
            kind: 'embed',
            videoUrl: 'https://videos.example/embed/1',
            thumbnail: 'https://videos.example/1.jpg',
            width: null,
            height: null,
            durationMs: null,
          },
        ],
        isNative: false,
        raw: expect.objectContaining({ Id: '900000003' }) as CollectedReview['raw'],
        // A photo has no address.
        unread: { photo: 1 },
      }),
    );
    expect(reviews[1]).toMatchObject({ author: null, text: null, rating: 4, replyText: null, isNative: true });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['a numeric id', { Id: 42 }, { externalId: '42' }],
    ['pros and cons that are texts', { Pros: 'a', Cons: 'b' }, { positive: 'a', negative: 'b', text: 'a\n\nb' }],
    [
      'a video at the address of a Flash player',
      { Videos: [{ VideoIframeUrl: 'http://www.youtube.com/v/aB3_d-Ef9hI&hl=en', VideoThumbnailUrl: null }] },
      {
        videos: [
          {
            kind: 'embed',
            videoUrl: 'https://www.youtube.com/watch?v=aB3_d-Ef9hI',
            ...{ thumbnail: null, width: null, height: null, durationMs: null },
          },
        ],
      },
    ],
    [
      'a Flash player without a known video',
      { Videos: [{ VideoUrl: 'https://media.example/player.swf' }] },
      { videos: [] },
    ],
    ['no rating', { Rating: null }, { rating: null, ratingOriginal: null }],
    ['a rating above its range', { Rating: 6 }, { rating: null, ratingOriginal: '6' }],
    ['no date', { SubmissionTime: null }, { reviewDate: null }],
    ['no status', { ModerationStatus: null }, { externalId: '1' }],
    ['a field that is not known', { Verdict: [1] }, { externalId: '1' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviewPage(pageOf(change), 'x').reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no length', { Results: [] }],
    ['results that are an object', { TotalResults: 1, Results: {} }],
    ['a negative length', { TotalResults: -1, Results: [] }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviewPage(value, 'x')).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is a number', 5, { review: 1 }],
    ['a review without an id', { Id: undefined }, { review: 1 }],
    ['a review in an unknown state', { ModerationStatus: 'SHOWN' }, { review: 1 }],
    ['a text that is a list', { ReviewText: ['x'] }, { text: 1 }],
    ['a rating that is a text', { Rating: 'five' }, { rating: 1 }],
    ['no rating', { Rating: null }, { rating: 1 }],
    ['a range of 0', { RatingRange: 0 }, { rating: 1 }],
    ['no date', { SubmissionTime: null }, { date: 1 }],
    ['a date that does not exist', { SubmissionTime: '0000-00-00T00:00:00' }, { date: 1 }],
    ['responses that are an object', { ClientResponses: {} }, { reply: 1 }],
    ['a response without a text', { ClientResponses: [{ Date: '2026-01-01T00:00:00' }] }, { reply: 1 }],
    ['an unknown date of a response', { ClientResponses: [{ Response: 'Hi', Date: 'now' }] }, { reply_date: 1 }],
    ['a photo without an address', { Photos: [{ Sizes: {} }] }, { photo: 1 }],
    ['a video without an address', { Videos: [{}] }, { video: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = { Id: 1, Rating: 5, SubmissionTime: '2026-01-01T00:00:00' };
    const odd = typeof change === 'object' ? { ...whole, Id: 2, ...change } : change;
    const page = readReviewPage({ TotalResults: 3, Results: [whole, odd, { ...whole, Id: 3 }] }, 'x');
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '3' }]);
  });

  it('gives no rating on a scale that it cannot read', () => {
    expect(readReviewPage(pageOf({ Rating: 9, RatingRange: 'ten' }), 'x').reviews[0]).toMatchObject({
      ...{ rating: null, ratingOriginal: '9', unread: expect.objectContaining({ rating: 1 }) as object },
    });
  });

  it('takes the name from the requested product only', () => {
    const value = { TotalResults: 0, Results: [], Includes: { Products: { other: { Name: 'Other' } } } };
    expect(readReviewPage(value, 'x').object.name).toBeNull();
    expect(readReviewPage(value, 'constructor').object.name).toBeNull();
  });
});

describe("Bazaarvoice's record of a product", () => {
  it('is found by its number in any case', () => {
    const value = { Results: [{ Id: 'A-1', Name: 'Lamp', ReviewStatistics: { TotalReviewCount: 0 } }] };
    expect(readProduct(value, 'a-1')).toEqual({ name: 'Lamp', reviewCount: 0, rating: null, ratingOriginal: null });
    expect(readProduct(value, 'a-2')).toBeNull();
    expect(readProduct({ Results: [] }, 'a-1')).toBeNull();
  });
});

describe('errors of the Conversations API', () => {
  const facts = { status: 200, productId: 'x' };
  const withError = (Code: unknown): string =>
    JSON.stringify({ HasErrors: true, Errors: [{ Code, Message: 'caKey' }] });

  it.each([
    ['ERROR_PARAM_INVALID_API_KEY', Unavailable],
    ['ERROR_ACCESS_DENIED', Unavailable],
    ['ERROR_REQUEST_LIMIT_REACHED', Throttled],
    ['ERROR_UNKNOWN', Temporary],
    ['ERROR_PARAM_INVALID_FILTER_ATTRIBUTE', Changed],
    ['<b>not a code</b>', Changed],
    [null, Changed],
  ])('throws the class of %s, without the message', (code, type) => {
    for (const parser of [reviewPage, product]) {
      expect(() => parser.read(withError(code), facts)).toThrow(type);
      expect(() => parser.read(withError(code), facts)).not.toThrow(/caKey|<b>/);
    }
  });

  it.each([
    [403, '<h1>Developer Inactive</h1>', Unavailable],
    [401, '{}', Unavailable],
    [403, '<h1>Developer Over Qps</h1>', Throttled],
    [403, '<h1>Developer Over Rate</h1>', Throttled],
    [403, '<title>Access Denied</title>', Blocked],
    [404, '', Gone],
    [200, '<h1>Welcome</h1>', Changed],
  ])('reads status %d with %j as an error', (status, text, type) => {
    expect(() => reviewPage.read(text, { ...facts, status })).toThrow(type);
  });
});
