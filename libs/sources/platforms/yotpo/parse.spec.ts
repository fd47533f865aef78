import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readReviewPage } from './parse';
import { reviewPage } from './parsers';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'reviews.json'), 'utf8'));
const pageOf = (change: object, content: object = { pagination: { total: 1 } }): unknown => ({
  response: { ...content, reviews: [{ id: 1, score: 5, ...change }] },
});

describe("Yotpo's list of reviews (contract §2.3)", () => {
  it('reads the fields, decodes texts once, and omits deleted and archived reviews', () => {
    const { reviews, ...page } = readReviewPage(fixture);
    expect(page).toEqual({
      listed: 4,
      fault: 'A review of Yotpo has no photo',
      total: 4,
      pageSize: 150,
      hasProduct: true,
      object: { name: 'Walnut & Copper Kettle', reviewCount: 4, rating: 4.25, ratingOriginal: '4.25' },
    });
    expect(reviews.map(({ externalId }) => externalId)).toEqual(['504', '503']);
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '504',
        author: 'Odalys P.',
        text: "It's warm\n\nTea &amp; toast <3",
        reviewDate: '2026-05-04T10:00:00',
        ratingOriginal: '5',
        rating: 5,
        replyText: "Thank you, it's kind.",
        replyDate: '2026-05-05T08:00:00',
        images: [
          {
            templateUrl: 'https://img.example/large.jpg',
            preview: 'https://img.example/small.jpg',
            image: 'https://img.example/large.jpg',
          },
        ],
        raw: expect.objectContaining({ id: 504 }) as CollectedReview['raw'],
        // A photo has no address.
        unread: { photo: 1 },
      }),
    );
    expect(reviews[1]).toMatchObject({ author: null, text: null, replyText: null, replyDate: null });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['an id that is a text', { id: 'a-1' }, { externalId: 'a-1' }],
    ['no score', { score: null }, { rating: null, ratingOriginal: null }],
    ['a score above the scale', { score: 50 }, { rating: null, ratingOriginal: '50' }],
    ['no date', { created_at: null }, { reviewDate: null }],
    ['an empty comment', { comment: { content: ' ', created_at: 'never' } }, { replyText: null, replyDate: null }],
    ['a field that is not known', { sentiment: 0.9 }, { externalId: '1' }],
    [
      'references of old editors and of all names',
      {
        title: 'It&#146;s great',
        content: 'Bright &#151; really&#133; caf&eacute; &rsquo;n more &#x27;ok&#x27;',
        comment: { content: 'We&#146;re glad', created_at: null },
      },
      { text: "It’s great\n\nBright — really… café ’n more 'ok'", replyText: 'We’re glad' },
    ],
    ['tags', { title: null, content: 'Calm<br />\nand <b>bright</b> &lt;b&gt;' }, { text: 'Calm\nand bright <b>' }],
    ['an escaped name', { user: { display_name: 'Zo&euml;&nbsp;O&#39;Hara' } }, { author: "Zoë\u00a0O'Hara" }],
    [
      'escaped addresses',
      {
        images_data: [
          { thumb_url: 'https://i.example/s?a=1&amp;reg=2', original_url: 'https://i.example/l?a=1&copy=2' },
        ],
      },
      {
        images: [
          {
            templateUrl: 'https://i.example/l?a=1&copy=2',
            preview: 'https://i.example/s?a=1&reg=2',
            image: 'https://i.example/l?a=1&copy=2',
          },
        ],
      },
    ],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviewPage(pageOf(change)).reviews[0]).toMatchObject(expected);
  });

  it('reads the number of reviews where the response has it, and the larger of two', () => {
    const countsOf = (content: object): unknown => {
      const { total, object } = readReviewPage(pageOf({}, content));
      return [total, object.reviewCount];
    };
    expect(countsOf({ total_reviews: 7 })).toEqual([7, 7]);
    expect(countsOf({ bottomline: { total_review: 8 } })).toEqual([8, 8]);
    expect(countsOf({ pagination: { total: 3 }, bottomline: { total_review: 9 } })).toEqual([3, 9]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no number of reviews', pageOf({}, {})],
    ['a number of reviews that is negative', pageOf({}, { pagination: { total: -1 } })],
    ['reviews that are an object', { response: { pagination: { total: 0 }, reviews: {} } }],
    ['a page size of 0', pageOf({}, { pagination: { total: 1, per_page: 0 } })],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviewPage(value)).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is a text', 'x', { review: 1 }],
    ['a review without an id', { id: undefined }, { review: 1 }],
    ['a text that is a number', { content: 5 }, { text: 1 }],
    ['a score that is a text', { score: '5' }, { rating: 1 }],
    ['no score', { score: null }, { rating: 1 }],
    ['no date', { created_at: null }, { date: 1 }],
    ['a date that does not exist', { created_at: '0000-00-00T00:00:00Z' }, { date: 1 }],
    ['a comment that is a text', { comment: 'Thanks' }, { reply: 1 }],
    ['a comment without a text', { comment: { created_at: '2026-05-05T08:00:00Z' } }, { reply: 1 }],
    ['a photo without an address', { images_data: [{}] }, { photo: 1 }],
    ['an unknown state', { archived: 'maybe' }, { review: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = { id: 1, score: 5, created_at: '2026-05-04T10:00:00Z' };
    const odd = typeof change === 'object' ? { ...whole, id: 2, ...change } : change;
    const page = readReviewPage({ response: { pagination: { total: 3 }, reviews: [whole, odd, { ...whole, id: 3 }] } });
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '3' }]);
  });

  it.each([
    [404, Gone],
    [401, Blocked],
    [403, Blocked],
    [429, Throttled],
    [500, Temporary],
    [302, Changed],
  ])('throws the class of the status %d in the body', (code, type) => {
    expect(() => reviewPage.read(JSON.stringify({ status: { code }, response: {} }), null)).toThrow(type);
  });
});
