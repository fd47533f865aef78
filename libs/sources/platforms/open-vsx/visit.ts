/**
 * Visits an extension's reviews: one response with the whole list, so its end is always reached. One more request returns the
 * name, the average and the counter; the reviews do not depend on it.
 */
import { optionalRequest } from '../../optional-request';
import { Blocked, Gone } from '../../source-errors';
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { unseenReviews } from '../../unseen-reviews';
import { extensionOf, type ExtensionName } from './match';
import { details, reviewsList } from './parsers';

const API = 'https://open-vsx.org/api';
const UNKNOWN: PlatformObject = { name: null, reviewCount: null, rating: null, ratingOriginal: null };

export async function* visit(canonicalUrl: string, tools: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const extension = extensionOf(new URL(canonicalUrl));
  if (extension === null) throw new Gone('This is not the address of an extension');
  const api = `${API}/${extension.namespace}/${extension.name}`;
  const { reviews } = await requestReviews(api, extension, tools);
  const object = (await optionalRequest(() => requestDetails(api, tools), tools.signal)) ?? UNKNOWN;
  if (reviews.shown === 0) await verifyEmptyList(object, tools);
  yield { reviews: unseenReviews(reviews, new Set()), object };
  return { coverage: 'all' };
}

/** Throws `Blocked` if the counter or, without it, stored reviews contradict an empty list. */
async function verifyEmptyList({ reviewCount }: PlatformObject, { holdsReviews }: VisitTools): Promise<void> {
  const hasReviews = reviewCount === null ? await holdsReviews() : reviewCount > 0;
  if (hasReviews) throw new Blocked('Open VSX shows no list of reviews, though the extension has some');
}

async function requestReviews(api: string, extension: ExtensionName, { http, parse }: VisitTools) {
  const { document } = await http.request(`${api}/reviews`);
  return parse(reviewsList, document, extension);
}

async function requestDetails(api: string, { http, parse }: VisitTools): Promise<PlatformObject> {
  const { document } = await http.request(api);
  return parse(details, document, {});
}
