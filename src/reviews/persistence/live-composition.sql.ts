/**
 * The composition of an account, as SQL: its live links of live objects. A live link is not removed. A live object is neither deleted
 * nor disabled. The reviews of other links and objects are stored until the purge and shown to no reader.
 */

/** Conditions on a row of `tracked_object`. */
export const isPresentObject = (o: string): string => `${o}.deleted_at is null`;
export const isLiveObject = (o: string): string => `${o}.is_active and ${isPresentObject(o)}`;

/** Conditions on a row of `link`. */
export const isLiveLink = (l: string): string => `${l}.deleted_at is null`;
export const isRemovedLink = (l: string): string => `${l}.deleted_at is not null`;

const OBJECT_OF_REVIEW = 'tracked_object o on o.account_id = r.account_id and o.id = r.object_id';
const LINK_OF_REVIEW = 'link l on l.account_id = r.account_id and l.id = r.link_id';

/** Joins to a review `r` its object `o` and its link `l`: no row where one of them is not live. */
export const LIVE_LINK_OF_LIVE_OBJECT = `join ${OBJECT_OF_REVIEW} and ${isLiveObject('o')}
      join ${LINK_OF_REVIEW} and ${isLiveLink('l')}`;

/** The same where the object may be disabled. */
export const LIVE_LINK_OF_PRESENT_OBJECT = `join ${OBJECT_OF_REVIEW} and ${isPresentObject('o')}
      join ${LINK_OF_REVIEW} and ${isLiveLink('l')}`;
