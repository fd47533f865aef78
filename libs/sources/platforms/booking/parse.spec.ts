import { readCard } from './parse';

const photo = (...sizes: string[]) => ({
  urls: sizes.map((size) => ({ size, url: `https://cf.bstatic.com/xdata/images/xphoto/${size}/1.jpg?k=a` })),
});
const imagesOf = (...photos: object[]) =>
  readCard({ reviewUrl: '8895d10df583649c', reviewScore: 8, reviewedDate: 1_760_961_260, photos }).images;
const url = (size: string): string => `https://cf.bstatic.com/xdata/images/xphoto/${size}/1.jpg?k=a`;

describe('photos of a card (§2.3)', () => {
  it.each<[string, string[], string | null, string | null]>([
    ['the usual sizes', ['square60', 'square80', 'square160', 'max300', 'max1280x900'], 'square160', 'max1280x900'],
    ['in another order', ['max1280x900', 'square160', 'square60'], 'square160', 'max1280x900'],
    ['without the larger square', ['square60', 'square80', 'max1280x900'], 'square80', 'max1280x900'],
    ['without any square', ['max1280x900'], null, 'max1280x900'],
    ['with larger ones', ['max1280x900', 'max2048x1536', 'square160'], 'square160', 'max2048x1536'],
    ['without a large one', ['square160'], 'square160', 'square160'],
  ])('%s', (_what, sizes, preview, image) => {
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
