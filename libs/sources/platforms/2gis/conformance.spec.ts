import { describeConformance } from '../../conformance';
import { twoGisSandbox } from '../../sandbox/2gis';
import { twoGis } from '.';
import { apiPage, placePage } from './parsers';

const KEY = '70000001099990001';
const FIRM = { kind: 'firm', id: '70000001012340001' };

describeConformance(twoGis, twoGisSandbox, {
  key: KEY,
  canonicalUrl: `https://2gis.ru/firm/${KEY}`,
  otherUrls: [
    `https://2gis.ru/chelyabinsk/firm/${KEY}/tab/reviews`,
    `https://2gis.ru/chelyabinsk/branches/70000001099990000/firm/${KEY}`,
    `https://2gis.kz/almaty/firm/${KEY}/76.9,43.2?m=76.9,43.2/16`,
    `https://www.2gis.ae/dubai/firm/${KEY}_hq3a8r4`,
  ],
  invalidUrls: [
    'https://2gis.ru/',
    'https://2gis.ru/chelyabinsk/branches/70000001099990000',
    'https://2gis.ru/chelyabinsk/search/tea',
    'https://public-api.reviews.2gis.com/2.0/branches/70000001099990001/reviews',
  ],
  shortLinks: ['https://go.2gis.com/ab1cd', 'http://go.2gis.com/AB1-c_d/'],
  fixtures: [
    {
      parser: apiPage,
      file: 'api-page.json',
      facts: {
        url: 'https://public-api.reviews.2gis.com/2.0/',
        access: { url: 'https://public-api.reviews.2gis.com/2.0/', key: 'k' },
        place: FIRM,
        zone: { kind: 'unknown' },
        isFirst: true,
      },
    },
    { parser: placePage, file: 'firm-page-2026-03.html', facts: FIRM },
  ],
  pageSize: 50,
  hints: ['api', 'zone'],
});
