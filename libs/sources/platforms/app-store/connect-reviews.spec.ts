import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Gone, Unavailable } from '../../source-errors';
import type { Unread } from '../../unread';
import { readConnectPage } from './connect-reviews';
import { connectReviews } from './parsers';

const app = { id: '324684580', storefront: 'us' };
const attributes = {
  rating: 2,
  title: 'Tides are wrong',
  body: 'An hour late\r\nin my harbour',
  reviewerNickname: 'ottilie',
  createdDate: '2026-07-28T13:04:05-07:00',
  territory: 'GBR',
};
const review = {
  type: 'customerReviews',
  id: '00000035-0935-9a7f-8a17-8a1b00000000',
  attributes,
  relationships: { response: { data: { type: 'customerReviewResponses', id: 'r1' } } },
};
const reply = (state: string): object => ({
  type: 'customerReviewResponses',
  id: 'r1',
  attributes: { responseBody: 'Fixed.', lastModifiedDate: '2026-07-29T01:02:03-07:00', state },
});
const page = (data: unknown, included: unknown = [reply('PUBLISHED')]): unknown => ({ data, included, links: {} });
const single = (change: object): unknown => page([{ ...review, ...change }]);

describe('the list of App Store Connect (contract §2.3)', () => {
  it('reads a review of any storefront with its reply', () => {
    const { reviews, nextPage, total } = readConnectPage(page([review]), app);
    expect({ nextPage, total }).toEqual({ nextPage: null, total: null });
    expect(reviews[0]).toMatchObject({
      externalId: review.id,
      author: 'ottilie',
      text: 'Tides are wrong\n\nAn hour late\nin my harbour',
      reviewDate: '2026-07-28T13:04:05',
      rating: 2,
      ratingOriginal: '2',
      reviewUrl: 'https://apps.apple.com/us/app/id324684580?see-all=reviews',
      replyText: 'Fixed.',
      replyDate: '2026-07-29T08:02:03',
      replyKnown: true,
      raw: { attributes: { territory: 'GBR' } },
    });
  });

  it('does not count a reply that is not published yet', () => {
    const { reviews } = readConnectPage(page([review], [reply('PENDING_PUBLISH')]), app);
    expect(reviews[0]).toMatchObject({ replyText: null, replyDate: null, replyKnown: false });
  });

  it('reads a review without texts and without a reply', () => {
    const bare = { ...attributes, title: null, body: null, reviewerNickname: null };
    const value = single({ attributes: bare, relationships: { response: { links: {} } } });
    const { reviews } = readConnectPage(value, app);
    expect(reviews[0]).toMatchObject({ author: null, text: null, replyText: null, replyKnown: true });
  });

  it.each<[string, unknown]>([
    ['no list', { links: {} }],
    ['an object as the list', page({})],
    ['no links', { data: [] }],
    ['a negative total', { ...(page([]) as object), meta: { paging: { total: -1 } } }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readConnectPage(value, app)).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['another type of resource', single({ type: 'apps' }), { review: 1 }],
    ['an empty id', single({ id: '' }), { review: 1 }],
    ['a text as the rating', single({ attributes: { ...attributes, rating: '2' } }), { rating: 1 }],
    ['a missing rating', single({ attributes: { ...attributes, rating: null } }), { rating: 1 }],
    ['a missing date', single({ attributes: { ...attributes, createdDate: undefined } }), { date: 1 }],
    ['the date 0000-00-00', single({ attributes: { ...attributes, createdDate: '0000-00-00' } }), { date: 1 }],
    ['a reply that is not included', page([review], []), { reply: 1 }],
    ['included resources that are no list', page([review], { r1: reply('PUBLISHED') }), { reply: 1 }],
    ['a reply without attributes', page([review], [{ type: 'customerReviewResponses', id: 'r1' }]), { reply: 1 }],
  ])('counts %s (§10.2)', (_what, value, unread) => {
    expect(unreadIn(readConnectPage(value, app))).toEqual(unread);
  });

  it('gives no rating for numbers that are not on the scale', () => {
    for (const rating of [0, 6, 1e300])
      expect(readConnectPage(single({ attributes: { ...attributes, rating } }), app).reviews[0]?.rating).toBeNull();
  });

  it('throws the error of the status', () => {
    const read = (status: number, text = '{}'): unknown => connectReviews.read(text, { status, app });
    expect(() => read(404)).toThrow(Gone);
    for (const status of [401, 403]) expect(() => read(status)).toThrow(Unavailable);
    expect(() => read(403, '<title>403 Forbidden</title>')).toThrow(Blocked);
  });
});
