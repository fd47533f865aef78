/**
 * SQL of an account's composition: the live links of its live objects. A link is live if it is not removed. An object is live if
 * it is neither deleted nor disabled. The reviews of other links and objects stay stored but are not returned to readers.
 */

/** Conditions on a row of `tracked_object`. */
export const isPresentObject = (o: string): string => `${o}.deleted_at is null`;
export const isLiveObject = (o: string): string => `${o}.is_active and ${isPresentObject(o)}`;

/** Conditions on a row of `link`. */
export const isLiveLink = (l: string): string => `${l}.deleted_at is null`;
export const isRemovedLink = (l: string): string => `${l}.deleted_at is not null`;

/** Subselects with `offset 0` are look-ups by key. With plain joins, the planner may begin with all objects of the account. */
const OBJECT_OF_REVIEW =
  'lateral (select * from tracked_object_view where id = r.object_id offset 0) o on o.account_id = r.account_id';
const LINK_OF_REVIEW =
  'lateral (select * from link_view where id = r.link_id offset 0) l on l.account_id = r.account_id';

/** Joins the object `o` and the link `l` of a review `r`. There is no row if one of them is not live. */
export const LIVE_LINK_OF_LIVE_OBJECT = `join ${OBJECT_OF_REVIEW} and ${isLiveObject('o')}
      join ${LINK_OF_REVIEW} and ${isLiveLink('l')}`;

/** Like `LIVE_LINK_OF_LIVE_OBJECT`, but the object may be disabled. */
export const LIVE_LINK_OF_PRESENT_OBJECT = `join ${OBJECT_OF_REVIEW} and ${isPresentObject('o')}
      join ${LINK_OF_REVIEW} and ${isLiveLink('l')}`;
