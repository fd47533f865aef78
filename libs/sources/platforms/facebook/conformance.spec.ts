import { describeConformance } from '../../conformance';
import { describeConnectingConformance } from '../../conformance/connecting';
import { facebookSandbox } from '../../sandbox/facebook';
import { facebook } from './index';
import { reviewPage } from './parsers';

const key = '100064123456789';
const canonicalUrl = `https://www.facebook.com/${key}`;
const credentials = { page_access_token: `EAAtoken-${key}` };

describeConformance(facebook, facebookSandbox, {
  key,
  canonicalUrl,
  otherUrls: [
    `https://www.facebook.com/profile.php?id=${key}&sk=reviews`,
    `https://www.facebook.com/Old-Mill-${key}/`,
    `https://m.facebook.com/pages/Old-Mill/${key}?ref=x`,
    `https://web.facebook.com/pages/category/Cafe/Old-Mill-${key}/reviews`,
    `https://de-de.facebook.com/people/Old-Mill/${key}/`,
    `https://www.facebook.com/pg/Old-Mill-${key}/reviews/?ref=page_internal`,
    `https://fb.com/${key}`,
  ],
  invalidUrls: [
    'https://www.facebook.com/',
    'https://www.facebook.com/profile.php',
    'https://www.facebook.com/profile.php?id=me',
    'https://www.facebook.com/groups/100064123456789',
    'https://www.facebook.com/events/100064123456789/',
    'https://www.facebook.com/login.php?next=x',
    'https://www.facebook.com/sharer/sharer.php?u=x',
    'https://www.facebook.com/oldmill/posts/1234567890',
    `https://graph.facebook.com/v21.0/${key}/ratings`,
    'https://developers.facebook.com/oldmill',
  ],
  fixtures: [
    { parser: reviewPage, file: 'ratings.json', facts: { status: 200, pageId: '100064000000001', withComments: true } },
  ],
  pageSize: 50,
  selected: ['reply'],
  connection: { card: key, credentials },
});

describeConnectingConformance(facebook, facebookSandbox, {
  key,
  canonicalUrl,
  card: key,
  foreignUrl: 'https://www.facebook.com/anothermill',
  credentials,
  wrongCredentials: { page_access_token: `wrong-token-${key}` },
});

describeConnectingConformance(facebook, facebookSandbox, {
  key,
  canonicalUrl: `https://www.facebook.com/page${key}`,
  card: key,
  foreignUrl: 'https://www.facebook.com/100064000000000',
  credentials,
  wrongCredentials: { page_access_token: `wrong-token-${key}` },
});
