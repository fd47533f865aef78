import { readCard } from './parse';

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

  it('omits a photo without an address', () => {
    expect(imagesOf({ urls: [] })).toEqual([]);
  });
});
