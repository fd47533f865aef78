/**
 * How the cost of a piece of work grows with its input, for tests that say "a hostile input does not blow up". A time
 * alone says nothing: it is the machine's. The ratio of two times of the same work says what kind of loop it is: ten times
 * the input costs about ten times as much where the work is linear, a hundred times where it is quadratic, and nothing
 * more where the input is cut before it is looked at.
 */

/** Ten times the input: linear work stays well below this, caches and garbage included; quadratic work is far above. */
export const FAR_FROM_QUADRATIC = 30;
/** Ten times the input, of which only a beginning of one size is looked at. */
export const NOT_GROWING = 5;

const ROUNDS = 5;
/** A measurement repeats its work until it has used so much CPU: far above the grain of the clock. */
const MEASURED_US = 10_000;

/**
 * Cost of `work` on `input(10 × size)`, in costs of `work` on `input(size)`. Counted is the CPU time of this process, not
 * the clock's, so that a busy machine makes both slower alike; the best of several rounds, both sizes in each round.
 * Choose `size` so large that the part which grows outweighs what is paid once, and so small that even a quadratic
 * version ends: the work cannot be interrupted. `work` may be called any number of times and must not change its input.
 */
export function growth<T>(size: number, input: (size: number) => T, work: (input: T) => void): number {
  const [small, large] = [input(size), input(size * 10)];
  let [costOfSmall, costOfLarge] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    costOfSmall = Math.min(costOfSmall, cpuOf(work, small));
    costOfLarge = Math.min(costOfLarge, cpuOf(work, large));
  }
  return costOfLarge / costOfSmall;
}

/** CPU time of one call in microseconds, averaged over as many as are needed to measure it. */
function cpuOf<T>(work: (input: T) => void, input: T): number {
  const began = process.cpuUsage();
  for (let calls = 1; ; calls += 1) {
    work(input);
    const { user, system } = process.cpuUsage(began);
    if (user + system >= MEASURED_US) return (user + system) / calls;
  }
}
