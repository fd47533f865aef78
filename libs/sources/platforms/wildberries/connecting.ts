/** Connections to Wildberries: a token of the seller, which opens one article. The card is the number of the article (nmId). */
import { cleanTextOrNull } from '@libs/kernel';
import type { SourceConnecting } from '../../connecting';
import { CardNotYours, isSuccess, PlatformRefused } from '../../publish-errors';
import { articleOf, HOSTS } from './match';
import { call, CREDENTIAL_FIELDS, failureOf, listUrl, sellerListShape, sellerReviewShape } from './seller-api';

/** The name of the article in a review; null if the review has none. */
function productNameIn(review: unknown): string | null {
  return cleanTextOrNull(sellerReviewShape.safeParse(review).data?.productDetails?.productName);
}

export const connecting: SourceConnecting = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const article = articleOf(new URL(objectUrl));
    if (article === null) throw new PlatformRefused('This is not the address of an article');
    for (const isAnswered of [false, true]) {
      const response = await call(tools, listUrl({ article, isAnswered, take: 1, skip: 0 }));
      if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
      const list = sellerListShape.safeParse(response.json());
      if (!list.success) throw new PlatformRefused('Wildberries returned the reviews in an unexpected format');
      const [review] = list.data.data.feedbacks;
      if (review !== undefined) return { card: article, name: productNameIn(review) };
    }
    // For an article of another seller, the API returns empty lists.
    throw new CardNotYours('The token shows no review of this article: it is of another seller, or has no reviews yet');
  },
};
