/**
 * Measures how the cost of work grows with its input, for tests of hostile input. A duration depends on the machine; the ratio of
 * two durations of the same work does not. For ten times the input, linear work costs about ten times as much, quadratic work a
 * hundred times, and work on a prefix of fixed length the same.
 */

/** Limit for ten times the input: linear work stays below it, caches and garbage collection included; quadratic work exceeds it. */
export const FAR_FROM_QUADRATIC = 30;
/** Limit for ten times the input if only a prefix of constant size is read. */
export const NOT_GROWING = 5;

const ROUNDS = 5;
/** A measurement repeats its work until it has used this CPU time, far above the resolution of the clock. */
const MEASURED_US = 10_000;

/**
 * Returns the cost of `work` on `input(10 × size)` divided by its cost on `input(size)`. The cost is CPU time of this process. Each of
 * several rounds measures both sizes, one right after the other, so that what slows the machine slows both; the smallest quotient of a
 * round counts. Choose `size` so large that the growing part outweighs the constant one, and so small that a quadratic version ends: the
 * work cannot be interrupted. `work` is called any number of times and must not change its input.
 */
export function growth<T>(size: number, input: (size: number) => T, work: (input: T) => void): number {
  const [small, large] = [input(size), input(size * 10)];
  const quotients = Array.from({ length: ROUNDS }, () => {
    const costOfSmall = cpuOf(work, small);
    return cpuOf(work, large) / costOfSmall;
  });
  return Math.min(...quotients);
}

/** CPU time of one call in milliseconds, for work with a fixed limit on its input. A busy machine does not affect it. */
export function cpuMsOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/** CPU time of one call in microseconds, averaged over enough calls to measure it. */
function cpuOf<T>(work: (input: T) => void, input: T): number {
  const began = process.cpuUsage();
  for (let calls = 1; ; calls += 1) {
    work(input);
    const { user, system } = process.cpuUsage(began);
    if (user + system >= MEASURED_US) return (user + system) / calls;
  }
}
