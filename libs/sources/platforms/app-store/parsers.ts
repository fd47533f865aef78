import { connectionJson } from '../../access/owner-key';
import { parser } from '../../parsing/parser';
import { readJson } from '../../read-shape';
import { Blocked } from '../../source-errors';
import { PLATFORM } from './app-store-connect';
import { readAppName, readConnectPage } from './connect-reviews';
import type { StoreApp } from './match';
import { readCounter, readFeed, readLookup, readRow } from './parse';

/** Parses a page of the list that the store calls `userReviewsRow`. */
export const reviewRow = parser('app-store/row', (text, app: StoreApp) => readRow(jsonOf(text), app));
export const feed = parser('app-store/feed', (text, app: StoreApp) => readFeed(jsonOf(text), app));
export const lookup = parser('app-store/lookup', (text) => ({ found: readLookup(jsonOf(text)) }));
export const counter = parser('app-store/counter', (text) => ({ count: readCounter(jsonOf(text)) }));

/** Parses JSON. Throws `Blocked` for an HTML page, which the store returns to refused clients. */
function jsonOf(text: string): unknown {
  if (/^\s*<(?!\?xml)/.test(text)) throw new Blocked('The App Store returned an HTML page instead of data');
  return readJson(text, 'The response of the App Store');
}

/** Parses a page of App Store Connect's list; throws the error of the response's status. */
export const connectReviews = parser(
  'app-store/connect-reviews',
  (text, { status, app }: { readonly status: number; readonly app: StoreApp }) =>
    readConnectPage(connectJson(text, status), app),
);

export const connectApp = parser('app-store/connect-app', (text, { status }: { readonly status: number }) => ({
  name: readAppName(connectJson(text, status)),
}));

const connectJson = (text: string, status: number): unknown =>
  connectionJson(text, status, PLATFORM, 'App Store Connect no longer has the connected app');
