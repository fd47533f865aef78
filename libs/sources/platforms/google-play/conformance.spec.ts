import { describeConformance } from '../../conformance';
import { googlePlaySandbox } from '../../sandbox/google-play';
import { googlePlay } from './index';

describeConformance(googlePlay, googlePlaySandbox, {
  key: 'org.example.Orchard_Quill',
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
});
