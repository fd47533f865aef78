/**
 * Parses reviews of Wildberries' API for sellers. Pure. A review has the same content as on the public list (parse.ts), except for
 * `raw` and the date of the reply, which the API does not return.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { readShape } from '../../read-shape';
import type { CollectedReview } from '../../source';
import { reviewOf } from './parse';
import { sellerListShape, type SellerReview } from './seller-api';

export interface SellerPage {
  readonly reviews: CollectedReview[];
  /** The name of the article; null on a page without reviews. */
  readonly name: string | null;
}

/** The state of a reply that Wildberries checks. */
const IN_MODERATION = 'reviewRequired';

/** Reads one page of a list. Throws `Changed` if it does not match. */
export function readSellerPage(value: unknown, article: string): SellerPage {
  const { feedbacks } = readShape(sellerListShape, value, "Wildberries' list of reviews for sellers").data;
  return {
    reviews: feedbacks.map((feedback) => readSellerReview(feedback, article)),
    name: cleanTextOrNull(feedbacks[0]?.productDetails?.productName),
  };
}

function readSellerReview(feedback: SellerReview, article: string): CollectedReview {
  const { userName, answer, productDetails } = feedback;
  const review = reviewOf({
    ...feedback,
    nmId: productDetails?.nmId ?? Number(article),
    author: userName,
    answer: answer && { text: answer.text, state: answer.state, createDate: null },
    raw: feedback,
  });
  // While a changed reply is in moderation, the previous one may still be public.
  return answer?.state === IN_MODERATION ? { ...review, replyKnown: false } : review;
}
