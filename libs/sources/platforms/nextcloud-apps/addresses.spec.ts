import { describeAddressForms } from '../../conformance/address-forms';
import { nextcloudApps } from './index';

describeAddressForms(nextcloudApps, {
  page: 'https://apps.nextcloud.com/apps/lantern_notes',
  forms: [
    'apps.nextcloud.com/apps/lantern_notes',
    'http://apps.nextcloud.com/apps/lantern_notes/',
    'https://apps.nextcloud.com/apps/lantern_notes.',
    'https://apps.nextcloud.com/apps/lantern_notes#comments',
    'https://apps.nextcloud.com/apps/lantern_notes?utm_source=x',
    'https://apps.nextcloud.com/apps/lantern_notes/releases?platform=30#30',
    'https://apps.nextcloud.com/de/apps/lantern_notes',
    'https://apps.nextcloud.com/de/apps/lantern_notes/releases',
    'https://apps.nextcloud.com/pt-br/apps/lantern_notes',
    'https://apps.nextcloud.com/zh-hans/apps/lantern_notes',
    'https://apps.nextcloud.com/en_GB/apps/lantern_notes',
    'https://APPS.nextcloud.com:443/apps/lantern_notes',
    '"https://apps.nextcloud.com/apps/lantern_notes"',
    'https://apps.nextcloud.com/api/v1/apps/lantern_notes/releases/1.2.3',
  ],
  refused: [
    'https://apps.nextcloud.com/',
    'https://apps.nextcloud.com/de/',
    'https://apps.nextcloud.com/apps',
    'https://apps.nextcloud.com/categories/files',
    'https://apps.nextcloud.com/?search=lantern',
    'https://apps.nextcloud.com/apps/Lantern-Notes',
    'https://apps.nextcloud.com/developer/apps/releases/new',
    'https://apps.nextcloud.com/de/account/',
  ],
});
