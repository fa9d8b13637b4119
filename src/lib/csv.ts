/** Formats CSV for spreadsheets. */

/** Value of a cell; null for an empty one. */
export type Cell = string | number | boolean | null;

/** Spreadsheets take a cell that begins so for a formula; some do so for the full-width forms too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Formats a line with its line break. Cells with commas, quotes or line breaks are quoted; a text that a spreadsheet would
 * take for a formula is prefixed with `'`, which makes it a text. Source: RFC 4180.
 */
export const formatCsvLine = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`;

function formatCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
