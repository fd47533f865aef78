/**
 * The wire form of a change, built by PostgreSQL (contract §4.4.1). `rows` is a select of whole reviews with three more
 * columns: `in_scope`, whether the caller found it in the reader's composition; `checked_at`, when it moved in or out (null: when
 * the review itself changed); and `gone`, read with the row, so that an item shows nothing that the reader may no longer see.
 */
import { isLiveObject, isPresentObject, isRemovedLink } from '../../persistence/live-composition.sql';
import { reviewFields, type ReviewShape } from '../../persistence/review-json.sql';

/** Changes, each as JSON, in the order of the rows. */
export interface SyncItems {
  readonly items: readonly string[];
  /** Of the last one; 0 where there is none. */
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
 * Why the stored reviews of a link are in no composition; null where link and object are live. One row at most. The subselects
 * with `offset 0` are look-ups by key: as plain joins, the planner may begin with all links of the account.
 */
export function goneOf(link: string): string {
  return `select case
    when not (${isPresentObject('o')}) then 'object_deleted'
    when ${isRemovedLink('l')} then 'link_removed'
    when not (${isLiveObject('o')}) then 'object_disabled'
  end as gone
  from (select * from link where account_id = $1 and id = ${link} offset 0) l
  join lateral (select * from tracked_object where id = l.object_id offset 0) o on o.account_id = l.account_id`;
}

/** `$1` of `rows` is the account. */
export function syncItems(rows: string, shape: ReviewShape): string {
  return `
      select r.id, r.change_seq as seq, case when r.in_scope and r.gone is null
        then ${HEAD('upsert')}null,"review":' || (select row_to_json(f)::text from (select ${reviewFields(shape)}) f) || '}'
        else ${HEAD('remove')}"' || coalesce(r.gone, 'out_of_scope') || '","review":null}' end as item
      from (${rows}) r`;
}
