/** The SQL and the types that all strategies of the feed share: conditions, windows of rows, and results. */
import type { FeedDirection, FeedSort } from '../../domain/feed-filter';
import { coveredRows } from '../../persistence/review-rows.sql';
import type { ItemRow, ReviewShape } from '../../persistence/review-json.sql';
import type { SqlValues } from '../../persistence/sql-values';
import { ordinaryFlags, type FeedScope } from '../domain/feed-scope';
import { filterConditions, type ConditionUse } from './feed-conditions.sql';

/** Consecutive reviews, each as JSON text in wire form. */
export type ReviewItems = readonly string[];

export interface FeedPage {
  readonly items: ReviewItems;
  readonly total: number;
}

export interface FeedOrder {
  readonly sort: FeedSort;
  readonly direction: FeedDirection;
}

/** A request for the feed: the reviews, their order and their shape. */
export interface FeedRequest extends FeedScope, FeedOrder {
  readonly shape: ReviewShape;
  readonly showPinned: boolean;
}

/** A window of at most `limit` rows, beginning at `offset`. */
export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
}

export const windowSql = ({ offset, limit }: PageWindow, values: SqlValues): string =>
  `offset ${values.add(offset, 'bigint')} limit ${values.add(limit, 'bigint')}`;

/** The filter's conditions on the ordinary rows. */
export function ordinaryConditions(scope: FeedScope, use: ConditionUse, values: SqlValues): string {
  return filterConditions(scope.filter, ordinaryFlags(scope), use, values);
}

/** `from … where …` of all ordinary rows that match, for a plan that finds them. */
export function matchingRows(scope: FeedScope, values: SqlValues): string {
  return `${coveredRows(scope.coverage, scope.visiblePerLink, values)}${ordinaryConditions(scope, 'finding', values)}`;
}

export const itemsOf = (rows: readonly ItemRow[]): ReviewItems => rows.map(({ item }) => item);
