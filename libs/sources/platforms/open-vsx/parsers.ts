/** The parsers of each response, for parsing threads. */
import { readJsonResponse } from '../../read-shape';
import { parser } from '../../parsing/parser';
import type { ExtensionName } from './match';
import { readDetails, readReviews } from './parse';

export const reviewsList = parser('open-vsx/reviews', (text, extension: ExtensionName) =>
  readReviews(readJsonResponse(text, 'Open VSX'), extension),
);

export const details = parser('open-vsx/details', (text) => readDetails(readJsonResponse(text, 'Open VSX')));
