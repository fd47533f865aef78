import { describeAddressForms } from '../../conformance/address-forms';
import { twoGis } from './index';

describeAddressForms(twoGis, {
  page: 'https://2gis.ru/firm/70000001012345678',
  forms: [
    '2gis.ru/firm/70000001012345678',
    'www.2gis.ru/omsk/firm/70000001012345678',
    '//2gis.ru/omsk/firm/70000001012345678',
    'https://2gis.ru/omsk/firm/70000001012345678?m=73.37,54.98%2F16',
    'https://2gis.ru/omsk/firm/70000001012345678/73.37%2C54.98',
    'https://2gis.ru/omsk/firm/70000001012345678_x8qv4y',
    'https://2gis.ru/omsk/firm/70000001012345678/tab/reviews',
    'https://2gis.ru/omsk/firm/70000001012345678/tab/reviews/addreview',
    'https://2gis.ru/omsk/firm/70000001012345678/tab/reviews/review/123456789',
    'https://2gis.ru/reviews/70000001012345678/addReview?utm_source=lk',
    'https://2gis.ru/reviews/70000001012345678/review/288215305',
    'https://2gis.ru/omsk/search/%D0%BA%D0%BE%D1%84%D0%B5/firm/70000001012345678',
    'https://2gis.ru/omsk/inside/282677375475713/firm/70000001012345678',
    'https://2gis.ru/omsk/branches/5634868244/firm/70000001012345678',
    'https://2gis.ru/omsk/gallery/firm/70000001012345678/photoId/30258560',
    'https://m.2gis.ru/omsk/firm/70000001012345678',
    'https://2gis.kz/almaty/firm/70000001012345678',
    'https://2gis.ae/dubai/firm/70000001012345678/tab/info.',
    'https://2gis.com.cy/cyprus/firm/70000001012345678',
    'http://2gis.uz/tashkent/firm/70000001012345678#reviews',
  ],
  others: { 'https://2gis.ru/omsk/geo/282677375475713': 'https://2gis.ru/geo/282677375475713' },
  short: {
    'https://go.2gis.com/ab1cd': 'https://go.2gis.com/ab1cd',
    'go.2gis.com/ab1cd': 'https://go.2gis.com/ab1cd',
  },
  refused: [
    'https://2gis.ru/omsk',
    'https://2gis.ru/omsk/search/%D0%BA%D0%BE%D1%84%D0%B5',
    'https://2gis.ru/omsk/branches/5634868244',
    'https://2gis.ru/omsk/user/0a1b2c3d4e5f',
    'https://2gis.ru/omsk/firm/123',
    'https://catalog.api.2gis.com/3.0/items/byid?id=70000001012345678',
    'https://go.2gis.com/',
  ],
});
