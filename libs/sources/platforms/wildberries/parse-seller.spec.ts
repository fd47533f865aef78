import { collectedReview, type CollectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { Unread } from '../../unread';
import { readSellerPage } from './parse-seller';

const ARTICLE = '55555501';
const feedback = (fields: object = {}): object => ({
  id: 'a1',
  userName: 'Ada',
  text: 'Bright',
  pros: 'Light',
  cons: '',
  productValuation: 4,
  createdDate: '2026-06-15T21:30:00Z',
  answer: null,
  productDetails: { nmId: 55555502, productName: ' Lantern ' },
  ...fields,
});
const pageOf = (...feedbacks: readonly unknown[]) => readSellerPage({ data: { feedbacks } }, ARTICLE);

describe("a page of Wildberries' API for sellers (contract §2.3)", () => {
  it('has reviews and the name of the article', () => {
    expect(pageOf(feedback())).toEqual({
      name: 'Lantern',
      reviews: [
        collectedReview({
          externalId: 'a1',
          author: 'Ada',
          text: 'Bright\n\nLight',
          positive: 'Light',
          reviewDate: '2026-06-16T00:30:00',
          rating: 4,
          ratingOriginal: '4',
          reviewUrl: 'https://www.wildberries.ru/catalog/55555502/feedbacks',
          raw: feedback() as CollectedReview['raw'],
        }),
      ],
    });
    expect(pageOf()).toEqual({ name: null, reviews: [] });
  });

  it('names the article of the link if a review names none', () => {
    expect(pageOf(feedback({ productDetails: null })).reviews[0]?.reviewUrl).toContain(`/catalog/${ARTICLE}/`);
  });

  it.each([
    ['wbRu', 'Thanks'],
    ['reviewRequired', null],
    ['rejected', null],
    ['none', null],
  ])('has the reply in the state %s: %s', (state, expected) => {
    const [review] = pageOf(feedback({ answer: { text: ' Thanks ', state, editable: false } })).reviews;
    expect(review).toMatchObject({ replyText: expected, replyDate: null });
    expect(review?.replyKnown ?? true).toBe(state !== 'reviewRequired');
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no data', { data: null }],
    ['an object instead of a list', { data: { feedbacks: { 0: feedback() } } }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readSellerPage(value, ARTICLE)).toThrow(Changed);
  });

  const photo = {
    fullSize: 'https://feedback03.wbbasket.ru/vol1/a/fs.jpg',
    miniSize: 'https://feedback03.wbbasket.ru/vol1/a/ms.jpg',
  };

  it('has the addresses of images', () => {
    const [review] = pageOf(feedback({ photoLinks: [photo, { fullSize: null, miniSize: photo.miniSize }] })).reviews;
    expect(review?.images).toEqual([
      { templateUrl: photo.fullSize, preview: photo.miniSize, image: photo.fullSize },
      { templateUrl: photo.miniSize, preview: photo.miniSize, image: null },
    ]);
  });

  it.each([
    ['null', null],
    ['no list of images', []],
    ['an image without an address', [{ fullSize: '', miniSize: null }]],
    ['an address that is none', [{ fullSize: 'vol1/a/fs.jpg' }]],
    ['an address of another scheme', [{ fullSize: 'javascript:alert(1)' }]],
    ['an address with a user name', [{ fullSize: 'https://a:b@feedback03.wbbasket.ru/fs.jpg' }]],
  ])('has no images with %s', (_what, photoLinks) => {
    expect(pageOf(feedback({ photoLinks })).reviews[0]?.images).toEqual([]);
  });

  it.each([
    ['a stream', 'https://videofeedback01.wbbasket.ru/a/index.m3u8', 12, 'hls', 12_000],
    ['a file', 'https://videofeedback01.wbbasket.ru/a/video.mp4', 1.5, 'file', 1_500],
    ['a stream of unknown length', 'https://videofeedback01.wbbasket.ru/a/index.m3u8', null, 'hls', null],
  ])('has the video with %s', (_what, link, durationSec, kind, durationMs) => {
    const video = { link, previewImage: 'https://videofeedback01.wbbasket.ru/a/preview.webp', durationSec };
    expect(pageOf(feedback({ video })).reviews[0]?.videos).toEqual([
      { kind, videoUrl: link, thumbnail: video.previewImage, width: null, height: null, durationMs },
    ]);
  });

  it('has no video without an address', () => {
    expect(
      pageOf(feedback({ video: { link: null, previewImage: 'https://a.example/b.webp' } })).reviews[0]?.videos,
    ).toEqual([]);
  });

  it.each<[string, object, Unread]>([
    ['a review without an id', { id: '' }, { review: 1 }],
    ['stars that are a text', { productValuation: '5' }, { rating: 1 }],
    ['a text that is a number', { text: 5 }, { text: 1 }],
    ['a date that does not exist', { createdDate: '0000-00-00' }, { date: 1 }],
    ['a reply that is a text', { answer: 'Thanks' }, { reply: 1 }],
    ['a name of the article that is a list', { productDetails: { productName: ['x'] } }, { name: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const page = pageOf(feedback(), feedback({ id: 'b', ...change }), feedback({ id: 'c' }));
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'a1' }, { externalId: 'c' }]);
  });
});
