// cspell:ignore adax
import { comparableText } from '@libs/sources';
import { comparableName, isFormOfName } from './compared-review';
import { maskAuthor } from './mask-author';

/**
 * Whether the stored name of an author shows more than the name that is stored from now on: it was not masked, because its blanks were not
 * decoded or by other rules, or the surname was taken for the first name. Another name of the author is no such case.
 *
 *   Adax20Lovett → Ada L.      Lovett, A. → Ada L.      but not: Ann B. → Anna B.
 */
export function showedMore(stored: string | null, today: string | null): boolean {
  if (stored === null || stored === today) return false;
  if (maskAuthor(comparableText(stored)) !== stored) return true;
  return today !== null && !beginsAlike(stored, today) && isFormOfName(comparableName(stored), comparableName(today));
}

function beginsAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.split(' ', 1)[0]?.toLowerCase() ?? '') as [string, string];
  return first.startsWith(second) || second.startsWith(first);
}
