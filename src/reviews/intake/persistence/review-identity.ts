import { hash } from 'node:crypto';
import { cleanText } from '@libs/kernel';
import type { CollectedReview } from '@libs/sources';
import type { ReviewContent } from '../domain/review-content';
import { CONTENT_FIELDS, hashedField } from './content-forms';

/** Hexadecimal digits of a content hash: at 128 bits no two contents of one review collide. */
const HASH_DIGITS = 32;
/** A stored content hash. */
export const HASH_BYTES = HASH_DIGITS / 2;
const IDENTIFYING_TEXT = 200;

const HASHED = CONTENT_FIELDS.filter(({ hash: place }) => place !== null).sort(
  (one, other) => (one.hash as number) - (other.hash as number),
);

/**
 * Differs between two contents exactly where a client can see a difference. The parts are joined by NUL, which stored text does not
 * contain, and an empty part is null, since stored text is not empty. Nulls at the end are left out: a column that is added
 * later leaves the hashes of reviews without a value for it as they are.
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
 * The id of a review within its link: the platform's own, or, where the platform shows none, a hash of author, date and text
 * (contract §2.3). A date computed from "3 weeks ago" differs between visits and is left out.
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
