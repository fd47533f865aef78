import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import type { ItemsRead } from '../../reading';
import type { RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readOrganization } from './page-state';
import { readObject, readPosition, readReviews } from './parse';

const ID = '1000000001';
const URL_OF_PAGE = `https://yandex.ru/maps/org/quiet_mill/${ID}/reviews/`;
const fixture = readFileSync(join(__dirname, 'fixtures', 'page.html'), 'utf8');

const rendered = (html: string, change: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  url: URL_OF_PAGE,
  html,
  ready: true,
  ...change,
});
const withState = (state: unknown): string =>
  `<html><script type="application/json" class="state-view">${JSON.stringify(state)}</script></html>`;
const withItem = (item: object): string =>
  withState({ stack: [{ results: { items: [{ id: ID, title: 'Mill', ...item }] } }] });
const withReview = (review: object, item: object = {}): string =>
  withItem({ reviewResults: { reviews: [{ reviewId: 'r', rating: 4, ...review }] }, ...item });
const pageOf = (html: string): ItemsRead => readReviews(readOrganization(rendered(html), ID));
const reviewsOf = (html: string): CollectedReview[] => pageOf(html).reviews;

describe("Yandex Maps' reviews (contract §2.3)", () => {
  it('reads text, author, local date, reply and photos from the state', () => {
    expect(reviewsOf(fixture)).toEqual([
      collectedReview({
        externalId: 'inventedQ_3-a',
        author: 'Hester Vane',
        text: 'It is quiet here.\nThe scones were <b>warm</b> 🫖',
        // 02:15 UTC is 22:45 of the previous day at -03:30.
        reviewDate: '2026-05-31T22:45:30',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl: `https://yandex.ru/maps/org/${ID}/reviews?reviews%5BpublicId%5D=invented0hester`,
        replyText: 'Come again!',
        replyDate: '2026-06-02T18:09:30',
        images: [
          {
            templateUrl: 'https://avatars.mds.yandex.net/get-altay/1/invented/{size}',
            preview: 'https://avatars.mds.yandex.net/get-altay/1/invented/M',
            image: 'https://avatars.mds.yandex.net/get-altay/1/invented/XXXL',
          },
        ],
        raw: expect.objectContaining({ reviewId: 'inventedQ_3-a', textLanguage: 'en' }) as CollectedReview['raw'],
      }),
      expect.objectContaining({ externalId: 'inventedQ_2-b', author: null, text: null, rating: 2, reviewUrl: null }),
      expect.objectContaining({
        externalId: 'inventedQ_1-c',
        author: 'Oto',
        reviewDate: null,
        rating: null,
        ratingOriginal: '0',
        replyText: null,
        replyDate: null,
        images: [],
      }),
    ]);
  });

  it('reads the data about the organization and the position in the list', () => {
    const organization = readOrganization(rendered(fixture), ID);
    expect(readObject(organization)).toEqual({
      name: 'The Quiet Mill',
      reviewCount: 3,
      rating: 4.4,
      ratingOriginal: '4.4',
    });
    expect(readPosition(organization)).toEqual({ page: 1, totalPages: 1 });
  });

  it('reads an organization without reviews, rating and time zone', () => {
    const organization = readOrganization(rendered(withItem({ id: Number(ID) })), ID);
    expect(readReviews(organization)).toEqual({ reviews: [] });
    expect(readPosition(organization)).toEqual({ page: null, totalPages: null });
    expect(readObject(organization)).toEqual({ name: 'Mill', reviewCount: null, rating: null, ratingOriginal: null });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['an unknown field', { mood: 'calm' }, { externalId: 'r' }],
    ['a rating that is a text', { rating: '3' }, { rating: 3 }],
    ['a rating above the scale', { rating: 9e99 }, { rating: null }],
    ['an empty date', { updatedTime: ' ' }, { reviewDate: null }],
    ['a date with an offset', { updatedTime: '2026-01-01T03:00:00+03:00' }, { reviewDate: '2026-01-01T00:00:00' }],
    ['a photo without a template', { photos: [{}] }, { images: [] }],
    ['a photo with a script', { photos: [{ urlTemplate: 'javascript:alert(1)' }] }, { images: [] }],
    [
      'a photo of one size',
      { photos: [{ urlTemplate: 'https://a.example/p.jpg' }] },
      {
        images: [{ templateUrl: 'https://a.example/p.jpg', preview: null, image: 'https://a.example/p.jpg' }],
      },
    ],
    ['a hostile public id', { author: { publicId: '../?x=1&y' } }, { author: null }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(reviewsOf(withReview(change))[0]).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ['a list that is an object', withItem({ reviewResults: { reviews: {} } })],
    ['an offset of a year', withItem({ tzOffset: 31_536_000 })],
    ['a negative counter', withItem({ ratingData: { reviewCount: -1 } })],
    ['a number of pages that is a text', withItem({ reviewResults: { reviews: [], params: { totalPages: 'x' } } })],
    ['an empty stack', withState({ stack: [] })],
    ['another state', withState({ entities: {} })],
    ['a state that is null', withState(null)],
    ['a truncated state', fixture.slice(0, 1500)],
    ['no state', '<html><body>Yandex</body></html>'],
    ['an empty page', ''],
  ])('throws Changed for %s', (_what, html) => {
    expect(() => reviewsOf(html)).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    ['a review that is a text', 'x', { review: 1 }],
    ['a review without an id', { reviewId: undefined }, { review: 1 }],
    ['an empty id', { reviewId: '' }, { review: 1 }],
    ['an id that is a number', { reviewId: 7 }, { review: 1 }],
    ['a text that is a list', { text: ['a'] }, { text: 1 }],
    ['an author that is a text', { author: 'Oto' }, { author: 1 }],
    ['a rating that is a word', { rating: 'good' }, { rating: 1 }],
    ['no date', { updatedTime: null }, { date: 1 }],
    ['the date 0000-00-00', { updatedTime: '0000-00-00' }, { date: 1 }],
    ['a date that is a number', { updatedTime: 1_784_539_391_342 }, { date: 1 }],
    ['a date that leaves the calendar', { updatedTime: '9999-12-31T23:59:59Z' }, { date: 1 }],
    ['a reply with another date', { businessComment: { text: 'x', updatedTime: 'yesterday' } }, { reply_date: 1 }],
    ['a reply that is a list', { businessComment: ['x'] }, { reply: 1 }],
    ['a photo without a template', { photos: [{}] }, { photo: 1 }],
    [
      'a photo in an unknown state',
      { photos: [{ urlTemplate: 'https://a.example/p', moderation: { status: 'X' } }] },
      { photo: 1 },
    ],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const [first, last] = ['a', 'z'].map((reviewId) => ({ reviewId, rating: 4, updatedTime: '2026-01-01T00:00:00Z' }));
    const odd = typeof change === 'object' ? { ...first, reviewId: 'b', ...change } : change;
    const page = pageOf(withItem({ tzOffset: 18_000, reviewResults: { reviews: [first, odd, last] } }));
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'a' }, { externalId: 'z' }]);
  });
});

describe('pages that Yandex Maps shows instead (contract §10)', () => {
  it.each<[string, RenderedPage, new (...details: never[]) => Error]>([
    ['the captcha', rendered(fixture, { url: 'https://yandex.ru/showcaptcha?mt=1' }), Blocked],
    ['the captcha without a redirect', rendered('<div class="SmartCaptcha">smart-captcha</div>'), Blocked],
    ['a refusal', rendered('', { status: 403 }), Blocked],
    ['a missing page', rendered('', { status: 404 }), Gone],
    ['an empty result', rendered(withState({ stack: [{ results: { items: [] } }] })), Gone],
    ['another organization', rendered(withItem({ id: '1000000002' })), Gone],
    ['a rate limit', rendered('', { status: 429, retryAfter: '5' }), Throttled],
    ['a failure', rendered('', { status: 502 }), Temporary],
  ])('throws for %s', (_what, page, expected) => {
    expect(() => readOrganization(page, ID)).toThrow(expected);
  });
});
