type Row = readonly string[];

/** Formats a heading and rows as aligned columns. */
export function formatTable(heading: Row, rows: readonly Row[]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, index) => Math.max(...all.map(row => row[index]?.length ?? 0)));
  return all
    .map(row =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
