import { describeConformance } from '../../conformance';
import { steamSandbox } from '../../sandbox/steam';
import { steam } from './index';
import { reviewsPage } from './parsers';

describeConformance(steam, steamSandbox, {
  key: '900200',
  canonicalUrl: 'https://store.steampowered.com/app/900200',
  otherUrls: [
    'https://store.steampowered.com/app/900200/',
    'https://store.steampowered.com/app/900200/Some_Game/',
    'https://store.steampowered.com/app/900200/Some_Game/?l=german&snr=1_7',
    'https://store.steampowered.com/agecheck/app/900200/',
    'https://steamcommunity.com/app/900200',
    'https://steamcommunity.com/app/900200/reviews/?browsefilter=toprated',
    'https://www.steamcommunity.com/app/900200/reviews',
  ],
  invalidUrls: [
    'https://store.steampowered.com/',
    'https://store.steampowered.com/app/',
    'https://store.steampowered.com/app/0',
    'https://store.steampowered.com/app/abc',
    'https://store.steampowered.com/app/900200abc',
    'https://store.steampowered.com/app/99999999999',
    'https://store.steampowered.com/bundle/900200/Some_Bundle/',
    'https://store.steampowered.com/appreviews/900200',
    'https://steamcommunity.com/profiles/76561190000000000/recommended/900200/',
    'https://steamcommunity.com/id/example',
  ],
  fixtures: [{ parser: reviewsPage, file: 'appreviews.json', facts: { appId: '900100' } }],
  pageSize: 100,
});
