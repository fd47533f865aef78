/**
 * Visits a product: pages of 150 reviews by number, newest first, up to the length of the list that the API states. If the list
 * ends before that, the rest is counted as unread, and the end is `unproven`.
 */
import type { ResultOf } from '../../parsing/parser';
import { unreadReviews } from '../../review-list';
import { Changed, Gone } from '../../source-errors';
import type { Visit, VisitTools } from '../../source';
import { requestParsed, unseenReviews, verifyEmptyList } from '../../visiting';
import { addressOf, productOf, SITE_REVIEWS, type Product } from './match';
import { reviewPage } from './parsers';

type ReviewPage = ResultOf<typeof reviewPage>;

const PAGE_SIZE = 150;
/** 300,000 reviews, more than any shop shows in one list. */
const MAX_PAGES = 2_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const product = productOf(new URL(canonicalUrl));
  if (product === null) throw new Gone('This is not the address of a product');
  const knownIds = new Set<string>();
  let listed = 0;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await requestPage(product, number, tools);
    if (page.listed === 0) {
      if (number > 1) {
        yield { reviews: unreadReviews(Math.max(1, page.total - listed)) };
        return { coverage: 'unproven' };
      }
      await verifyEmptyProduct(page, product, tools);
    }
    listed += page.listed;
    yield { reviews: unseenReviews(page.reviews, knownIds), object: page.object };
    if (number * (page.pageSize ?? PAGE_SIZE) >= page.total) return { coverage: 'all' };
  }
  throw new Changed(`Yotpo's list of reviews does not end after ${MAX_PAGES} pages`);
}

/** Throws `Blocked` if a counter, the rating or stored reviews contradict an empty list, `Gone` if there is no product either. */
async function verifyEmptyProduct(
  { object, hasProduct }: ReviewPage,
  { id }: Product,
  tools: VisitTools,
): Promise<void> {
  await verifyEmptyList('Yotpo shows no list of reviews, though the product has some', object, tools);
  if (!hasProduct && id !== SITE_REVIEWS) throw new Gone('Yotpo has no such product, or it never had a review');
}

function requestPage(product: Product, number: number, tools: VisitTools): Promise<ReviewPage> {
  const query = new URLSearchParams({
    per_page: String(PAGE_SIZE),
    page: String(number),
    sort: 'date',
    direction: 'desc',
  });
  return requestParsed(`${addressOf(product)}?${query.toString()}`, reviewPage, null, tools);
}
