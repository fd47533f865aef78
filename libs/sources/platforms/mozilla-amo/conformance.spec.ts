import { describeConformance } from '../../conformance';
import { mozillaAmoSandbox } from '../../sandbox/mozilla-amo';
import { mozillaAmo } from './index';
import { ratingsPage } from './parsers';

describeConformance(mozillaAmo, mozillaAmoSandbox, {
  key: 'tab-lantern',
  canonicalUrl: 'https://addons.mozilla.org/firefox/addon/tab-lantern/',
  otherUrls: [
    'https://addons.mozilla.org/firefox/addon/tab-lantern',
    'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/',
    'https://addons.mozilla.org/de/android/addon/tab-lantern/reviews/?score=1',
    'https://www.addons.mozilla.org/firefox/addon/tab-lantern/',
  ],
  invalidUrls: [
    'https://addons.mozilla.org/',
    'https://addons.mozilla.org/en-US/firefox/',
    'https://addons.mozilla.org/en-US/firefox/addon/',
    'https://addons.mozilla.org/en-US/firefox/user/11111111/',
    'https://addons.mozilla.org/en-US/firefox/addon/%20/',
    'https://addons.mozilla.org/en-US/firefox/addon/%E0%A4%A/',
    'https://addons.mozilla.org/api/v5/addons/addon/tab-lantern/',
  ],
  fixtures: [{ parser: ratingsPage, file: 'ratings.json', facts: { addon: 'tab-lantern' } }],
  pageSize: 50,
});
