import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../../source-errors';
import type { CollectedReview } from '../../source';
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
const reviewsOf = (html: string): CollectedReview[] => readReviews(readOrganization(rendered(html), ID));

describe("Yandex Maps' reviews (contract §2.3)", () => {
  it('reads text, author, local date, reply and photos from the state', () => {
    expect(reviewsOf(fixture)).toEqual([
      {
        externalId: 'inventedQ_3-a',
        author: 'Hester Vane',
        text: 'It is quiet here.\nThe scones were <b>warm</b> 🫖',
        positive: null,
        negative: null,
        // 02:15 UTC is 22:45 of the previous day at -03:30.
        reviewDate: '2026-05-31T22:45:30',
        datePrecision: 'exact',
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
        videos: [],
        isNative: true,
        raw: expect.objectContaining({ reviewId: 'inventedQ_3-a', textLanguage: 'en' }) as unknown,
      },
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
    expect(readReviews(organization)).toEqual([]);
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
    ['a review without an id', withReview({ reviewId: undefined })],
    ['an empty id', withReview({ reviewId: '' })],
    ['an id that is a number', withReview({ reviewId: 7 })],
    ['a text that is a list', withReview({ text: ['a'] })],
    ['an author that is a text', withReview({ author: 'Oto' })],
    ['the date 0000-00-00', withReview({ updatedTime: '0000-00-00' })],
    ['a date that is a number', withReview({ updatedTime: 1_784_539_391_342 })],
    ['a date that leaves the calendar', withReview({ updatedTime: '9999-12-31T23:59:59Z' }, { tzOffset: 18_000 })],
    ['a reply with another date', withReview({ businessComment: { text: 'x', updatedTime: 'yesterday' } })],
    ['a list that is an object', withItem({ reviewResults: { reviews: {} } })],
    ['a review that is a text', withItem({ reviewResults: { reviews: ['x'] } })],
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
