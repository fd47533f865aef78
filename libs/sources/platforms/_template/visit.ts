/**
 * One visit to a place. Say here which requests are made, where the list ends, and what that proves: `all` only where
 * the platform itself says that nothing follows, `window` where it shows its newest reviews and no more.
 */
import type { ReadBy } from '../../parsing/parser';
import { Blocked, Changed, Gone } from '../../source-errors';
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { unseenReviews } from '../../unseen-reviews';
import { placeIdOf } from './match';
import { page } from './parsers';

type Page = ReadBy<typeof page>;

/** No place has as many; a longer list is one without an end. */
const MAX_PAGES = 2_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const placeId = placeIdOf(new URL(canonicalUrl));
  if (placeId === null) throw new Gone('This address names no place');
  const seen = new Set<string>();
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const { reviews, object, hasNext } = await askPage(placeId, number, tools);
    if (number === 1 && reviews.length === 0) await refuseUnproven(object, tools);
    yield { reviews: unseenReviews(reviews, seen), object };
    if (!hasNext) return { coverage: 'all' };
  }
  throw new Changed(`Template's list does not end after ${MAX_PAGES} pages`);
}

/** An empty first page is the truth only where nothing else speaks of reviews. */
async function refuseUnproven({ reviewCount }: PlatformObject, { holdsReviews }: VisitTools): Promise<void> {
  const hasReviews = reviewCount === null ? await holdsReviews() : reviewCount > 0;
  if (hasReviews) throw new Blocked('Template shows no list of reviews, though the place has some');
}

/** An aborted signal, not found, refused, throttled and failing answers are thrown by `http.request` itself. */
async function askPage(placeId: string, number: number, { http, parse }: VisitTools): Promise<Page> {
  const { document } = await http.request(
    `https://api.reviews.example/v1/places/${placeId}/reviews?sort=newest&page=${number}`,
  );
  return parse(page, document, { placeId });
}
