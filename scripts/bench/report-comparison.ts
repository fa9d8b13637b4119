/** Times a report over HTTP against its reference, in turns. */

import type { BenchContext } from './context.ts';
import { type Cost, formatCosts, type Row, summarizeCosts } from './table.ts';

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
  readonly sendRequest: () => Promise<{ readonly text: string } & Cost>;
  /** Writes something, so that no answer in memory is valid; before every request that is timed. */
  readonly invalidate?: () => Promise<unknown>;
  readonly queryReference: () => Promise<{ readonly rows: unknown[][][] } & Cost>;
  /** Returns the numbers of an answer that the first row of the reference's first statement has, too. */
  readonly summaryIn: (text: string) => readonly number[];
  /** Returns the sizes of an answer's groups, which are the second column of the reference's second statement. */
  readonly groupsIn?: ((text: string) => readonly number[]) | undefined;
  readonly aim: Target;
}

/** Compares the answers of a report and its reference. Throws when they differ. */
export async function checkReport(report: ComparedReport): Promise<void> {
  const { name, sendRequest, queryReference, summaryIn, groupsIn } = report;
  const { text } = await sendRequest();
  const [[summary = []] = [], groups = []] = (await queryReference()).rows;
  const actual = [...summaryIn(text), ...(groupsIn?.(text) ?? [])].join();
  const expected = [...summary, ...(groupsIn ? groups.map(row => row[1]) : [])].map(Number).join();
  if (actual !== expected) throw new Error(`${name}: got ${actual}, the reference has ${expected}`);
}

/** Times a report and its reference in turns, as often as there is time. */
export async function timeReport(bench: BenchContext, report: ComparedReport): Promise<ReportComparison> {
  const { name, sendRequest, invalidate, queryReference, aim } = report;
  const [ours, again, theirs]: [Cost[], Cost[], Cost[]] = [[], [], []];
  const startedMs = performance.now();
  for (let round = 0; round < bench.requests; round++) {
    if (round > 0 && performance.now() - startedMs > MAX_MS) break;
    await invalidate?.();
    ours.push(await sendRequest());
    again.push(await sendRequest());
    theirs.push(await queryReference());
  }
  const [footfall, reference] = [summarizeCosts(ours), summarizeCosts(theirs)];
  const [{ median: medianMs }, { median: referenceMs }] = [footfall.ms, reference.ms];
  const mostMs = aim === 'faster' ? referenceMs : referenceMs * aim.ratio + aim.moreMs;
  const row: Row = {
    what: name,
    ours: formatCosts(footfall.ms, footfall.cpuMs),
    reference: formatCosts(reference.ms, reference.cpuMs),
    ratio: formatCosts(medianMs / referenceMs, footfall.cpuMs / reference.cpuMs),
    aim: aim === 'faster' ? 'faster' : `at most ${aim.ratio} × + ${aim.moreMs}`,
    isMet: aim === 'faster' ? medianMs < mostMs : medianMs <= mostMs,
    took: { ms: medianMs, cpuMs: footfall.cpuMs },
  };
  return { row, medianMs, againMs: summarizeCosts(again).ms.median };
}

/** Compares the answers of a report and its reference, then times them. */
export async function compareReport(bench: BenchContext, report: ComparedReport): Promise<ReportComparison> {
  await checkReport(report);
  return timeReport(bench, report);
}
