import { describeConformance } from '../../conformance';
import { describeConnectingConformance } from '../../conformance/connecting';
import { businessIdOf, yelpSandbox } from '../../sandbox/yelp';
import { yelp } from './index';
import { reviewPage } from './parsers';

const key = 'old-mill-münchen';
const canonicalUrl = 'https://www.yelp.com/biz/old-mill-m%C3%BCnchen';
const card = businessIdOf(key);
const credentials = { api_key: 'places-4f6d1c' };

describeConformance(yelp, yelpSandbox, {
  key,
  canonicalUrl,
  otherUrls: [
    'https://www.yelp.com/biz/old-mill-münchen',
    'https://www.yelp.com/biz/old-mill-mu%CC%88nchen/',
    'https://m.yelp.com/biz/old-mill-m%C3%BCnchen?osq=coffee&sort_by=date_desc',
    'https://www.yelp.de/biz/Old-Mill-M%C3%BCnchen?hrid=hp8hAJ-AnlpqxCCu7kyCWA',
    'https://fr.yelp.ca/biz/old-mill-m%C3%BCnchen#reviews',
    'https://www.yelp.co.uk/biz_photos/old-mill-m%C3%BCnchen?select=x',
  ],
  invalidUrls: [
    'https://www.yelp.com/',
    'https://www.yelp.com/biz/',
    'https://www.yelp.com/biz/old-mill/extra',
    'https://www.yelp.com/search?find_desc=mill',
    'https://www.yelp.com/user_details?userid=W8UK02IDdRS2GL_66fuq6w',
    'https://biz.yelp.com/biz/old-mill',
    'https://api.yelp.com/v3/businesses/old-mill/reviews',
  ],
  fixtures: [{ parser: reviewPage, file: 'reviews.json', facts: { status: 200 } }],
  pageSize: 3,
  window: 3,
  textLimit: 160,
  isOneResponse: true,
  connection: { card, credentials },
});

describeConnectingConformance(yelp, yelpSandbox, {
  key,
  canonicalUrl,
  card,
  foreignUrl: 'https://www.yelp.com/biz/not-on-yelp',
  credentials,
  wrongCredentials: { api_key: 'wrong-places-key' },
});
