/**
 * Whether the page gives a review an id of its own. Many sites number the reviews of a page (`#review-1`, `#review-2`);
 * taken as ids, those would hand yesterday's review to another author when a new one comes in first. So an address or
 * `identifier` counts only if its last part is a number of four digits or more, or a mixed token of six characters or
 * more. The decision looks at this one id and at nothing else of the page: a rule that compared neighbours would change
 * its mind between two visits, and every review would seem deleted and new.
 *
 * Where it does not count, `externalId` is null and the service makes the id from author, date and text.
 */
import { textOf, type Item } from './item';

/** The review's own id as the page writes it (an address without its query's noise), or null. */
export function externalIdOf(review: Item): string | null {
  const candidates = [review.id, textOf(review, 'identifier'), textOf(review, 'url')];
  const own = candidates.find((candidate) => candidate !== null && isOwnId(candidate));
  return own?.trim() ?? null;
}

function isOwnId(candidate: string): boolean {
  const text = candidate.trim();
  if (text.startsWith('_:') || text.length > 500) return false;
  const token = /([A-Za-z0-9_-]+)\/?$/.exec(text)?.[1]?.replace(/^(?:customer|user)?[-_]?(?:reviews?|ratings?|comments?|testimonials?|r|c|p|page)[-_]?(?=\d)/i, '');
  if (token === undefined) return false;
  if (/^\d+$/.test(token)) return token.length >= 4;
  return token.length >= 6 && /\d/.test(token) && /[A-Za-z]/.test(token) && !/^[A-Za-z]+[-_]?\d{1,3}$/.test(token);
}
