/** Random numbers that are the same on every machine: all generated data depends only on the seed. */

/** Mulberry32: numbers in [0, 1). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed for one of many items, so that it can be generated without those before it. */
export function seedOf(seed: number, index: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
}

/** Cumulative probabilities of `size` items where the k-th has the weight `1 / k^exponent`. */
export function zipfCumulative(size: number, exponent: number): Float64Array {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) {
    sum += 1 / (rank + 1) ** exponent;
    sums[rank] = sum;
  }
  return sums.map((value) => value / sum);
}

/** The index that `u` of [0, 1) selects. */
export function pickCumulative(cumulative: Float64Array, u: number): number {
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cumulative[middle] ?? 1) <= u) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Fisher-Yates, in place. */
export function shuffle<T>(items: T[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
}
