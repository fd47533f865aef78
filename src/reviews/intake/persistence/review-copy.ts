/** Converts new reviews and their raw records to lines of COPY. */
import { copyValue } from '@libs/database';
import type { Change } from '../../persistence/change-counter.store';
import type { RowColumn } from '../../persistence/review-columns';
import { factsOfNew, type ReviewFact } from '../domain/review-content';
import { CONTENT_FIELDS, copyField } from './content-forms';
import type { IntakeLink, PreparedReview } from './review-row';

/** The first columns of a line. Their values are known only after the change number is allocated. */
const ASSIGNED_COLUMNS: readonly RowColumn[] = [
  'account_id',
  'object_id',
  'link_id',
  'source_id',
  'first_seen_at',
  'updated_at',
  'seen_at',
  'id',
  'change_seq',
];
/** The remaining columns of a line: those of `NewReview.columns`. */
const PREPARED_COLUMNS = ['content_hash', 'external_id', ...CONTENT_FIELDS.map(({ name }) => name)];

export const COPIED_COLUMNS: readonly string[] = [...ASSIGNED_COLUMNS, ...PREPARED_COLUMNS];
export const COPY_REVIEWS = `copy review (${COPIED_COLUMNS.join(', ')}) from stdin`;
export const COPY_RAWS = 'copy review_raw (account_id, review_id, raw) from stdin';

/** A new review as parts of COPY lines. Values that depend on the change number are added later. */
export interface NewReview {
  readonly facts: readonly ReviewFact[];
  /** The columns of `COPY_REVIEWS` from `content_hash` to the end. */
  readonly columns: string;
  /** The last column of `COPY_RAWS`. */
  readonly raw: string;
}

export function newReview({ externalId, content, hash, raw }: PreparedReview): NewReview {
  // The hash is hexadecimal: only the backslash of its prefix is escaped.
  let columns = `\\\\x${hash}\t${copyValue(externalId)}`;
  for (const field of CONTENT_FIELDS) columns += `\t${copyField(field, content)}`;
  return { facts: factsOfNew(content), columns: `${columns}\n`, raw: `${copyValue(JSON.stringify(raw))}\n` };
}

/** One line per review. `ids` are in the order of the reviews, which get the change numbers after `change.seq`. */
export function* reviewLines(
  link: IntakeLink,
  reviews: readonly NewReview[],
  ids: readonly number[],
  change: Change,
): Iterable<string> {
  const head = [link.accountId, link.objectId, link.linkId, link.sourceId, change.at, change.at, change.at].join('\t');
  for (const [index, review] of reviews.entries())
    yield `${head}\t${ids[index]}\t${change.seq + index + 1}\t${review.columns}`;
}

export function* rawLines(accountId: number, reviews: readonly NewReview[], ids: readonly number[]): Iterable<string> {
  for (const [index, { raw }] of reviews.entries()) yield `${accountId}\t${ids[index]}\t${raw}`;
}
