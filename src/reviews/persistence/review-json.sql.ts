/** The JSON of reviews, built by PostgreSQL from the registry of columns (contract §2.3, §1.2, §4.13). */
import { reviewOfId } from './review-rows.sql';
import { WIRE_FIELDS, type WireField } from './review-columns';

export interface ReviewShape {
  readonly version: 'v2' | 'v3';
  /** Adds `is_hidden`, `is_pinned` and `pin_position`; false only in the feed of a folder or an account. */
  readonly showsCuration: boolean;
  readonly includeRaw: boolean;
  readonly separatePosNeg: boolean;
  /** Items have only the id. */
  readonly onlyIds?: boolean;
}

/** The part of the shape that the request chooses. `showsCuration` depends on whether the request is for one object. */
export type ReviewFormat = Omit<ReviewShape, 'showsCuration'>;

/** The select list of a review `r`, with the names and the order of the wire. */
export function reviewFields(shape: ReviewShape): string {
  if (shape.onlyIds === true) return 'r.id';
  return WIRE_FIELDS.filter(({ only }) => only === undefined || INCLUDES[only](shape))
    .map((field) => selectItem(field, shape))
    .join(', ');
}

const INCLUDES: Readonly<Record<NonNullable<WireField['only']>, (shape: ReviewShape) => boolean>> = {
  v3: (shape) => shape.version === 'v3',
  curation: (shape) => shape.showsCuration,
  raw: (shape) => shape.includeRaw,
};

function selectItem({ name, sql, as, merged }: WireField, { separatePosNeg }: ReviewShape): string {
  if (merged !== undefined && !separatePosNeg) return `${merged} as ${name}`;
  return as === undefined ? sql : `${sql} as ${as}`;
}

/**
 * One item of a page, as JSON text. A page is read as one row per item and not as one text: PostgreSQL would build that text by
 * repeated copies, and one character outside Latin-1 would double its size in the memory of the process.
 */
export interface ItemRow {
  readonly item: string;
}

/** Items of `rows` (`from review r …`), in the order in which they are read; for pages near the beginning of an index. */
export function itemsOfRows(rows: string, shape: ReviewShape): string {
  return `select row_to_json(f)::text as item from (select ${reviewFields(shape)} ${rows}) f`;
}

/**
 * Items of the reviews that the select `ids` returns in a column `id`, in its order. The wide rows are fetched one by one by
 * primary key. Send it in index order if `ids` needs no sort; see `reviewOfId`. The outer `offset 0` hides the value of the account from
 * the planner, so that it does not choose another index for an account that the statistics do not contain: 440 ms instead of 2.4 for
 * 1,000 items of 1,500 reviews.
 */
export function itemsOfIds(ids: string, account: string, shape: ReviewShape): string {
  return `select row_to_json(f)::text as item
    from (select i.id, ${account} as account_id from (${ids}) i offset 0) k cross join lateral (
      select ${reviewFields(shape)} from (${reviewOfId('k.account_id', 'k.id')}) r offset 0
    ) f`;
}
