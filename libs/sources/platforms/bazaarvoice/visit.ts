/**
 * Visits a product: pages of 100 reviews, newest first, up to the length of the list that the API states. The name is part of
 * each page. If the list ends before that length, the rest is counted as unread, and the end is `unproven`. An empty list is accepted
 * only if the product's own record exists and counts no reviews.
 */
import { CONNECTION_STATUSES } from '../../access/authorized';
import { ownerKey } from '../../access/owner-key';
import type { ResultOf } from '../../parsing/parser';
import { unreadReviews } from '../../review-list';
import { Changed, Gone } from '../../source-errors';
import type { OwnerVisitTools, PlatformObject, Visit } from '../../source';
import { unseenReviews, verifyEmptyList } from '../../visiting';
import { PLATFORM, productUrl, reviewsUrl } from './conversations-api';
import { productIdOf } from './match';
import { product, reviewPage } from './parsers';

type ReviewPage = ResultOf<typeof reviewPage>;

/** 500,000 reviews, more than any product has. */
const MAX_PAGES = 5_000;

export async function* visit(canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const productId = productIdOf(new URL(canonicalUrl));
  if (productId === null) throw new Gone('This is not the address of a product');
  const passkey = ownerKey(PLATFORM, 'passkey', tools);
  const knownIds = new Set<string>();
  let offset = 0;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await requestPage(reviewsUrl(productId, passkey, offset), productId, tools);
    if (page.listed === 0) {
      if (offset > 0 && page.total > 0) {
        yield { reviews: unreadReviews(Math.max(1, page.total - offset)), object: page.object };
        return { coverage: 'unproven' };
      }
      // Also a product that is removed while its list is read has an empty list.
      yield { reviews: page.reviews, object: await emptyProduct(page, productId, passkey, tools) };
      return { coverage: 'all' };
    }
    yield { reviews: unseenReviews(page.reviews, knownIds), object: page.object };
    offset += page.listed;
    if (offset >= page.total) return { coverage: 'all' };
  }
  throw new Changed(`Bazaarvoice's list of reviews does not end after ${MAX_PAGES} pages`);
}

/** Returns the record of a product without reviews. Throws `Gone` if there is none, `Blocked` if anything counts reviews. */
async function emptyProduct(
  { total }: ReviewPage,
  productId: string,
  passkey: string,
  tools: OwnerVisitTools,
): Promise<PlatformObject> {
  const message = 'Bazaarvoice shows no list of reviews, though the product has some';
  await verifyEmptyList(message, { reviewCount: total }, tools);
  const response = await tools.http.request(productUrl(productId, passkey), { accept: CONNECTION_STATUSES });
  const { object } = await tools.parse(product, response.document, { status: response.status, productId });
  if (object === null) throw new Gone('The shop has no such product');
  await verifyEmptyList(message, { reviewCount: object.reviewCount }, tools);
  return object;
}

async function requestPage(url: string, productId: string, { http, parse }: OwnerVisitTools): Promise<ReviewPage> {
  const { status, document } = await http.request(url, { accept: CONNECTION_STATUSES });
  return parse(reviewPage, document, { status, productId });
}
