/**
 * When deliveries of a webhook are sent (contract §6.1): at once, or in one batch a day at a full hour of UTC. The second
 * form is written `daily_<HOUR>` with an hour of 0-23 and no leading zero. On the wire and in columns it is `bucket_window`.
 */

export type BatchWindow = 'immediate' | `daily_${number}`;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** All values. */
export const BATCH_WINDOWS: readonly BatchWindow[] = ['immediate', ...HOURS.map((hour) => `daily_${hour}` as const)];

/** The hour of the day (UTC) at which the window is flushed; null for `immediate`. */
export function flushHour(window: BatchWindow): number | null {
  return window === 'immediate' ? null : Number(window.slice('daily_'.length));
}

/**
 * The first flush strictly after `now`; null for `immediate`. An event at the exact time of a flush belongs to the next batch, so that a
 * batch is complete once it is due. UTC has no daylight saving time: two flushes are always 24 hours apart.
 */
export function nextFlush(window: BatchWindow, now: Date): Date | null {
  const hour = flushHour(window);
  if (hour === null) return null;
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = new Date(Date.UTC(year, month, day, hour));
  return today > now ? today : new Date(Date.UTC(year, month, day + 1, hour));
}
