/** Both roads of Google Play, and its publisher. */
import { describeConformance } from '../../conformance';
import { describePublisherConformance } from '../../conformance/publisher';
import { googlePlaySandbox } from '../../sandbox/google-play';
import { keyFile } from '../../conformance/google-key-file';
import { googlePlay } from './index';
import { reviewsPage } from './parsers';

const key = 'org.example.Orchard_Quill';
const options = {
  key,
  canonicalUrl: 'https://play.google.com/store/apps/details?id=org.example.Orchard_Quill',
  otherUrls: [
    'https://play.google.com/store/apps/details?id=org.example.Orchard_Quill&hl=de&gl=DE',
    'https://play.google.com/store/apps/details?hl=en&id=org.example.Orchard_Quill&reviewId=5a4db0c5',
    'https://play.google.com/store/apps/details/Orchard_Quill?id=org.example.Orchard_Quill',
    'https://play.google.com/store/apps/details/?id=org.example.Orchard_Quill#reviews',
    'https://www.play.google.com/store/apps/details?id=org.example.Orchard_Quill',
  ],
  invalidUrls: [
    'https://play.google.com/',
    'https://play.google.com/store/apps',
    'https://play.google.com/store/apps/details',
    'https://play.google.com/store/apps/details?id=',
    'https://play.google.com/store/apps/details?id=orchard',
    'https://play.google.com/store/apps/details?id=org..example',
    'https://play.google.com/store/apps/details?id=org.example/../x',
    'https://play.google.com/store/apps/dev?id=5700313618786177705',
    'https://play.google.com/store/books/details?id=org.example.Orchard_Quill',
    'https://play.google.com/store/search?q=orchard',
  ],
  pageSize: 150,
};
const credentials = { service_account: keyFile('replies') };

describeConformance(googlePlay, googlePlaySandbox, {
  ...options,
  fixtures: [{ parser: reviewsPage, file: 'reviews.txt', facts: { appId: 'org.example.app' } }],
});

describeConformance(googlePlay, googlePlaySandbox, { ...options, connection: { card: key, credentials } });

describePublisherConformance(googlePlay, googlePlaySandbox, {
  key,
  canonicalUrl: options.canonicalUrl,
  card: key,
  foreignUrl: 'https://play.google.com/store/apps/details?id=org.example.another',
  credentials,
  wrongCredentials: { service_account: keyFile('wrong') },
  usesTokens: true,
  moderates: false,
  findsRecentOnly: true,
});
