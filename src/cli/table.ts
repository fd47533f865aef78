/** Formats rows as aligned columns under the headings. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): readonly string[] {
  const cells = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '-')))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
