/** Figures of several rounds, and Markdown tables of them. */

/** Median and extremes of several rounds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function summarize(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  };
}

/** What a request or a statement took: time on the clock, and of the processor. */
export interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Returns median and extremes of the times on the clock, and the median of those of the processor. */
export const summarizeCosts = (costs: readonly Cost[]) => ({
  ms: summarize(costs.map(({ ms }) => ms)),
  cpuMs: summarize(costs.map(({ cpuMs }) => cpuMs)).median,
});

/** Returns the value below which a share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Formats a number with three significant digits, thousands separated: `0.352`, `12.4`, `23,400`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
}

/** Formats median and extremes: `12.4 (11.9–14.0)`; a single value without extremes. */
export function formatSpread({ median, least, most }: Spread): string {
  return least === most
    ? formatNumber(median)
    : `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`;
}

/** Formats a figure of the clock, and the same of the processor in brackets: `12.4 (11.9–14.0) [10.2]`. */
export const formatCosts = (ms: number | Spread, cpuMs: number): string =>
  `${typeof ms === 'number' ? formatNumber(ms) : formatSpread(ms)} [${formatNumber(cpuMs)}]`;

/** One line of a table of results. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly reference?: string;
  readonly ratio?: string;
  /** The target; `isMet` is whether the result meets it. */
  readonly aim?: string;
  readonly isMet?: boolean;
  /** Medians, which are compared with those of other zones. */
  readonly took?: Cost;
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

/** Formats a section; `base` is the same section in another zone, whose times those of this one are a multiple of. */
export function toMarkdown(
  { title, reference, rows, notes = [] }: Section,
  base?: { readonly zone: string; readonly rows: readonly Row[] },
): string {
  const toTimes = ({ what, took }: Row): string => {
    const basis = base?.rows.find(row => row.what === what)?.took;
    return took && basis ? formatCosts(took.ms / basis.ms, took.cpuMs / basis.cpuMs) : '–';
  };
  const cells = rows.map(row => [
    row.what,
    row.ours,
    row.reference ?? '–',
    row.ratio ?? '–',
    aimText(row),
    ...(base ? [toTimes(row)] : []),
  ]);
  const head = ['What', 'Footfall', reference, 'Ratio', 'Target', ...(base ? [`× ${base.zone}`] : [])];
  return [`## ${title}`, '', toMarkdownTable(head, cells), ...notes.map(note => `\n${note}`), ''].join('\n');
}

function aimText({ aim, isMet }: Row): string {
  if (aim === undefined) return '–';
  return isMet === undefined ? aim : `${aim}: ${isMet ? 'met' : 'missed'}`;
}

export function toMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
