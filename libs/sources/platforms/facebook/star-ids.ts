/**
 * Ids of reviews with stars, which have no story and no id at Facebook. The id is the time of the review, to the second. Several reviews
 * of one second are distinguished by their content: the first that a visit meets has the time alone, each other one a key of its author,
 * its stars and its text.
 */
import { createHash } from 'node:crypto';
import type { LocalDateTime } from '@libs/kernel';

/** A review with stars. */
export interface StarReview {
  readonly date: LocalDateTime;
  readonly author: string | null;
  readonly text: string | null;
  readonly rating: string | null;
}

/** The keys of the reviews that earlier pages of the visit had, in the order in which they were met, by their second. */
export type KnownStars = Readonly<Record<string, readonly string[]>>;

const KEY_LENGTH = 12;
/** Seconds that are remembered from page to page. */
const MAX_MET = 2_000;

/** The id of each review, in their order, and the keys that are known after them. */
export function starIds(
  reviews: readonly StarReview[],
  met: KnownStars,
): { readonly ids: string[]; readonly met: KnownStars } {
  const known = new Map<string, string[]>(Object.entries(met).map(([date, keys]) => [date, [...keys]]));
  const onPage = new Map<string, number>();
  const keys = reviews.map((review) => {
    const key = keyOf(review);
    const count = (onPage.get(`${review.date} ${key}`) ?? 0) + 1;
    onPage.set(`${review.date} ${key}`, count);
    // Two reviews with the same content on one page are two; on two pages they are one, because the list has moved.
    return count === 1 ? key : `${key}-${count}`;
  });
  // In the order of the keys, so that the order of the list does not matter within a page.
  for (const index of [...keys.keys()].sort((a, b) => compare(keys[a], keys[b]))) {
    const { date } = reviews[index] as StarReview;
    const ofSecond = known.get(date) ?? [];
    if (!ofSecond.includes(keys[index] as string)) known.set(date, [...ofSecond, keys[index] as string]);
  }
  const ids = reviews.map(({ date }, index) => {
    const key = keys[index] as string;
    return known.get(date)?.[0] === key ? `rating-${date}` : `rating-${date}-${key}`;
  });
  return { ids, met: Object.fromEntries([...known].slice(-MAX_MET)) };
}

function keyOf({ author, text, rating }: StarReview): string {
  return createHash('sha256')
    .update(JSON.stringify([author, rating, text]))
    .digest('hex')
    .slice(0, KEY_LENGTH);
}

const compare = (a = '', b = ''): number => (a === b ? 0 : a < b ? -1 : 1);
