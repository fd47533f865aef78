/**
 * Visits an extension's reviews: one response with the whole list, so its end is always reached. One more request returns the
 * name, the average and the counter; the reviews do not depend on it.
 */
import { optionalRequest, requestParsed, UNKNOWN_OBJECT, unseenReviews } from '../../visiting';
import { Blocked, Gone } from '../../source-errors';
import type { PlatformObject, Visit, VisitTools } from '../../source';
import { extensionOf } from './match';
import { details, reviewsList } from './parsers';

const API = 'https://open-vsx.org/api';

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const extension = extensionOf(new URL(canonicalUrl));
  if (extension === null) throw new Gone('This is not the address of an extension');
  const api = `${API}/${extension.namespace}/${extension.name}`;
  const { reviews } = await requestParsed(`${api}/reviews`, reviewsList, extension, tools);
  const object = (await optionalRequest(() => requestParsed(api, details, {}, tools), tools.signal)) ?? UNKNOWN_OBJECT;
  if (reviews.shown === 0) await verifyEmptyList(object, tools);
  yield { reviews: unseenReviews(reviews, new Set()), object };
  return { coverage: 'all' };
}

/** Throws `Blocked` if the counter or, without it, stored reviews contradict an empty list. */
async function verifyEmptyList({ reviewCount }: PlatformObject, { holdsReviews }: VisitTools): Promise<void> {
  const hasReviews = reviewCount === null ? await holdsReviews() : reviewCount > 0;
  if (hasReviews) throw new Blocked('Open VSX shows no list of reviews, though the extension has some');
}
