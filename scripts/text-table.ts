/** Lines of columns that are as wide as their widest cell, two spaces apart. The first row is the heading. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('  ')
      .trimEnd();
  const [heading, ...rest] = rows;
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)];
}
