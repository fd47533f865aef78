import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 25;
/** The machines of continuous integration are up to three times slower than a developer's. A limit ends only tests that hang. */
const TIMES = process.env['CI'] === undefined ? 1 : 4;

type ProbeResult<T> = T | null | undefined | false;

/**
 * Polls `probe` until it returns a value, and returns that value. A probe that throws is retried. Rejects after `limitMs`, or four
 * times as long in continuous integration, with `what` and the last error of the probe: `what` names the awaited event, such as
 * "the end of the run".
 */
export async function eventually<T>(
  what: string,
  limitMs: number,
  probe: () => ProbeResult<T> | Promise<ProbeResult<T>>,
): Promise<T> {
  const deadline = performance.now() + limitMs * TIMES;
  let lastError: unknown;
  while (performance.now() < deadline) {
    try {
      const result = await probe();
      if (result !== null && result !== undefined && result !== false) return result;
    } catch (error) {
      lastError = error;
    }
    await pause(POLL_MS);
  }
  const cause =
    lastError === undefined
      ? ''
      : `; last: ${lastError instanceof Error ? lastError.message : JSON.stringify(lastError)}`;
  throw new Error(`${what} did not happen in ${limitMs * TIMES} ms${cause}`, { cause: lastError });
}
