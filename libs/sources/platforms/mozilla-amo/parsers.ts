/** The parsers of each response, for parsing threads. */
import { readJsonResponse } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readDetails, readRatingsPage, readRefusal } from './parse';

export const ratingsPage = parser('mozilla-amo/ratings', (text, { addon }: { readonly addon: string }) =>
  readRatingsPage(readJsonResponse(text, 'Mozilla Add-ons'), addon),
);

export const details = parser('mozilla-amo/details', (text) => readDetails(readJsonResponse(text, 'Mozilla Add-ons')));

export const refusal = parser('mozilla-amo/refusal', (text) => readRefusal(text));
