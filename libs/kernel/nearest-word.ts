/** The maximum distance of a typing mistake, as a fraction of the word's length. */
const MAX_SHARE = 1 / 3;

/** Returns the word of `known` with the smallest edit distance to `given`; null if none is near enough. */
export function nearestWord(given: string, known: readonly string[]): string | null {
  const distances = known.map((word) => ({ word, distance: distanceBetween(given, word) }));
  const [nearest] = distances.sort((one, other) => one.distance - other.distance);
  if (nearest === undefined) return null;
  return nearest.distance <= Math.max(1, nearest.word.length * MAX_SHARE) ? nearest.word : null;
}

/** The number of insertions, deletions, replacements and swaps of neighbors between two words. */
function distanceBetween(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = at(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
