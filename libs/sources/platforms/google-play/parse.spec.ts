import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Temporary, Throttled } from '../../source-errors';
import type { Unread } from '../../unread';
import type { CollectedReview } from '../../source';
import { readDetails } from './details-page';
import { readPayload } from './envelope';
import { readReview, readReviewsPage } from './parse';

const fixture = readFileSync(join(__dirname, 'fixtures', 'reviews.txt'), 'utf8');
const responseWith = (payload: unknown, error: unknown = null): string =>
  `)]}'\n\n${JSON.stringify([
    ['wrb.fr', 'UsvDTd', payload, null, null, error, 'generic'],
    ['di', 1],
  ])}`;

describe("Google Play's list of reviews (contract §2.3)", () => {
  it('reads texts, stars, replies and the token of the next page', () => {
    const { reviews, nextToken } = readReviewsPage(readPayload(fixture), 'org.example.app');
    expect({ count: reviews.length, nextToken }).toEqual({ count: 3, nextToken: 'CtABInvented==' });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '11111111-2222-4333-8444-555555555501',
        author: 'Odalys Fenwick',
        text: 'Bright lanterns & a calm sea.\nMy cat approves.',
        reviewDate: '2026-09-21T14:13:20',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl:
          'https://play.google.com/store/apps/details?id=org.example.app&reviewId=11111111-2222-4333-8444-555555555501',
        replyText: 'Thank you, and greetings to the cat!',
        replyDate: '2026-09-21T15:13:20',
        raw: expect.objectContaining({
          '0': '11111111-2222-4333-8444-555555555501',
          '10': '3.1.4',
        }) as CollectedReview['raw'],
      }),
    );
    // The title of an old review, and a reply that is older than the last change of the review.
    expect(reviews[1]).toMatchObject({
      text: 'Стало хуже\n\nФонарь гаснет после обновления.',
      rating: 1,
      reviewDate: '2026-09-21T11:26:40',
      replyDate: '2026-05-28T20:26:40',
    });
    expect(reviews[2]).toMatchObject({ author: null, text: null, rating: 4, replyText: null, replyDate: null });
  });

  it.each<[string, unknown]>([
    ['the response for an unknown app', []],
    ['a list without reviews', [[]]],
    ['a list without reviews and without a token', [[], null]],
    ['a pair without a token', [[], [null]]],
    ['a token that is null', [[], [null, null]]],
    ['an empty token', [[], [null, '']]],
  ])('reads %s', (_what, payload) => {
    expect(readReviewsPage(readPayload(responseWith(JSON.stringify(payload))), 'a.b')).toEqual({
      reviews: [],
      nextToken: null,
    });
  });

  const review = (change: Readonly<Record<number, unknown>>): unknown[] =>
    Object.assign(['r-1', ['Ada'], 5, null, 'Text', [1_790_000_000, 0], 0, null], change);

  it.each<[string, Readonly<Record<number, unknown>>, Partial<CollectedReview>]>([
    ['no author', { 1: null }, { author: null }],
    ['an author without a name', { 1: [null] }, { author: null }],
    ['no text', { 4: null }, { text: null }],
    ['an empty text', { 4: ' ' }, { text: null }],
    ['no stars', { 2: 0 }, { rating: null, ratingOriginal: '0' }],
    ['six stars', { 2: 6 }, { rating: null, ratingOriginal: '6' }],
    ['no date', { 5: null }, { reviewDate: null }],
    ['the date 0', { 5: [0, 0] }, { reviewDate: null }],
    ['a negative date', { 5: [-5] }, { reviewDate: null }],
    ['a date that is too large', { 5: [1e15] }, { reviewDate: null }],
    ['a date in the first second of 10000', { 5: [253_402_300_800] }, { reviewDate: null }],
    ['an empty reply', { 7: ['Dev', ' ', [1_790_000_000]] }, { replyText: null, replyDate: null }],
    ['a reply without a date', { 7: ['Dev', 'Thanks', null] }, { replyText: 'Thanks', replyDate: null }],
    ['an id with special characters', { 0: 'gp:A&B=' }, { externalId: 'gp:A&B=' }],
    ['more fields', { 30: 'new' }, { externalId: 'r-1' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReview(review(change), 'a.b')).toMatchObject(expected);
  });

  it('encodes the id in the address of the review', () => {
    expect(readReview(review({ 0: 'gp:A&B=' }), 'a.b').reviewUrl).toBe(
      'https://play.google.com/store/apps/details?id=a.b&reviewId=gp%3AA%26B%3D',
    );
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['an object', { reviews: [] }],
    ['a list of reviews that is an object', [{}, [null, 't']]],
    ['a list of reviews that is null', [null, [null, 't']]],
    ['a token that is a number', [[], [null, 5]]],
    ['a token outside a pair', [[], 'token']],
  ])('throws Changed for %s', (_what, payload) => {
    expect(() => readReviewsPage(payload, 'a.b')).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is an object', { id: '1' }, { review: 1 }],
    ['a review of one field', ['r-1'], { rating: 1, date: 1 }],
    ['a review without an id', review({ 0: null }), { review: 1 }],
    ['an empty id', review({ 0: '' }), { review: 1 }],
    ['a numeric id', review({ 0: 5 }), { review: 1 }],
    ['stars that are a text', review({ 2: '5' }), { rating: 1 }],
    ['no stars', review({ 2: null }), { rating: 1 }],
    ['six stars', review({ 2: 6 }), { rating: 1 }],
    ['a text that is a list', review({ 4: ['a'] }), { text: 1 }],
    ['no date', review({ 5: null }), { date: 1 }],
    ['a date that is a text', review({ 5: ['0000-00-00'] }), { date: 1 }],
    ['a date that is a number', review({ 5: 1_790_000_000 }), { date: 1 }],
    ['a date that is too large', review({ 5: [1e15] }), { date: 1 }],
    ['a reply that is a text', review({ 7: 'Thanks' }), { reply: 1 }],
    ['a reply without a text', review({ 7: ['Dev', null, [1_790_000_000]] }), { reply: 1 }],
    ['a date of a reply that is a text', review({ 7: ['Dev', 'Thanks', 'today'] }), { reply_date: 1 }],
    ['an author that is a text', review({ 1: 'Ada' }), { author: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, odd, unread) => {
    const page = readReviewsPage([[review({ 0: 'r-0' }), odd, review({ 0: 'r-2' })]], 'a.b');
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'r-0' }, { externalId: 'r-2' }]);
    expect(page.reviews).toHaveLength(unread.review === 1 ? 2 : 3);
  });
});

describe("the envelope of Google Play's responses", () => {
  it.each<[string, string]>([
    ['an empty response', ''],
    ['the prefix alone', ")]}'\n\n"],
    ['an object', ")]}'\n\n{}"],
    ['rows that are not lists', ")]}'\n\n[1]"],
    ['no row of the request', `)]}'\n\n[["wrb.fr","Other","[]"],["di",5]]`],
    ['an error without a code', responseWith(null)],
    ['an invalid argument', responseWith(null, [3])],
    ['a payload that is not a text', responseWith([[]])],
    ['a payload that is not JSON', responseWith('[[')],
    ['a truncated response', fixture.slice(0, fixture.length / 2)],
  ])('throws Changed for %s', (_what, text) => {
    expect(() => readPayload(text)).toThrow(Changed);
  });

  it('throws the error that the response reports', () => {
    expect(() => readPayload(responseWith(null, [14]))).toThrow(Temporary);
    expect(() => readPayload(responseWith(null, [8]))).toThrow(Throttled);
    const details = [['type.googleapis.com/com.google.play.gateway.proto.PlayGatewayError', [5]]];
    expect(() => readPayload(responseWith(null, [5, null, details]))).toThrow(Throttled);
    expect(() => readPayload('<html><title>Sorry…</title>Our systems have detected unusual traffic</html>')).toThrow(
      Blocked,
    );
  });
});

describe("Google Play's page of an app (contract §2.1)", () => {
  const page = (json: string, body = ''): string =>
    `<html><head><script type="application/ld+json" nonce="x">${json}</script></head><body>${body}</body></html>`;
  const app = (change: object): string => JSON.stringify({ '@type': 'SoftwareApplication', name: 'Lamp', ...change });

  it.each<[string, string, object]>([
    [
      'name and rating',
      page(app({ aggregateRating: { ratingValue: '4.159999847412109', ratingCount: '336' } })),
      { name: 'Lamp', rating: 4.16, ratingOriginal: '4.159999847412109', showsReviews: false },
    ],
    ['no rating', page(app({})), { name: 'Lamp', rating: null, ratingOriginal: null, showsReviews: false }],
    ['no name', page(app({ name: null })), { name: null }],
    ['reviews', page(app({}), '<header data-review-id="r-1">'), { showsReviews: true }],
    ['other data before', page('{"@type":"WebSite"}') + page(app({})), { name: 'Lamp' }],
  ])('reads a page with %s', (_what, html, expected) => {
    expect(readDetails(html)).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ['an empty page', ''],
    ['another page', '<html><body>Hello</body></html>'],
    ['data about something else', page('{"@type":"WebSite"}')],
    ['data that is not JSON', page('{')],
  ])('throws Changed for %s', (_what, html) => {
    expect(() => readDetails(html)).toThrow(Changed);
  });

  it.each<[string, string]>([
    ['in the data', page(app({})).replace(/}<.*/, '')],
    ['after the data', page(app({})).replace(/<\/script>.*/, '')],
    ['in the tag of the data', '<script type="application/ld+json"'],
    ['in the tag of the data, after another script', '<script></script><script type="application/ld+json"'],
    ['in the tag of further data', page(app({})) + '<script type="application/ld+json"'],
  ])('says that a page which ends %s is truncated', (_where, html) => {
    expect(() => readDetails(html)).toThrow(new Changed('The page of Google Play is truncated'));
  });

  it.each<[string, object, Unread]>([
    ['a name that is a list', { name: [] }, { name: 1 }],
    ['a rating that is a list', { aggregateRating: { ratingValue: [] } }, { average: 1 }],
    ['a rating of six', { aggregateRating: { ratingValue: 6 } }, { average: 1 }],
  ])('counts %s (§10.2)', (_what, change, unread) => {
    expect(readDetails(page(app(change))).unread).toEqual(unread);
  });

  it('throws Blocked for a bot check', () => {
    expect(() => readDetails('<html><div class="g-recaptcha"></div></html>')).toThrow(Blocked);
  });
});
