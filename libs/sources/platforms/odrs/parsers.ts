/** The parsers of each response, for parsing threads. */
import { readJsonResponse } from '../../json-response';
import { parser } from '../../parsing/parser';
import { readApp, readCount, readReviews } from './parse';

export const reviewsList = parser('odrs/reviews', (text) => readReviews(readJsonResponse(text, 'ODRS')));

export const reviewCount = parser('odrs/count', (text) => readCount(readJsonResponse(text, 'ODRS')));

export const flathubApp = parser('odrs/flathub-app', (text) => readApp(readJsonResponse(text, 'Flathub')));
