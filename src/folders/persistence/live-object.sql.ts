/**
 * Joins to a place `p` (a row of `folder_object`) its object `o` where that is live. Written so that the object is looked up
 * by its id and by nothing else: a join would be planned anew from statistics that know nothing of a composition of ten
 * thousand objects written a moment ago, and then reads all objects for each of them.
 */
export const LIVE_OBJECT_OF_PLACE = `
  join lateral (
    select o.id, o.account_id, o.name, o.is_active, o.deleted_at from tracked_object o where o.id = p.object_id offset 0
  ) o on o.account_id = p.account_id and o.deleted_at is null`;
