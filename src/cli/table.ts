import { forTerminal } from '@libs/kernel';

/** Formats rows as aligned columns under the headings. Each cell is one line without control characters. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): readonly string[] {
  const cells = [headings, ...rows.map((row) => row.map((cell) => forTerminal(String(cell ?? '-'))))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
