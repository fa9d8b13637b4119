/** Times a report over HTTP against its reference, in turns. */

import type { BenchContext } from './context.ts';
import { formatNumber, formatSpread, type Row, summarize } from './table.ts';

/** The target of a report: faster than its reference, or at most a multiple of its time and a constant. */
export type Target = 'faster' | { readonly ratio: number; readonly moreMs: number };

export interface ReportComparison {
  readonly row: Row;
  readonly medianMs: number;
}

/** Times a report and its reference in turns. Throws when their first answers differ. */
export async function compareReport(
  bench: BenchContext,
  report: {
    readonly name: string;
    readonly sendRequest: () => Promise<{ readonly text: string; readonly ms: number }>;
    readonly queryReference: () => Promise<{ readonly rows: unknown[][]; readonly ms: number }>;
    /** Returns the numbers of an answer that the reference's first row has, too. */
    readonly summaryIn: (text: string) => readonly number[];
    readonly aim: Target;
  },
): Promise<ReportComparison> {
  const { name, sendRequest, queryReference, summaryIn, aim } = report;
  const actual = summaryIn((await sendRequest()).text).join();
  const expected = (await queryReference()).rows[0]?.map(Number).join();
  if (actual !== expected) throw new Error(`${name}: got ${actual}, the reference has ${expected}`);
  const oursMs: number[] = [];
  const referenceMs: number[] = [];
  for (let round = 0; round < bench.requests; round++) {
    oursMs.push((await sendRequest()).ms);
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
  return { row, medianMs: footfall.median };
}
