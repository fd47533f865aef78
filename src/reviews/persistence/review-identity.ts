import { createHash } from 'node:crypto';
import type { CollectedReview } from '@libs/sources';
import type { ReviewContent } from '../domain/review-content';

/** Bytes of a content hash: 128 bits are far more than a link's reviews can collide in. */
const HASH_BYTES = 16;
const IDENTIFYING_TEXT = 200;

/** Changes exactly when something a client can see changed. */
export function contentHash(content: ReviewContent): Buffer {
  const visible = [
    content.author,
    content.text,
    content.positive,
    content.negative,
    content.reviewDate,
    content.ratingOriginal,
    content.rating,
    content.reviewUrl,
    content.replyText,
    content.replyDate,
    content.images,
    content.videos,
    content.isNative,
  ];
  return createHash('sha256').update(JSON.stringify(visible)).digest().subarray(0, HASH_BYTES);
}

/**
 * The id a review is known by within its link: the platform's own, or where a platform shows none a stable hash of
 * author, date and text (decisions §5). A date that was worked out from "3 weeks ago" moves from visit to visit and is
 * left out of it.
 */
export function externalIdOf(collected: CollectedReview, content: ReviewContent): string {
  if (collected.externalId !== null) return collected.externalId.toWellFormed().replaceAll('\u0000', '');
  const identity = [
    content.author,
    collected.datePrecision === 'relative' ? null : content.reviewDate,
    (content.text ?? '').slice(0, IDENTIFYING_TEXT),
    content.ratingOriginal,
  ];
  return `made:${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 40)}`;
}
