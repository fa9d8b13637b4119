/** Times a report over HTTP against its reference, in turns. */

import type { BenchContext } from './context.ts';
import { formatNumber, formatSpread, type Row, summarize } from './table.ts';

/** A report whose rounds have taken so long begins no further one: plain SQL over a hundred million hits may take a minute. */
const MAX_MS = 20_000;

/** The target of a report: faster than its reference, or at most a multiple of its time and a constant. */
export type Target = 'faster' | { readonly ratio: number; readonly moreMs: number };

export interface ReportComparison {
  readonly row: Row;
  readonly medianMs: number;
  /** Median of requests whose answer was still in memory. */
  readonly againMs: number;
}

/** A report, and its reference. */
export interface ComparedReport {
  readonly name: string;
  readonly sendRequest: () => Promise<{ readonly text: string; readonly ms: number }>;
  /** Writes something, so that no answer in memory is valid; before every request that is timed. */
  readonly invalidate?: () => Promise<unknown>;
  readonly queryReference: () => Promise<{ readonly rows: unknown[][]; readonly ms: number }>;
  /** Returns the numbers of an answer that the reference's first row has, too. */
  readonly summaryIn: (text: string) => readonly number[];
  readonly aim: Target;
}

/** Compares the answers of a report and its reference. Throws when they differ. */
export async function checkReport(report: ComparedReport): Promise<void> {
  const actual = report.summaryIn((await report.sendRequest()).text).join();
  const expected = (await report.queryReference()).rows[0]?.map(Number).join();
  if (actual !== expected) throw new Error(`${report.name}: got ${actual}, the reference has ${expected}`);
}

/** Times a report and its reference in turns, as often as there is time. */
export async function timeReport(bench: BenchContext, report: ComparedReport): Promise<ReportComparison> {
  const { name, sendRequest, invalidate, queryReference, aim } = report;
  const [oursMs, againMs]: [number[], number[]] = [[], []];
  const referenceMs: number[] = [];
  const startedMs = performance.now();
  for (let round = 0; round < bench.requests; round++) {
    if (round > 0 && performance.now() - startedMs > MAX_MS) break;
    await invalidate?.();
    oursMs.push((await sendRequest()).ms);
    againMs.push((await sendRequest()).ms);
    referenceMs.push((await queryReference()).ms);
  }
  const [footfall, reference] = [summarize(oursMs), summarize(referenceMs)];
  const mostMs = aim === 'faster' ? reference.median : reference.median * aim.ratio + aim.moreMs;
  const row: Row = {
    what: name,
    ours: formatSpread(footfall),
    reference: formatSpread(reference),
    ratio: formatNumber(footfall.median / reference.median),
    aim: aim === 'faster' ? 'faster' : `at most ${aim.ratio} × + ${aim.moreMs}`,
    isMet: aim === 'faster' ? footfall.median < mostMs : footfall.median <= mostMs,
  };
  return { row, medianMs: footfall.median, againMs: summarize(againMs).median };
}

/** Compares the answers of a report and its reference, then times them. */
export async function compareReport(bench: BenchContext, report: ComparedReport): Promise<ReportComparison> {
  await checkReport(report);
  return timeReport(bench, report);
}
