/** The maximum distance of a typing mistake, as a fraction of the word's length. */
const MAX_SHARE = 1 / 3;

/** Returns the word of `known` with the smallest edit distance to `input`; null if none is near enough. */
export function nearestWord(input: string, known: readonly string[]): string | null {
  const distances = known.map((word) => ({ word, distance: distanceBetween(input, word) }));
  const [nearest] = distances.sort((one, other) => one.distance - other.distance);
  if (nearest === undefined) return null;
  return nearest.distance <= Math.max(1, nearest.word.length * MAX_SHARE) ? nearest.word : null;
}

/** The number of insertions, deletions, replacements and swaps of neighbors between two words. */
function distanceBetween(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replacementCost = distanceAt(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapCost = isSwapped ? distanceAt(beforeLast, column - 2) + 1 : Infinity;
      current.push(
        Math.min(distanceAt(last, column) + 1, distanceAt(current, column - 1) + 1, replacementCost, swapCost),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return distanceAt(last, other.length);
}

function distanceAt(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
