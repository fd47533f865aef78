import { describeConformance } from '../../conformance';
import { googleSandbox } from '../../sandbox/google';
import { placeIdOf, placeReviewIdOf } from '../../sandbox/google-places';
import { google } from './index';

const addresses = {
  key: '10281119596374313554',
  canonicalUrl: 'https://www.google.com/maps?cid=10281119596374313554',
  otherUrls: [
    'https://maps.google.com/?cid=10281119596374313554',
    'https://www.google.de/maps/place/Alte+M%C3%BChle/@52.5,13.4,17z/data=!4m6!3m5!1s0x6b12ae37b47f5b37:0x8eaddfcd1b32ca52!8m2!3d52.5!4d13.4',
    'https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsRUsoyG83frY4',
    'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4',
    'https://www.google.co.uk/search?q=old+mill&ludocid=10281119596374313554#lpg',
    'https://www.google.pl/search?q=mlyn#lrd=0x6b12ae37b47f5b37:0x8eaddfcd1b32ca52,1,,,',
    'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fmaps%3Fcid%3D10281119596374313554&gl=DE',
  ],
  invalidUrls: [
    'https://www.google.com/',
    'https://www.google.com/maps',
    'https://www.google.com/maps/place/Old+Mill/@52.5,13.4,17z',
    'https://www.google.com/maps?cid=0',
    'https://www.google.com/maps?cid=99999999999999999999',
    'https://www.google.com/search?q=old+mill',
    'https://business.google.com/n/1/reviews',
    'https://maps.app.goo.gl/',
  ],
  shortLinks: [
    'https://maps.app.goo.gl/AbCdEf12',
    'https://goo.gl/maps/AbCdEf12',
    'https://g.page/r/CVLKMhvN362OEAE/review',
  ],
};

describeConformance(google, googleSandbox, {
  ...addresses,
  pageSize: 50,
  connection: {
    card: `accounts/100200300/locations/${addresses.key}`,
    credentials: { client_id: 'client', client_secret: 'secret', refresh_token: 'refresh' },
  },
});

describeConformance(google, googleSandbox, {
  ...addresses,
  pageSize: 5,
  window: 5,
  connection: { card: `places/${placeIdOf(addresses.key)}`, credentials: { places_api_key: 'a-places-key' } },
  idOf: placeReviewIdOf,
  lacks: ['replies'],
});
