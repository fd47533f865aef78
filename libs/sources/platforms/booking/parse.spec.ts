import { unreadIn } from '../../conformance/unread-in';
import { readItems } from '../../reading';
import type { Unread } from '../../unread';
import { CARD, readCard } from './parse';

const photo = (...sizes: string[]) => ({
  urls: sizes.map((size) => ({ size, url: `https://cf.bstatic.com/xdata/images/xphoto/${size}/1.jpg?k=a` })),
});
const imagesOf = (...photos: object[]) =>
  readCard({ reviewUrl: '8895d10df583649c', reviewScore: 8, reviewedDate: 1_760_961_260, photos }).images;
const url = (size: string): string => `https://cf.bstatic.com/xdata/images/xphoto/${size}/1.jpg?k=a`;

describe('images of a card (contract §2.3)', () => {
  it.each<[string, string[], string | null, string | null]>([
    ['the usual sizes', ['square60', 'square80', 'square160', 'max300', 'max1280x900'], 'square160', 'max1280x900'],
    ['sizes in another order', ['max1280x900', 'square160', 'square60'], 'square160', 'max1280x900'],
    ['no larger square', ['square60', 'square80', 'max1280x900'], 'square80', 'max1280x900'],
    ['no square', ['max1280x900'], null, 'max1280x900'],
    ['larger sizes', ['max1280x900', 'max2048x1536', 'square160'], 'square160', 'max2048x1536'],
    ['no large size', ['square160'], 'square160', 'square160'],
  ])('reads a photo with %s', (_what, sizes, preview, image) => {
    expect(imagesOf(photo(...sizes))).toEqual([
      {
        templateUrl: url('{size}'),
        preview: preview === null ? null : url(preview),
        image: image === null ? null : url(image),
      },
    ]);
  });
});

describe('what is not read of cards (contract §10.2)', () => {
  const card = { reviewUrl: 'a', reviewScore: 8, reviewedDate: 1_760_961_260, photos: [photo('max300')] };

  it.each<[string, unknown, Unread]>([
    ['a card that is a text', 'card', { review: 1 }],
    ['a card without an id', { ...card, reviewUrl: null }, { review: 1 }],
    ['no score', { ...card, reviewScore: null }, { rating: 1 }],
    ['a score of 11', { ...card, reviewScore: 11 }, { rating: 1 }],
    ['no date', { ...card, reviewedDate: undefined }, { date: 1 }],
    ['a date that is a text', { ...card, reviewedDate: '20 October' }, { date: 1 }],
    ['a huge date', { ...card, reviewedDate: 1e300 }, { date: 1 }],
    ['a photo without sizes', { ...card, photos: [{ urls: [] }, photo('max300')] }, { photo: 1 }],
    ['a photo that is a text', { ...card, photos: ['x', photo('max300')] }, { photo: 1 }],
    ['photos that are an object', { ...card, photos: {} }, { photo: 1 }],
    ['a reply that is a text', { ...card, partnerReply: 'Thanks' }, { reply: 1 }],
    ['texts that are a text', { ...card, textDetails: 'Calm' }, { text: 1 }],
    ['a name that is a number', { ...card, guestDetails: { username: 5 } }, { author: 1 }],
  ])('counts %s, and reads the other cards', (_what, odd, unread) => {
    const page = readItems([card, odd, { ...card, reviewUrl: 'c' }], CARD, readCard);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'a' }, { externalId: 'c' }]);
  });
});
