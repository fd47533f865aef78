import { hash } from 'node:crypto';
import { cleanText } from '@libs/kernel';
import type { CollectedReview } from '@libs/sources';
import type { ReviewContent } from '../domain/review-content';
import { CONTENT_FIELDS, hashedField } from './content-forms';

/** Hexadecimal digits of a content hash: at 128 bits no two contents of one review collide. */
const HASH_DIGITS = 32;
/** Bytes of a stored content hash. */
export const HASH_BYTES = HASH_DIGITS / 2;
/** Characters of the text that are part of a computed id. */
const IDENTIFYING_TEXT = 200;

const HASHED = CONTENT_FIELDS.filter(({ hash: place }) => place !== null).sort(
  (one, other) => (one.hash as number) - (other.hash as number),
);

/**
 * The hash of a content. Two contents have different hashes exactly if a client can see a difference. The parts are joined by NUL, which
 * stored text does not contain. An empty part is null, because stored text is not empty. Nulls at the end are omitted, so a column that
 * is added later does not change the hashes of reviews without a value for it.
 */
export function contentHash(content: ReviewContent): string {
  const parts: (string | number | null)[] = [];
  let last = 0;
  for (const field of HASHED) {
    const part = hashedField(field, content);
    parts.push(part);
    if (part !== null) last = parts.length;
  }
  parts.length = last;
  return hash('sha256', parts.join('\0'), 'hex').slice(0, HASH_DIGITS);
}

/**
 * The id of a review within its link: the platform's id or, if the platform shows none, a hash of author, date, text and rating
 * (contract §2.3). A date that was computed from "3 weeks ago" differs between visits and is omitted.
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

/** Longer ids are stored as a hash. PostgreSQL rejects index entries of more than 2,700 bytes. */
const MAX_ID_LENGTH = 500;

function storableId(id: string): string {
  return id.length <= MAX_ID_LENGTH ? id : `long:${hash('sha256', id, 'hex')}`;
}
