/**
 * The order of collections (contract §10.7). Claims are round-robin by account: at each source, the account with the fewest claimed
 * links is served next; among accounts with equally many, the one that was served least recently. Within an account, links are
 * ordered by class, and within a class by how long they have waited.
 *
 *   first       the link was never collected
 *   manual      a client requested it ("collect now")
 *   scheduled   it is due
 *
 * A link that has waited for longer than a tenth of its period moves up one class.
 */
export type RunCause = 'first' | 'scheduled' | 'manual';

/** Links of the lowest class are claimed first. */
export type PriorityClass = 0 | 1 | 2;

const CLASS: Readonly<Record<RunCause, PriorityClass>> = { first: 0, manual: 1, scheduled: 2 };
/** The class of "collect now". */
export const MANUAL_CLASS: PriorityClass = CLASS.manual;
/** The class of first collections. */
export const FIRST_CLASS: PriorityClass = CLASS.first;

/** The share of its period after which a waiting link moves up one class. */
const MOVES_UP_AFTER = 0.1;

/** The class of a link that is planned for this cause. A link that was never collected is always `first`. */
export function priorityClass(cause: RunCause, wasCollected: boolean): PriorityClass {
  return wasCollected ? CLASS[cause] : FIRST_CLASS;
}

/** When a link that has waited since `since` moves up one class. */
export function movesUpAt(since: Date, periodMs: number): Date {
  return new Date(since.getTime() + periodMs * MOVES_UP_AFTER);
}
