import { describeConformance } from '../../conformance';
import { mangroveSandbox } from '../../sandbox/mangrove';
import { mangrove } from './index';
import { reviewsList } from './parsers';

const LIST = 'https://mangrove.reviews/list';
const KEY = 'geo:47.1691576,8.514572?q=Orchard%20%26%20Quill&u=30';

describeConformance(mangrove, mangroveSandbox, {
  key: KEY,
  canonicalUrl: `${LIST}?sub=${encodeURIComponent(KEY)}`,
  otherUrls: [
    `${LIST}/?sub=${encodeURIComponent(KEY)}&page=2`,
    `${LIST}?sub=geo:47.16915760,8.5145720?q=Orchard%20%2526%20Quill&u=30`,
    `${LIST}?sub=${encodeURIComponent('geo:0,0?u=30.0&q=47.1691576,8.514572(Orchard%20%26%20Quill)')}`,
    `https://www.mangrove.reviews/list?sub=${encodeURIComponent(KEY)}`,
  ],
  invalidUrls: [
    'https://mangrove.reviews/',
    LIST,
    `${LIST}?sub=`,
    `${LIST}?sub=example.org`,
    `${LIST}?sub=urn:isbn:9783161484100`,
    `${LIST}?sub=geo:95,8?q=x`,
    `${LIST}?kid=x`,
    `https://mangrove.reviews/search?sub=${encodeURIComponent(KEY)}`,
  ],
  fixtures: [{ parser: reviewsList, file: 'reviews.json', facts: { subject: 'https://lantern-inn.example' } }],
  pageSize: 12,
  mayLack: ['rating'],
  // A review of a place in the vicinity is not one of this place.
  selected: ['review'],
  hints: ['reviewedIds'],
  isOneResponse: true,
});
