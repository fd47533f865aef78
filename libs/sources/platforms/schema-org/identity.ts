/**
 * Whether the page gives a review an id of its own. Many sites number the reviews of a page (`#review-1`, `#review-2`);
 * taken as ids, those would hand yesterday's review to another author when a new one comes in first. So an `@id`,
 * `identifier` or `url` counts only if its last part is a number of four digits or more, or a token of six characters or
 * more with letters and digits, and the address is not the page's own. The decision looks at this one review and never at
 * its neighbors: a rule that did would change its mind between two visits, and every review would seem deleted and new.
 *
 * The id is that last part alone: it survives a move to another host and the review's move to another page of the list.
 * Where nothing counts, `externalId` is null and the service makes the id from author, date and text.
 */
import { parsedUrl } from '@libs/kernel';
import { textOf, type Item } from './item';

const NUMBERING_WORDS =
  /^(?:customer|user|product)?[-_]?(?:reviews?|ratings?|comments?|testimonials?|page|rev|r|c|p)[-_]?(?=\d)/i;

/** The review's own id, or null. `pageUrl` is the page that shows it. */
export function externalIdOf(review: Item, pageUrl: string): string | null {
  for (const candidate of [review.id, textOf(review, 'identifier'), textOf(review, 'url')]) {
    const token = candidate === null || isPageItself(candidate, pageUrl) ? null : ownToken(candidate);
    if (token !== null) return token;
  }
  return null;
}

function ownToken(candidate: string): string | null {
  const text = candidate.trim();
  if (text.startsWith('_:') || text.length > 500) return null;
  const token = /(?<![A-Za-z0-9_-])([A-Za-z0-9_-]+)\/?$/.exec(text)?.[1]?.replace(NUMBERING_WORDS, '') ?? '';
  if (/^\d+$/.test(token)) return token.length >= 4 ? token : null;
  return isMixed(token) ? token : null;
}

/** Letters and digits; but "product-1", a word and a small number, is numbering too. */
const isMixed = (token: string): boolean =>
  /^(?=.*\d)(?=.*[A-Za-z]).{6,}$/.test(token) && !/^[A-Za-z_-]+\d{1,3}$/.test(token);

/** The address of the page, in whatever spelling, tells nothing of one review on it; its fragment may. */
function isPageItself(candidate: string, pageUrl: string): boolean {
  const page = new URL(pageUrl);
  const address = /^(?:https?:)?\//i.test(candidate.trim()) ? parsedUrl(candidate.trim(), page) : null;
  if (address === null) return false;
  const samePath = address.pathname.replace(/\/$/, '') === page.pathname.replace(/\/$/, '');
  return samePath && address.hash === '' && (address.search === '' || address.search === page.search);
}
