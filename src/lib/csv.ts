/** Lines of CSV files, as spreadsheets read them. */

/** What stands in a cell; null for nothing. */
export type Cell = string | number | boolean | null;

/** A cell that begins so is a formula to a spreadsheet; the wide forms are to some where people write them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line with its end. Cells with a comma, a quote or the end of a line in them are quoted; a text that a spreadsheet
 * would take for a formula gets a `'` before it, which shows it as a text. Source: RFC 4180.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
