/** New reviews and their raw records as lines of COPY. */
import { copyValue } from '@libs/database';
import type { Change } from '../../persistence/change-counter.store';
import { precisionNumber, wireImages, wireVideos, type IntakeLink, type PreparedReview } from './review-row';

/** The columns of `reviewLines`, in their order. */
export const COPY_REVIEWS = `copy review (account_id, object_id, link_id, source_id, first_seen_at, updated_at, seen_at, id, change_seq,
  content_hash, review_date, reply_date, rating, date_precision, is_native, external_id, rating_original, author, review_url,
  text, positive, negative, reply_text, images, videos) from stdin`;
export const COPY_RAWS = 'copy review_raw (account_id, review_id, raw) from stdin';

/** A new review as lines but for what is known only behind the change number. */
export interface NewReview {
  readonly externalId: string;
  readonly content: PreparedReview['content'];
  /** The columns of `COPY_REVIEWS` from the hash on, and the last of `COPY_RAWS`. */
  readonly columns: string;
  readonly raw: string;
}

export function newReview(review: PreparedReview): NewReview {
  const { externalId, content } = review;
  // The hash is in hexadecimal, which needs no escaping but that of its mark.
  const columns = `\\\\x${review.hash}\t${contentColumns(review)}\n`;
  return { externalId, content, columns, raw: `${copyValue(JSON.stringify(review.raw))}\n` };
}

/** One line a review. `ids` are theirs in the same order; they take the change numbers after `change.seq`. */
export function* reviewLines(
  link: IntakeLink,
  reviews: readonly NewReview[],
  ids: readonly number[],
  change: Change,
): Iterable<string> {
  const same = [link.accountId, link.objectId, link.linkId, link.sourceId, change.at, change.at, change.at].join('\t');
  for (const [place, review] of reviews.entries())
    yield `${same}\t${ids[place]}\t${change.seq + place + 1}\t${review.columns}`;
}

/** Numbers, dates and truth values need no escaping. */
function contentColumns({ externalId, content }: PreparedReview): string {
  const plain = `${content.reviewDate ?? NULL}\t${content.replyDate ?? NULL}\t${content.rating ?? NULL}`;
  const kind = `${precisionNumber(content.datePrecision)}\t${content.isNative}`;
  const words = `${copyValue(externalId)}\t${copyValue(content.ratingOriginal)}\t${copyValue(content.author)}`;
  const texts = `${copyValue(content.text)}\t${copyValue(content.positive)}\t${copyValue(content.negative)}`;
  const media = `${jsonColumn(wireImages(content))}\t${jsonColumn(wireVideos(content))}`;
  return `${plain}\t${kind}\t${words}\t${copyValue(content.reviewUrl)}\t${texts}\t${copyValue(content.replyText)}\t${media}`;
}

const NULL = copyValue(null);

function jsonColumn(value: readonly unknown[] | null): string {
  return value === null ? NULL : copyValue(JSON.stringify(value));
}

export function* rawLines(accountId: number, reviews: readonly NewReview[], ids: readonly number[]): Iterable<string> {
  for (const [place, { raw }] of reviews.entries()) yield `${accountId}\t${ids[place]}\t${raw}`;
}
