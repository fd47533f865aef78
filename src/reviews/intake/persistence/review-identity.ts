import { hash } from 'node:crypto';
import { cleanText } from '@libs/kernel';
import type { CollectedReview } from '@libs/sources';
import type { ReviewContent } from '../domain/review-content';
import { CONTENT_FIELDS, hashPart } from './review-row';

/** Hexadecimal digits of a content hash (128 bits). Two contents of one review practically never collide. */
const HASH_DIGITS = 32;
/** Bytes of a stored content hash. */
export const HASH_BYTES = HASH_DIGITS / 2;
/** Hexadecimal digits of a computed id. */
const DERIVED_DIGITS = 40;
/** A computed id includes this many characters of the text. */
const IDENTIFYING_LENGTH = 200;

const HASHED_FIELDS = CONTENT_FIELDS.filter(({ hash: position }) => position !== null).sort(
  (one, other) => (one.hash as number) - (other.hash as number),
);

/**
 * The hash of a review's content. It differs if and only if a client can see a difference. The parts are joined by NUL,
 * which stored text does not contain. A null is joined as an empty part, which is unambiguous, because stored text is
 * never empty. Nulls at the end are omitted, so a column that is added later does not change the hashes of reviews
 * without a value for it.
 */
export function contentHash(content: ReviewContent): string {
  const parts: (string | number | null)[] = [];
  let usedLength = 0;
  for (const field of HASHED_FIELDS) {
    const part = hashPart(field, content);
    parts.push(part);
    if (part !== null) usedLength = parts.length;
  }
  parts.length = usedLength;
  return hash('sha256', parts.join('\0'), 'hex').slice(0, HASH_DIGITS);
}

/**
 * The id of a review within its link: the platform's id or, if the platform shows none, a hash of author, date, text
 * and rating (contract §2.3). A date that was computed from "3 weeks ago" differs between visits and is omitted.
 */
export function externalIdOf(collected: CollectedReview, content: ReviewContent): string {
  if (collected.externalId !== null) return storableId(cleanText(collected.externalId));
  return derivedIdOf({ ...content, datePrecision: collected.datePrecision });
}

/** The id that is computed of the content of a review. */
export function derivedIdOf(content: ReviewContent): string {
  const identity = [
    content.author,
    content.datePrecision === 'relative' ? null : content.reviewDate,
    (content.text ?? '').slice(0, IDENTIFYING_LENGTH),
    content.ratingOriginal,
  ];
  return `${DERIVED}${hash('sha256', JSON.stringify(identity), 'hex').slice(0, DERIVED_DIGITS)}`;
}

/** The prefix of a computed id. */
const DERIVED = 'made:';

/** Whether an id was computed, because the platform shows none. */
export const isDerivedId = (externalId: string): boolean => externalId.startsWith(DERIVED);

/**
 * The ids of the reviews of a pass. The k-th review with the same computed id has an id of its own: authors whose
 * masked names are equal may write the same on one day (contract §10.4). A review that a later page repeats has the
 * same id again.
 */
export class PassIds {
  private readonly places = new Map<string, number>();
  private readonly counts = new Map<string, number>();

  idOf(collected: CollectedReview, content: ReviewContent): string {
    const id = externalIdOf(collected, content);
    if (collected.externalId !== null) return id;
    const { author, text, occurrence = 1 } = collected;
    const review = `${id} ${hash('sha256', JSON.stringify([author, text, occurrence]), 'base64url')}`;
    const place = this.places.get(review) ?? (this.counts.get(id) ?? 0) + 1;
    if (!this.places.has(review)) {
      this.places.set(review, place);
      this.counts.set(id, place);
    }
    return place === 1 ? id : `${DERIVED}${hash('sha256', `${id} ${place}`, 'hex').slice(0, DERIVED_DIGITS)}`;
  }
}

/** Longer ids are stored as a hash. PostgreSQL rejects index entries of more than 2,700 bytes. */
const MAX_ID_LENGTH = 500;

function storableId(id: string): string {
  return id.length <= MAX_ID_LENGTH ? id : `long:${hash('sha256', id, 'hex')}`;
}
