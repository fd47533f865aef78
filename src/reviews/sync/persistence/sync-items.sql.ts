/**
 * The wire form of a change, built by PostgreSQL (contract §4.4.1). `rows` is a select of whole reviews with three additional columns:
 * - `in_scope`: whether the composition (the objects and links that the client reads), as read at the start of the page, includes the review;
 * - `checked_at`: when the review moved into or out of the composition; null: the review itself changed;
 * - `gone`: why the review is in no composition (`removalReasonOf`). It is read in the same statement as the row, so an item never
 *   contains a review that the reader may no longer read.
 */
import { isLiveObject, isPresentObject, isRemovedLink } from '../../persistence/live-composition.sql';
import { reviewFields, type ReviewShape } from '../../persistence/review-json.sql';

/** Changes, each as JSON, in the order of the rows. */
export interface SyncItems {
  readonly items: readonly string[];
  /** Id and change number of the last item; 0 if there is none. */
  readonly lastId: number;
  readonly lastSeq: number;
}

export interface SyncItemRow {
  readonly item: string;
  readonly id: number;
  readonly seq: number;
}

export function syncItemsOf(rows: readonly SyncItemRow[]): SyncItems {
  const last = rows.at(-1);
  return { items: rows.map(({ item }) => item), lastId: last?.id ?? 0, lastSeq: last?.seq ?? 0 };
}

const HEAD = (op: string): string => `'{"op":"${op}","review_id":' || r.id || ',"changed_at":' ||
  to_json(date_trunc('second', coalesce(r.checked_at, r.updated_at) at time zone 'UTC'))::text || ',"reason":`;

/**
 * A select of `gone`, the reason for which the stored reviews of a link are in no composition; null if link and object are live. It
 * returns at most one row. The subselects with `offset 0` are look-ups by key; with plain joins, the planner may begin with all links
 * of the account.
 */
export function removalReasonOf(link: string): string {
  return `select case
    when not (${isPresentObject('o')}) then 'object_deleted'
    when ${isRemovedLink('l')} then 'link_removed'
    when not (${isLiveObject('o')}) then 'object_disabled'
  end as gone
  from (select * from link_view where account_id = $1 and id = ${link} offset 0) l
  join lateral (select * from tracked_object_view where id = l.object_id offset 0) o on o.account_id = l.account_id`;
}

/** The import that brought the review was removed. Collections do not delete what only imports have brought. */
const IS_REMOVED = 'r.import_id is not null and r.deleted_at is not null';

/** Returns a select of the items of `rows`. The parameter `$1` of `rows` is the account. */
export function syncItems(rows: string, shape: ReviewShape): string {
  // v2 has no imports, and no further reasons.
  const removed = shape.version === 'v3' ? `case when r.in_scope and ${IS_REMOVED} then 'import_removed' end, ` : '';
  return `
      select r.id, r.change_seq as seq, case when r.in_scope and r.gone is null and not (${IS_REMOVED})
        then ${HEAD('upsert')}null,"review":' || (select row_to_json(f)::text from (select ${reviewFields(shape)}) f) || '}'
        else ${HEAD('remove')}"' || coalesce(r.gone, ${removed}'out_of_scope') || '","review":null}' end as item
      from (${rows}) r`;
}
