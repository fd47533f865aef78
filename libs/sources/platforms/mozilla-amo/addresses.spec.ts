import { describeAddressForms } from '../../conformance/address-forms';
import { mozillaAmo } from './index';

describeAddressForms(mozillaAmo, {
  page: 'https://addons.mozilla.org/firefox/addon/tab-lantern/',
  forms: [
    'addons.mozilla.org/firefox/addon/tab-lantern',
    'http://addons.mozilla.org/en-US/firefox/addon/tab-lantern/',
    'https://addons.mozilla.org/en-us/firefox/addon/tab-lantern',
    'https://addons.mozilla.org/de/android/addon/tab-lantern/',
    'https://addons.mozilla.org/addon/tab-lantern/',
    'https://addons.mozilla.org/pt-BR/firefox/addon/tab-lantern/?src=search&utm_source=addons.mozilla.org',
    'https://addons.mozilla.org/firefox/addon/Tab-Lantern/',
    'https://addons.mozilla.org/en-US/firefox/addon/TAB-LANTERN/reviews/',
    'https://addons.mozilla.org/firefox/addon/tab%2Dlantern/',
    'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/reviews/?score=5',
    'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/reviews/2000001/',
    'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/versions/',
    'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/privacy/',
    'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/).',
    'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/license/',
    '//addons.mozilla.org/kab/firefox/addon/tab-lantern/?utm_campaign=x&fbclid=y',
  ],
  others: {
    'https://addons.mozilla.org/ru/firefox/addon/ФОНАРЬ/':
      'https://addons.mozilla.org/firefox/addon/%D1%84%D0%BE%D0%BD%D0%B0%D1%80%D1%8C/',
    'https://addons.mozilla.org/firefox/addon/607454/': 'https://addons.mozilla.org/firefox/addon/607454/',
    // The identifiers of Firefox distinguish case.
    'https://addons.mozilla.org/firefox/addon/Lantern@Tabs.example/':
      'https://addons.mozilla.org/firefox/addon/Lantern%40Tabs.example/',
  },
  refused: [
    'https://addons.mozilla.org/',
    'https://addons.mozilla.org/en-US/firefox/',
    'https://addons.mozilla.org/en-US/firefox/extensions/',
    'https://addons.mozilla.org/en-US/firefox/search/?q=tab-lantern',
    'https://addons.mozilla.org/en-US/firefox/collections/1/tools/',
    'https://addons.mozilla.org/en-US/firefox/user/1234/',
    'https://addons.mozilla.org/api/v5/addons/addon/tab-lantern/',
    'https://addons.mozilla.org/en-US/developers/addon/tab-lantern/edit',
    'https://addons.mozilla.org/firefox/downloads/file/4000001/tab_lantern-1.2.xpi',
  ],
});
