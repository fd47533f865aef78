import { parser } from '../../parsing/parser';
import { readJson } from '../../read-shape';
import { Blocked } from '../../source-errors';
import type { StoreApp } from './match';
import { readCounter, readFeed, readLookup, readRow } from './parse';

export const row = parser('app-store/row', (text, app: StoreApp) => ({ reviews: readRow(jsonOf(text), app) }));
export const feed = parser('app-store/feed', (text, app: StoreApp) => ({ reviews: readFeed(jsonOf(text), app) }));
export const lookup = parser('app-store/lookup', (text) => ({ found: readLookup(jsonOf(text)) }));
export const counter = parser('app-store/counter', (text) => ({ count: readCounter(jsonOf(text)) }));

/** The JSON of an answer. Throws `Blocked` for a page made for people, which is how the store refuses a client. */
function jsonOf(text: string): unknown {
  if (/^\s*<(?!\?xml)/.test(text)) throw new Blocked('The App Store answered with a page instead of data');
  return readJson(text, 'The answer of the App Store');
}
