import { describeAddressForms } from '../../conformance/address-forms';
import { odrs } from './index';

describeAddressForms(odrs, {
  page: 'https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern',
  forms: [
    'odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern',
    'https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern.desktop',
    'https://odrs.gnome.org/1.0/reviews/api/ratings/org.example.Lantern',
    'flathub.org/apps/org.example.Lantern',
    'https://flathub.org/apps/org.example.Lantern.',
    'https://flathub.org/apps/details/org.example.Lantern',
    'https://flathub.org/de/apps/org.example.Lantern',
    'https://flathub.org/zh-Hans/apps/org.example.Lantern',
    'https://flathub.org/pt_BR/apps/org.example.Lantern',
    'https://flathub.org/apps/org.example.Lantern/install',
    'https://flathub.org/apps/org.example.Lantern?utm_source=x#top',
    'https://beta.flathub.org/apps/org.example.Lantern',
    'https://dl.flathub.org/repo/appstream/org.example.Lantern.flatpakref',
    'https://flathub.org/repo/appstream/org.example.Lantern.flatpakref',
    'https://apps.gnome.org/app/org.example.Lantern/',
    'https://apps.gnome.org/pt_BR/app/org.example.Lantern/',
  ],
  short: {
    'https://apps.gnome.org/Lantern/': 'https://apps.gnome.org/Lantern/',
    'apps.gnome.org/Lantern': 'https://apps.gnome.org/Lantern/',
    'https://apps.gnome.org/en/Lantern/': 'https://apps.gnome.org/Lantern/',
    'https://apps.gnome.org/pt_BR/TextEditor/#top': 'https://apps.gnome.org/TextEditor/',
  },
  refused: [
    'https://flathub.org/',
    'https://flathub.org/apps/lantern',
    'https://flathub.org/api/v2/appstream/org.example.Lantern',
    'https://flathub.org/apps/search?q=org.example.Lantern',
    'https://flathub.org/apps/category/game',
    'https://flathub.org/apps/collection/recently-updated/1',
    'https://apps.gnome.org/',
    'https://apps.gnome.org/de/',
    'https://apps.gnome.org/icons/scalable/org.example.Lantern.svg',
    'https://odrs.gnome.org/1.0/reviews/api/fetch',
  ],
});
