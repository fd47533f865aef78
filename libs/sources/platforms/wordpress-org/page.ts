/** Parses a page of the forum to a tree, and recognizes pages that are not readable. Pure. */
import { challengeOn } from '../../challenge-page';
import { attribute, hasClass, parseHtml, parsingObstacle, rootOf, TOO_DEEP, type DomNode } from '../../html/dom';
import { Blocked, Changed } from '../../source-errors';

/** The root of a complete page. Throws `Changed` for a truncated page or one that cannot be parsed within the limits. */
export function readTree(html: string): DomNode {
  const obstacle = parsingObstacle(html);
  if (obstacle !== null) throw new Changed(obstacle);
  // Every page of WordPress ends with this tag. A tree of a truncated page looks like a short list.
  if (!html.includes('</html>')) throw notAPage(html) ?? new Changed('A page of WordPress.org is truncated');
  const root = treeOf(html);
  if (root === undefined) throw new Changed('A page of WordPress.org is empty');
  return root;
}

function treeOf(html: string): DomNode | undefined {
  try {
    return rootOf(parseHtml(html));
  } catch (error) {
    if (error instanceof RangeError) throw new Changed(TOO_DEEP);
    throw error;
  }
}

/** The error for a page without the forum: `Blocked` for a challenge, else null. */
export function notAPage(html: string): Blocked | null {
  const challenge = challengeOn(html);
  return challenge === null ? null : new Blocked(`WordPress.org shows ${challenge} instead of the page`);
}

/** The stars of an element `.wporg-ratings`, as in its title ("4 out of 5 stars") or label; null if it has no such text. */
export function starsOf(rating: DomNode): string | null {
  const label = attribute(rating, 'title') ?? attribute(rating, 'aria-label') ?? '';
  return /^\s{0,9}([1-5])(?![\d.,])/.exec(label)?.[1] ?? null;
}

export const isRating = (element: DomNode): boolean => hasClass(element, 'wporg-ratings');

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DATE = new RegExp(`^(${MONTHS.join('|')}) (\\d{1,2}), (\\d{4}) at (1[0-2]|[1-9]):(\\d{2}) (am|pm)$`);

/** Converts a date such as "January 5, 2026 at 3:22 pm" to ISO 8601; null if it has another form. The forum's time is UTC. */
export function forumTime(text: string): string | null {
  const plain = text
    .trim()
    .replace(/\s{1,9}/g, ' ')
    .toLowerCase();
  if (!DATE.test(plain)) return null;
  return plain.replace(DATE, (_all, name: string, day: string, year: string, ...time: [string, string, string]) => {
    const [hour, minute, half] = time;
    const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
    return `${year}-${twoDigits(MONTHS.indexOf(name) + 1)}-${day.padStart(2, '0')}T${twoDigits(hours)}:${minute}:00`;
  });
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
