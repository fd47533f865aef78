/**
 * Whose link is collected next (contract §10.7). Claims take turns by account: at each source the account with the fewest
 * links under way there goes next, of equals the one that was served longest ago. Which link of the account goes is a matter
 * of classes; inside a class the one that has waited longest.
 *
 *   first       the link was never collected
 *   manual      somebody asked for it ("collect now")
 *   scheduled   its slot has come
 *
 * A link that has waited longer than a tenth of its period goes as those of the next higher class do.
 */
export type RunCause = 'first' | 'scheduled' | 'manual';

/** Lower goes first. */
export type PriorityClass = 0 | 1 | 2;

const CLASS: Readonly<Record<RunCause, PriorityClass>> = { first: 0, manual: 1, scheduled: 2 };
/** The class of what somebody asked for; links that wait already are lifted to it. */
export const ASKED_FOR: PriorityClass = CLASS.manual;
/** The class of first collections. */
export const NEVER_COLLECTED: PriorityClass = CLASS.first;

const AGES_AFTER = 0.1;

/** The class of a link that is planned for this cause. A link that was never collected is a first collection whoever asks. */
export function priorityClass(cause: RunCause, wasCollected: boolean): PriorityClass {
  return wasCollected ? CLASS[cause] : NEVER_COLLECTED;
}

/** From when on a link that waits since `since` goes as those of the next higher class do. */
export function movesUpAt(since: Date, periodMs: number): Date {
  return new Date(since.getTime() + periodMs * AGES_AFTER);
}
