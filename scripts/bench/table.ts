/** Figures of several rounds, and Markdown tables of them. */

/** Middle and ends of what several rounds gave. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  };
}

/** The value below which a share of all values lies. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Three digits that tell something, thousands apart: `0.352`, `12.4`, `23,400`. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
}

/** `12.4 (11.9–14.0)`; one value alone stands alone. */
export function spreadText({ median, least, most }: Spread): string {
  return least === most ? figure(median) : `${figure(median)} (${figure(least)}–${figure(most)})`;
}

/** One line of a table of results. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly reference?: string;
  readonly ratio?: string;
  /** As the target is written; a result is held against it when `isMet` says so. */
  readonly aim?: string;
  readonly isMet?: boolean;
}

/** A titled table of results. */
export interface Section {
  readonly title: string;
  /** What stands beside the results: "bare echo". */
  readonly reference: string;
  readonly rows: readonly Row[];
  /** Sentences below the table. */
  readonly notes?: readonly string[];
}

export function markdownOf({ title, reference, rows, notes = [] }: Section): string {
  const cells = rows.map(row => [row.what, row.ours, row.reference ?? '–', row.ratio ?? '–', aimText(row)]);
  return [
    `## ${title}`,
    '',
    tableOf(['What', 'Footfall', reference, 'Ratio', 'Aim'], cells),
    ...notes.map(note => `\n${note}`),
    '',
  ].join('\n');
}

function aimText({ aim, isMet }: Row): string {
  if (aim === undefined) return '–';
  return isMet === undefined ? aim : `${aim}: ${isMet ? 'met' : 'missed'}`;
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
