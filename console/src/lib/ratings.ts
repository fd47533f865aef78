const HIGHEST = 5;

/** The highest rating with this many whole stars: platforms with half stars count 2.5 as two. */
export const mostOf = (stars: number): number => (stars >= HIGHEST ? HIGHEST : (stars * 100 + 99) / 100);

/** The whole stars of a rating. */
export const starsOf = (rating: number): number => Math.floor(rating);

/** A rating of an address between `least` and five; undefined for anything else. */
export function ratingOf(value: unknown, least: number): number | undefined {
  const rating = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof rating === 'number' && rating >= least && rating <= HIGHEST ? rating : undefined;
}

interface Average {
  /** Null without a rated review. */
  readonly avg_rating?: number | null;
}

/** The change of an average, with two decimals; null where one side has none. */
export function averageChange(now: Average, before: Average | null | undefined): number | null {
  const [to, from] = [now.avg_rating, before?.avg_rating];
  return typeof to !== 'number' || typeof from !== 'number' ? null : Math.round((to - from) * 100) / 100;
}
