/**
 * Visits an extension's reviews: one response with the whole list, so its end is always reached. One more request returns the
 * name, the average and the counter; the reviews do not depend on it.
 */
import { optionalRequest, requestParsed, UNKNOWN_OBJECT, unseenReviews, verifyByCounter } from '../../visiting';
import { Gone } from '../../source-errors';
import type { Visit, VisitTools } from '../../source';
import { extensionOf } from './match';
import { details, reviewsList } from './parsers';

const API = 'https://open-vsx.org/api';

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const extension = extensionOf(new URL(canonicalUrl));
  if (extension === null) throw new Gone('This is not the address of an extension');
  const api = `${API}/${extension.namespace}/${extension.name}`;
  const { reviews } = await requestParsed(`${api}/reviews`, reviewsList, extension, tools);
  const object = (await optionalRequest(() => requestParsed(api, details, {}, tools), tools.signal)) ?? UNKNOWN_OBJECT;
  if (reviews.shown === 0)
    await verifyByCounter(
      'Open VSX shows no list of reviews, though the extension has some',
      object.reviewCount,
      tools,
    );
  yield { reviews: unseenReviews(reviews, new Set()), object };
  return { coverage: 'all' };
}
