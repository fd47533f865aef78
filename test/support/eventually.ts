import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 25;

type Found<T> = T | null | undefined | false;

/**
 * Polls `probe` until it returns a value, and returns that value. A probe that throws is retried. Rejects after `limitMs` with
 * `what` and the last error of the probe: `what` names the awaited event, such as "the end of the run".
 */
export async function eventually<T>(
  what: string,
  limitMs: number,
  probe: () => Found<T> | Promise<Found<T>>,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const found = await probe();
      if (found !== null && found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    await pause(POLL_MS);
  }
  const cause = last === undefined ? '' : `; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`;
  throw new Error(`${what} did not happen in ${limitMs} ms${cause}`, { cause: last });
}
