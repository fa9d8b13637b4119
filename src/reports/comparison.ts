/** The `comparison` of a report's answer: the same query for an earlier period. */
import { presentCompared } from './compared-period.ts';
import type { ReportQuery } from './query.ts';
import { createGroupCounter, querySeries, type ReportSource } from './result-page.ts';

/** Queries the summary of the period to compare with, and its series for a series; null where nothing is compared. */
export async function queryComparison<Row, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
): Promise<object | null> {
  const { compared, grouping } = report;
  if (!compared) return null;
  const { signal, countsVisitors: countsVisits } = report;
  const query = { ...report.rows, span: compared.span };
  const [{ summary }, series] = await Promise.all([
    source.rows.summarize(query, createGroupCounter(source, query, { signal }), { signal, countsVisits }),
    grouping === 'date' ? querySeries(source, report, compared.period) : null,
  ]);
  return {
    ...presentCompared(compared),
    summary,
    ...(series && { [source.kind.groupsName]: series }),
  };
}
