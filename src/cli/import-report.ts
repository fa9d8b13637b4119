/** What an import came to, as the command prints it. */
import { type ImportReport, toFaultKind } from '../core/hits/import.ts';
import { pluralize } from '../lib/english.ts';
import { toDay } from '../lib/time.ts';
import type { ResultOf } from './remote/with-server.ts';

export type ImportResult = ResultOf<'import'>;

/** Lines that are listed for one fault. */
const SHOWN_LINES = 5;

/** Formats what an import came to, or would. */
export function formatResult({ id, format, report, days }: ImportResult): string {
  const { read, imported, duplicates, bad, first, last } = report;
  const { hit, event, agent_visit: visits, engagement = 0 } = imported;
  const engaged = engagement > 0 ? `, ${engagement} reports of engagement` : '';
  const span = first && last ? `, ${toUtcDay(first)} to ${toUtcDay(last)}` : '';
  const rest = `${duplicates} were already there, ${bad} were bad`;
  if (days) {
    // Files of browsers, for one, have visitors only.
    const views = days.views > 0 ? ` with ${pluralize(days.views, 'page view')}` : '';
    const sums = `${pluralize(days.rows, 'daily sum')}${views}`;
    return id === null
      ? `${format}${span}: would import ${sums}, of ${pluralize(read, 'row')}; ${rest}`
      : `read ${pluralize(read, 'row')}: imported ${sums}${span}; ${rest}`;
  }
  if (id !== null)
    return `read ${read} rows: imported ${hit} hits, ${event} events, ${visits} agent visits${engaged}; ${rest}`;
  return `${format}${span}: would import ${hit} hits, ${event} events, ${visits} agent visits${engaged} of ${read} rows; ${rest}`;
}

/** Returns the UTC day of a time, which arrives as text from the server. */
const toUtcDay = (time: Date | string): string => toDay(new Date(time), 'UTC');

/** Formats a line for each kind of fault: the first lines of the file that have it, how many more do, and the first value. */
export function formatFaults({ bad, faults, faultCounts }: ImportReport): string[] {
  const written = [...Map.groupBy(faults, ({ message }) => toFaultKind(message))].map(([kind, equal]) => {
    const first = equal.slice(0, SHOWN_LINES).map(({ line }) => line);
    const count = faultCounts[kind] ?? equal.length;
    const more = count - first.length;
    const lines = more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
    const message = equal[0]?.message ?? kind;
    const others = equal.every(each => each.message === message) ? '' : ', and other values';
    return { text: `${count === 1 ? 'line' : 'lines'} ${lines}: ${message}${others}`, count };
  });
  const others = bad - written.reduce((sum, { count }) => sum + count, 0);
  return [...written.map(({ text }) => text), ...(others > 0 ? [`… and ${others} more bad rows`] : [])];
}
