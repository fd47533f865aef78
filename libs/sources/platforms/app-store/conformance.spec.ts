import { generateKeyPairSync } from 'node:crypto';
import { describeConformance } from '../../conformance';
import { appStoreSandbox } from '../../sandbox/app-store';
import { connectIdOf } from '../../sandbox/app-store-connect';
import { appStore } from './index';
import { feed, lookup, reviewRow } from './parsers';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

const addresses = {
  key: '324684580',
  canonicalUrl: 'https://apps.apple.com/us/app/id324684580',
  otherUrls: [
    'https://apps.apple.com/us/app/spotify-music-and-podcasts/id324684580',
    'https://apps.apple.com/us/app/id324684580?platform=iphone',
    'https://apps.apple.com/us/app/id324684580/',
    'https://apps.apple.com/app/id324684580',
    'https://apps.apple.com/app/some-name/id324684580?see-all=reviews#reviews',
    'https://apps.apple.com/US/app/id324684580',
    'https://itunes.apple.com/app/id324684580',
    'https://itunes.apple.com/us/app/name/id324684580?mt=8&uo=4',
    'https://geo.itunes.apple.com/us/app/id324684580?at=10l',
    'https://apps.apple.com/us/app/%E6%98%9F%E9%87%8E/id324684580',
  ],
  invalidUrls: [
    'https://apps.apple.com/',
    'https://apps.apple.com/us/developer/some-name/id324684580',
    'https://apps.apple.com/us/app/spotify',
    'https://apps.apple.com/us/app/id',
    'https://apps.apple.com/us/app/id0',
    'https://apps.apple.com/us/app/idabc',
    'https://apps.apple.com/us/app/id324684580/more',
    'https://apps.apple.com/usa/app/id324684580',
    'https://apps.apple.com/us/app/id3246845801234567890',
    'https://itunes.apple.com/us/album/id324684580',
    'https://itunes.apple.com/lookup?id=324684580',
  ],
};

describeConformance(appStore, appStoreSandbox, {
  ...addresses,
  pageSize: 200,
  // Old entries of the feed have no date.
  mayLack: ['date'],
  fixtures: [
    { parser: reviewRow, file: 'row.json', facts: { id: '6400000001', storefront: 'gb' } },
    { parser: feed, file: 'feed.json', facts: { id: '6400000001', storefront: 'gb' } },
    { parser: lookup, file: 'lookup.json', facts: null },
  ],
});

describeConformance(appStore, appStoreSandbox, {
  ...addresses,
  pageSize: 200,
  connection: {
    card: addresses.key,
    credentials: {
      issuer_id: '57246542-96fe-1a63-e053-0824d011072a',
      key_id: '2X9R4HXF34',
      private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    },
  },
  idOf: connectIdOf,
});

it('does not claim addresses of App Store Connect (contract §4.6)', () => {
  for (const host of ['api.appstoreconnect.apple.com', 'appstoreconnect.apple.com'])
    expect(appStore.match(new URL(`https://${host}/us/app/id324684580`))).toBeNull();
});
