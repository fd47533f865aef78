/**
 * Measures how the cost of work grows with its input, for tests of hostile input. A duration depends on the machine; the ratio of
 * two durations of the same work does not. For ten times the input, linear work costs about ten times as much, quadratic work a
 * hundred times, and work on a prefix of fixed length the same.
 */

/**
 * Limit for ten times the input: linear work stays below it, caches and garbage collection included, which took it to 42 on a loaded
 * machine; quadratic work exceeds it.
 */
export const FAR_FROM_QUADRATIC = 50;
/** Limit for ten times the input if only a prefix of constant size is read. */
export const NOT_GROWING = 5;

/** The first rounds are needed: in the first one the compiler still works. Later ones are needed only for a noisy measurement. */
const LEAST_ROUNDS = 3;
const MOST_ROUNDS = 7;
/** CPU time for which the work is repeated in the first round, far above the resolution of the clock. It doubles with each round. */
const FIRST_ROUND_US = 10_000;

/**
 * Returns the cost of `work` on `input(10 × size)` divided by its cost on `input(size)`. The cost is CPU time of this process, and of
 * all rounds the smallest: garbage collection, the compiler and other load only add to it. While the quotient is not below `limit`, a
 * longer round follows, because a collection of a large heap takes longer than a short round. Choose `size` so large that the growing
 * part outweighs the constant one, and so small that a quadratic version ends: the work cannot be interrupted. `work` is called any
 * number of times and must not change its input.
 */
export function growth<T>(
  size: number,
  input: (size: number) => T,
  work: (input: T) => void,
  limit = FAR_FROM_QUADRATIC,
): number {
  const [small, large] = [input(size), input(size * 10)];
  let [costOfSmall, costOfLarge] = [Infinity, Infinity];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const measuredUs = FIRST_ROUND_US * 2 ** round;
    costOfSmall = Math.min(costOfSmall, cpuOf(work, small, measuredUs));
    costOfLarge = Math.min(costOfLarge, cpuOf(work, large, measuredUs));
    if (round + 1 >= LEAST_ROUNDS && costOfLarge / costOfSmall < limit) break;
  }
  return costOfLarge / costOfSmall;
}

/** CPU time of one call in microseconds, averaged over the calls that use `measuredUs`. */
function cpuOf<T>(work: (input: T) => void, input: T, measuredUs: number): number {
  const began = process.cpuUsage();
  for (let calls = 1; ; calls += 1) {
    work(input);
    const { user, system } = process.cpuUsage(began);
    if (user + system >= measuredUs) return (user + system) / calls;
  }
}
