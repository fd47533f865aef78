import { parser } from '../../parsing/parser';
import { readJson } from '../../read-shape';
import { Blocked } from '../../source-errors';
import type { StoreApp } from './match';
import { readCounter, readFeed, readLookup, readRow } from './parse';

export const row = parser('app-store/row', (text, app: StoreApp) => ({ reviews: readRow(jsonOf(text), app) }));
export const feed = parser('app-store/feed', (text, app: StoreApp) => ({ reviews: readFeed(jsonOf(text), app) }));
export const lookup = parser('app-store/lookup', (text) => ({ found: readLookup(jsonOf(text)) }));
export const counter = parser('app-store/counter', (text) => ({ count: readCounter(jsonOf(text)) }));

/** Parses JSON. Throws `Blocked` for an HTML page, which the store returns to refused clients. */
function jsonOf(text: string): unknown {
  if (/^\s*<(?!\?xml)/.test(text)) throw new Blocked('The App Store returned an HTML page instead of data');
  return readJson(text, 'The response of the App Store');
}
