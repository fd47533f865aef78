/**
 * Names of the authors of a review. Names are masked by words before they are stored, so a name is read only if its words are
 * certain: invisible control characters separate words, and a name with an escape that was not decoded is unread.
 */
import { plainText } from '../../html/plain-text';
import { isItem, isUnknown, nameOf, valuesOf, type Item, type Value } from './item';
import { hasEscape } from './string-escapes';
import { UNREAD, type Reading } from './unread';
import { AUTHOR_PROPERTIES } from './vocabulary';

const MAX_AUTHORS = 3;
/** Addresses of profiles and ids of nodes, which are no names. */
const REFERENCE = /^(?:(?:https?:)?\/\/|[#/]|_:)/i;

/** The names of the authors; `UNREAD` if the review has authors and none of their names can be read. */
export function authorNamesOf(review: Item): Reading<readonly string[]> {
  const values = valuesOf(review, ...AUTHOR_PROPERTIES);
  const readings = values.map(authorNameOf);
  const names = readings.filter((name) => name !== null && name !== UNREAD);
  if (names.length > 0) return withoutRepeats(names).slice(0, MAX_AUTHORS);
  return readings.includes(UNREAD) ? UNREAD : null;
}

/** The name of one author. An unknown node is unread; a profile's address is no name. */
export function authorNameOf(value: Value): Reading<string> {
  const name = nameOf(value);
  if (name === null || REFERENCE.test(name)) {
    return isItem(value) && isUnknown(value) ? UNREAD : null;
  }
  return hasEscape(name) ? UNREAD : plainName(name);
}

/** The form in which names are compared, also with strings of the page's own markup. */
export const comparableName = (text: string): string => plainName(plainText(text)).replace(/\s+/g, ' ').toLowerCase();

/** PostgreSQL refuses NUL, and its removal would join two words. */
const plainName = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim();

function withoutRepeats(names: readonly string[]): readonly string[] {
  const byName = new Map<string, string>();
  for (const name of names) if (!byName.has(comparableName(name))) byName.set(comparableName(name), name);
  return [...byName.values()];
}
