/**
 * Joins a row `p` of `folder_object` to its object `o`, if the object is live. `offset 0` forces a lookup of the object by its id:
 * with statistics that are older than ten thousand new rows, a plain join may read all objects for each row.
 */
export const LIVE_MEMBER = `
  join lateral (
    select o.id, o.account_id, o.name, o.is_active, o.deleted_at from tracked_object_view o where o.id = p.object_id offset 0
  ) o on o.account_id = p.account_id and o.deleted_at is null`;
