import { describeConformance } from '../../conformance';
import { nextcloudAppsSandbox } from '../../sandbox/nextcloud-apps';
import { nextcloudApps } from './index';
import { ratings } from './parsers';

describeConformance(nextcloudApps, nextcloudAppsSandbox, {
  key: 'lantern_notes',
  canonicalUrl: 'https://apps.nextcloud.com/apps/lantern_notes',
  otherUrls: [
    'https://apps.nextcloud.com/apps/lantern_notes/',
    'https://apps.nextcloud.com/apps/lantern_notes/releases?platform=30#30',
    'https://www.apps.nextcloud.com/apps/lantern_notes#comments',
  ],
  invalidUrls: [
    'https://apps.nextcloud.com/',
    'https://apps.nextcloud.com/apps/',
    'https://apps.nextcloud.com/categories/tools',
    'https://apps.nextcloud.com/apps/Lantern',
    'https://apps.nextcloud.com/apps/lantern%2Fnotes',
    'https://apps.nextcloud.com/api/v1/ratings.json',
  ],
  fixtures: [{ parser: ratings, file: 'ratings.json', facts: { appId: 'lantern_notes' } }],
  // The list has the ratings of other apps, too.
  selected: ['review'],
  pageSize: 25,
  isOneResponse: true,
  hasNoCounter: true,
  ratesFromZeroToOne: true,
});
