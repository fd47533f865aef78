import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { passesMost, type FeedDirection, type FeedSort } from '../../domain/feed-filter';
import type { FeedSegment } from '../domain/feed-order';
import { segmentSql, wholeOrder } from './feed-order.sql';
import { itemsOfIds, itemsOfRows, type ItemRow, type ReviewShape } from '../../persistence/review-json.sql';
import {
  coveredRows,
  filterConditions,
  linkFilter,
  rowFlags,
  type ConditionUse,
} from '../../persistence/review-rows.sql';
import type { CountedRows } from '../../persistence/rollup-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { statementName } from '../../persistence/statement-name';

/** Consecutive reviews, each as JSON text in wire form. */
export type ReviewItems = readonly string[];

export interface FeedRows extends CountedRows {
  readonly shape: ReviewShape;
}

export interface FeedOrder {
  readonly sort: FeedSort;
  readonly direction: FeedDirection;
}

/** Which rows of an order are wanted. */
export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
}

/** A part of a page inside one segment. */
export interface SegmentPart extends PageWindow {
  readonly segment: FeedSegment;
  readonly direction: FeedDirection;
  /** For `dated` segments: only rows of this span of time, `[from, before)`. */
  readonly span?: { readonly from: string; readonly before: string };
}

/** Reads parts of pages. Every statement finds its rows in an index and only then fetches the wide rows of the page. */
@Injectable()
export class FeedPageQuery {
  constructor(private readonly database: Database) {}

  /** Rows of a segment, in the order of its index. Searches read the texts on the way. */
  async walk(rows: FeedRows, part: SegmentPart): Promise<ReviewItems> {
    const values = new SqlValues();
    const account = values.add(rows.coverage.accountId, 'bigint');
    const text = walkStatement(rows, part, account, values);
    return asItems(await this.database.prepared<ItemRow>({ name: statementName(text), text, values: values.all }));
  }

  /** How many rows a segment has, where nothing else knows. */
  async countSegment(rows: FeedRows, segment: FeedSegment): Promise<number> {
    const values = new SqlValues();
    const from = coveredRows(rows.coverage, rows.visiblePerLink, values);
    const conditions = ordinaryConditions(rows, 'finding', values);
    const { where } = segmentSql(
      segment.kind,
      'desc',
      segment.rating === null ? '' : values.add(segment.rating, 'smallint'),
    );
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n ${from} and ${where}${conditions}`,
      values.all,
    );
    return row?.n ?? 0;
  }

  /**
   * All matching rows are found and sorted: for results known to be small. `matches` are their ids where the count knows
   * them. Not prepared, because the best index depends on the values.
   */
  async gather(
    rows: FeedRows,
    order: FeedOrder,
    matches: readonly string[] | null,
    place: PageWindow,
  ): Promise<ReviewItems> {
    const values = new SqlValues();
    const account = values.add(rows.coverage.accountId, 'bigint');
    const found = matches === null ? matchingRows(rows, values) : knownRows(account, matches, values);
    const ids = `select r.id ${found} order by ${wholeOrder(order.sort, order.direction)} ${window(place, values)}`;
    const text = itemsOfIds(ids, account, rows.shape);
    return asItems(await this.database.query<ItemRow>(text, values.all));
  }

  /** The pinned reviews of one object that pass the filter, by their place. There are at most 30 (contract §8). */
  async pinned(rows: FeedRows, place: PageWindow): Promise<ReviewItems> {
    const values = new SqlValues();
    const account = values.add(rows.coverage.accountId, 'bigint');
    const ids = `select r.id ${pinnedRows(rows, values)} order by r.pin_position, r.id desc ${window(place, values)}`;
    const text = itemsOfIds(ids, account, rows.shape);
    return asItems(await this.database.prepared<ItemRow>({ name: statementName(text), text, values: values.all }));
  }

  async countPinned(rows: FeedRows): Promise<number> {
    const values = new SqlValues();
    const text = `select count(*)::int as n ${pinnedRows(rows, values)}`;
    const [row] = await this.database.prepared<{ n: number }>({ name: statementName(text), text, values: values.all });
    return row?.n ?? 0;
  }
}

const asItems = (rows: readonly ItemRow[]): ReviewItems => rows.map(({ item }) => item);

function ordinaryConditions(rows: FeedRows, use: ConditionUse, values: SqlValues): string {
  return filterConditions(rows.filter, rowFlags(rows.coverage, rows.filter, 'ordinary'), use, values);
}

function pinnedRows(rows: FeedRows, values: SqlValues): string {
  const from = coveredRows(rows.coverage, rows.visiblePerLink, values);
  const flags = rowFlags(rows.coverage, rows.filter, 'pinned');
  // Said once more as the partial index says it, so that the thirty are found without walking the object.
  return `${from} and r.pin_position is not null${filterConditions(rows.filter, flags, 'filtering', values)}`;
}

const window = ({ offset, limit }: PageWindow, values: SqlValues): string =>
  `offset ${values.add(offset, 'bigint')} limit ${values.add(limit, 'bigint')}`;

function matchingRows(rows: FeedRows, values: SqlValues): string {
  return `${coveredRows(rows.coverage, rows.visiblePerLink, values)}${ordinaryConditions(rows, 'finding', values)}`;
}

function knownRows(account: string, matches: readonly string[], values: SqlValues): string {
  return `from review r where r.account_id = ${account} and r.id = any(${values.add(matches, 'bigint[]')})`;
}

function segmentConditions(
  rows: FeedRows,
  part: SegmentPart,
  values: SqlValues,
): { where: string; order: string; column: string } {
  const { segment, direction, span } = part;
  const sql = segmentSql(
    segment.kind,
    direction,
    segment.rating === null ? '' : values.add(segment.rating, 'smallint'),
  );
  const where = span
    ? `r.review_date >= ${values.add(span.from, 'timestamp')} and r.review_date < ${values.add(span.before, 'timestamp')}`
    : sql.where;
  const use = sql.column === 'review_date' ? 'filtering_by_date' : 'filtering';
  const conditions = `${where}${linkFilter(rows.coverage, values)}${ordinaryConditions(rows, use, values)}`;
  return { where: conditions, order: sql.order, column: sql.column };
}

function walkStatement(rows: FeedRows, part: SegmentPart, account: string, values: SqlValues): string {
  if (rows.coverage.objectIds.length !== 1) {
    return itemsOfIds(severalObjects(rows, part, account, values), account, rows.shape);
  }
  const walked = oneObject(rows, part, account, values);
  if (part.offset <= READ_AT_ONCE && rows.coverage.takesEveryLink && passesMost(rows.filter)) {
    return itemsOfRows(walked, rows.shape);
  }
  return itemsOfIds(`select r.id ${walked}`, account, rows.shape);
}

/** Skipping so many whole rows costs less than fetching those of the page a second time. */
export const READ_AT_ONCE = 100;

function oneObject(rows: FeedRows, part: SegmentPart, account: string, values: SqlValues): string {
  const object = values.add(rows.coverage.objectIds[0], 'bigint');
  const { where, order } = segmentConditions(rows, part, values);
  return `from review r where r.account_id = ${account} and r.object_id = ${object} and ${where}
    order by ${order} ${window(part, values)}`;
}

/** The first rows of each object in order, merged: an object gives no more rows than the page's end is far. */
function severalObjects(rows: FeedRows, part: SegmentPart, account: string, values: SqlValues): string {
  const objects = values.add(rows.coverage.objectIds, 'bigint[]');
  const reach = values.add(part.offset + part.limit, 'bigint');
  const { where, order, column } = segmentConditions(rows, part, values);
  const ofObject = `from review r where r.account_id = ${account} and r.object_id = o.id and ${where}`;
  const head = hasDates(part) ? headLength(part, rows.coverage.objectIds.length) : null;
  const page = `order by ${order} ${window(part, values)}`;
  if (head === null) {
    return `select r.id from unnest(${objects}) o (id) cross join lateral (
        select r.id, r.${column} ${ofObject} order by ${order} limit ${reach}
      ) r ${page}`;
  }
  const [isBefore, farthest] = part.direction === 'desc' ? ['>=', '-infinity'] : ['<=', 'infinity'];
  return `with head as materialized (
      select o.id, r.at from unnest(${objects}) o (id) cross join lateral (
        select r.${column} as at ${ofObject} order by ${order} limit ${values.add(head, 'bigint')}
      ) r
    ), edge as materialized (
      select coalesce((select at from head order by at ${part.direction} offset ${reach} - 1 limit 1), '${farthest}') as at
    )
    select r.id from (select id from head where at ${isBefore} (select at from edge) group by id) o cross join lateral (
      select r.id, r.${column} ${ofObject} and r.${column} ${isBefore} (select at from edge)
      order by ${order} limit ${reach}
    ) r ${page}`;
}

/** Whether the rows are told apart by a date, not by their ids alone. */
const hasDates = ({ segment }: SegmentPart): boolean => segment.kind === 'dated' || segment.kind === 'replied';

/**
 * How many rows of each object tell enough of where a page may end. As many rows as the page's end is far stand before the
 * last of so many among the heads, so none of a later date is on the page: each object is read up to that date only, and
 * those that begin behind it not at all. What is read depends on the page then and not on how much the objects have.
 * Null where so few objects share the page that their heads would be half of what they save.
 */
function headLength({ offset, limit }: PageWindow, objects: number): number | null {
  const length = Math.ceil((2 * (offset + limit)) / objects) + 1;
  return 2 * length > offset + limit ? null : length;
}
