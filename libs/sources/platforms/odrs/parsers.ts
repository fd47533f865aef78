/** The parsers of each response, for parsing threads. */
import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Changed } from '../../source-errors';
import { readAppId } from './gnome-page';
import { readApp, readCount, readReviews } from './parse';

export const reviewsList = parser('odrs/reviews', (text) => readReviews(readJsonResponse(text, 'ODRS')));

export const reviewCount = parser('odrs/count', (text) => readCount(readJsonResponse(text, 'ODRS')));

export const flathubApp = parser('odrs/flathub-app', (text) => readApp(readJsonResponse(text, 'Flathub')));

export const gnomePage = parser('odrs/gnome-page', (text) => {
  const id = readAppId(text);
  if (id !== null) return { id };
  refuseChallenge(text, 'apps.gnome.org');
  throw new Changed('The page on apps.gnome.org does not name the id of its application');
});
