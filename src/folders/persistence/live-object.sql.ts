/**
 * Joins a row `p` of `folder_object` to its object `o`, if that is live. `offset 0` makes PostgreSQL look the object up by its id:
 * where statistics do not contain ten thousand rows that were just written, a plain join may read all objects for each of them.
 */
export const LIVE_MEMBER = `
  join lateral (
    select o.id, o.account_id, o.name, o.is_active, o.deleted_at from tracked_object o where o.id = p.object_id offset 0
  ) o on o.account_id = p.account_id and o.deleted_at is null`;
