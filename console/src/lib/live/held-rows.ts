/** Rows of a list that the person reads, while newer ones arrive. */
export interface HeldRows<Row> {
  readonly rows: readonly Row[];
  /** The number of rows that arrived and are not shown. */
  readonly newCount: number;
}

/**
 * The rows to show: those that were shown before, in their order, with their newest contents. Rows that were not there wait,
 * unless they follow all others, where they move none. A row that is missing was removed, unless the page is full and newer rows
 * pushed it off its end: then it stays as it was.
 */
export function heldRows<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => number,
  isFull: boolean,
): HeldRows<Row> {
  const known = new Set(shown.map(keyOf));
  const latest = new Map(fresh.map((row) => [keyOf(row), row]));
  const lastKnown = fresh.findLastIndex((row) => known.has(keyOf(row)));
  const isWaiting = (row: Row, index: number): boolean =>
    !known.has(keyOf(row)) && (lastKnown < 0 || index < lastKnown);
  const newCount = fresh.filter(isWaiting).length;
  const moreAtTheEnd = lastKnown < 0 ? [] : fresh.slice(lastKnown + 1);
  const lastKept = shown.findLastIndex((row) => latest.has(keyOf(row)));
  const rows = shown.flatMap((row, index) => {
    const now = latest.get(keyOf(row));
    if (now !== undefined) return [now];
    return isFull && newCount > 0 && index > lastKept ? [row] : [];
  });
  return { rows: [...rows, ...moreAtTheEnd], newCount };
}
