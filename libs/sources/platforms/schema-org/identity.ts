/**
 * Finds the id of a review in its page. Many sites number the reviews of a page (`#review-1`, `#review-2`); such numbers are not
 * ids, because each new review shifts them, and the content of one review would be stored under the id of another. Therefore an `@id`, `identifier` or
 * `url` is used only if its last part is a number of four or more digits, or a token of six or more characters with letters and
 * digits, and the address is not the page's address. The decision depends on this review only: if it depended on other reviews, it
 * could differ between two visits, and all reviews would be deleted and added again.
 *
 * The id is that last part, so it does not change with the host or with the page of the list. Without an id, `externalId` is null
 * and the service derives the id from author, date and text.
 */
import { parsedUrl } from '@libs/kernel';
import { textOf, type Item } from './item';

const NUMBERING_WORDS =
  /^(?:customer|user|product)?[-_]?(?:reviews?|ratings?|comments?|testimonials?|page|rev|r|c|p)[-_]?(?=\d)/i;

/** The id of a review, or null. `pageUrl` is the address of its page. */
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

/** Whether a token has letters and digits; "product-1", a word and a small number, is a numbering. */
const isMixed = (token: string): boolean =>
  /^(?=.*\d)(?=.*[A-Za-z]).{6,}$/.test(token) && !/^[A-Za-z_-]+\d{1,3}$/.test(token);

/** Whether a candidate is the page's address, which identifies no review unless it has a fragment. */
function isPageItself(candidate: string, pageUrl: string): boolean {
  const page = new URL(pageUrl);
  const address = /^(?:https?:)?\//i.test(candidate.trim()) ? parsedUrl(candidate.trim(), page) : null;
  if (address === null) return false;
  const samePath = address.pathname.replace(/\/$/, '') === page.pathname.replace(/\/$/, '');
  return samePath && address.hash === '' && (address.search === '' || address.search === page.search);
}
