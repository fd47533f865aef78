import { hash } from 'node:crypto';
import { cleanText } from '@libs/kernel';
import type { CollectedReview } from '@libs/sources';
import type { ReviewContent } from '../domain/review-content';

/** Hexadecimal digits of a content hash: 128 bits are far more than a link's reviews can collide in. */
const HASH_DIGITS = 32;
/** A stored content hash. */
export const HASH_BYTES = HASH_DIGITS / 2;
const IDENTIFYING_TEXT = 200;

/**
 * Changes exactly when something a client can see changed. Stored text holds no NUL and is never empty, so joined by NUL,
 * with nothing for null, no two contents are one string.
 */
export function contentHash(content: ReviewContent): string {
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
    content.images.length === 0 ? null : JSON.stringify(content.images),
    content.videos.length === 0 ? null : JSON.stringify(content.videos),
    content.isNative ? null : 'foreign',
  ];
  return hash('sha256', visible.join('\0'), 'hex').slice(0, HASH_DIGITS);
}

/**
 * The id a review is known by within its link: the platform's own, or where a platform shows none a stable hash of
 * author, date and text (contract §2.3). A date that was worked out from "3 weeks ago" moves from visit to visit and is
 * left out of it.
 */
export function externalIdOf(collected: CollectedReview, content: ReviewContent): string {
  if (collected.externalId !== null) return storableId(cleanText(collected.externalId));
  const identity = [
    content.author,
    collected.datePrecision === 'relative' ? null : content.reviewDate,
    (content.text ?? '').slice(0, IDENTIFYING_TEXT),
    content.ratingOriginal,
  ];
  return `made:${hash('sha256', JSON.stringify(identity), 'hex').slice(0, 40)}`;
}

/** Longer ids than this are not worth an index entry of their own, and beyond 2,700 bytes PostgreSQL refuses one. */
const LONGEST_ID = 500;

function storableId(id: string): string {
  return id.length <= LONGEST_ID ? id : `long:${hash('sha256', id, 'hex')}`;
}
