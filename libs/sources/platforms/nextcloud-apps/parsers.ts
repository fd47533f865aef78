/** The parsers of each response, for parsing threads. */
import { readJsonResponse } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readAppName, readRatings } from './parse';

export const ratings = parser('nextcloud-apps/ratings', (text, { appId }: { readonly appId: string }) =>
  readRatings(readJsonResponse(text, 'Nextcloud'), appId),
);

export const appPage = parser('nextcloud-apps/page', (text) => readAppName(text));
