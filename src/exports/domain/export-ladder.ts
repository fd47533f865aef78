/** When an export whose next part failed for a reason of our own is tried again. */
const PAUSES_MS = [10_000, 60_000, 300_000, 900_000] as const;

/** Attempts at one part. */
export const ATTEMPTS_AT_MOST = PAUSES_MS.length + 1;

/** The pause after this failed attempt at a part, from 1, in milliseconds; null after the last one. */
export const pauseAfter = (attempt: number): number | null => PAUSES_MS[attempt - 1] ?? null;
