import { describeConformance } from '../../conformance';
import { odrsSandbox } from '../../sandbox/odrs';
import { odrs } from './index';
import { reviewsList } from './parsers';

describeConformance(odrs, odrsSandbox, {
  key: 'org.example.Lantern',
  canonicalUrl: 'https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern',
  otherUrls: [
    'https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern.desktop',
    'https://flathub.org/apps/org.example.Lantern',
    'https://flathub.org/pt-BR/apps/org.example.Lantern/',
    'https://www.flathub.org/apps/details/org.example.Lantern?x=1#reviews',
    'https://apps.gnome.org/app/org.example.Lantern/',
    'https://apps.gnome.org/de/app/org.example.Lantern/',
  ],
  invalidUrls: [
    'https://flathub.org/',
    'https://flathub.org/apps/search',
    'https://flathub.org/apps/category/games',
    'https://flathub.org/api/v2/appstream/org.example.Lantern',
    'https://apps.gnome.org/de/',
    'https://odrs.gnome.org/',
    'https://odrs.gnome.org/1.0/reviews/api/ratings',
    'https://odrs.gnome.org/1.0/reviews/api/app/lantern',
  ],
  shortLinks: ['https://apps.gnome.org/Lantern/', 'https://apps.gnome.org/pt_BR/Lantern/'],
  fixtures: [{ parser: reviewsList, file: 'reviews.json', facts: null }],
  pageSize: 25,
  isOneResponse: true,
});
