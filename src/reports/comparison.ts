/** The `comparison` of a report's answer: the same query for an earlier period. */
import { PLACE_DIMENSIONS } from '../core/hits/places.ts';
import { presentCompared } from './compared-period.ts';
import type { RowFilter } from './filters.ts';
import { countConversions, summarize } from './goals.ts';
import { importedDaysOf, presentImported } from './imported.ts';
import type { ReportQuery, RowQuery } from './query.ts';
import {
  createGroupCounter,
  type PendingGroups,
  presentGroup,
  querySeries,
  type ReportSource,
  readGroups,
} from './result-page.ts';
import { sumGroups } from './revenue.ts';

/**
 * Queries the summary of the period to compare with, its series for a series, and the groups of the page for groups; null
 * where nothing is compared.
 */
export async function queryComparison<Row, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
  pending: PendingGroups<Name> | null,
): Promise<object | null> {
  const { compared, grouping } = report;
  if (!compared) return null;
  const { signal, countsVisitors: countsVisits, countsPageEngagement, goal } = report;
  const { importedDays: _, ...rows } = report.rows;
  const query = { ...rows, span: compared.span, ...importedDaysOf(report.comparedImported) };
  const [{ summary }, buckets] = await Promise.all([
    summarize(
      source.rows,
      { query, countGroups: createGroupCounter(source, query, { signal }) },
      {
        signal,
        goal,
        countsVisits,
        countsPageEngagement: countsPageEngagement && grouping === null,
      },
    ),
    grouping === 'date'
      ? querySeries(source, report, { period: compared.period, imported: report.comparedImported })
      : pending && queryEarlierGroups(source, report, { pending, earlier: query }),
  ]);
  return {
    ...presentCompared(compared),
    ...presentImported(report.comparedImported),
    summary,
    ...(buckets && { [source.kind.groupsName]: buckets }),
  };
}

/** Places of the earlier period that are looked at. */
const MAX_PLACES = 10_000;

/** Queries the groups of a page in the period to compare with, in the order of the page; those without rows have zeros. */
async function queryEarlierGroups<Row, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
  { pending, earlier }: { readonly pending: PendingGroups<Name>; readonly earlier: RowQuery<Name> },
): Promise<object[]> {
  const { by, groups } = pending;
  const keys = (await groups).rows.map(({ key }) => key);
  if (keys.length === 0) return [];
  // Which places are summed up differs between periods.
  const isPlace = PLACE_DIMENSIONS.has(by);
  const ofPage: RowFilter<Name>[] = isPlace ? [] : [{ dimension: by, isAnyOf: keys }];
  const { signal, countsVisitors, goal } = report;
  const query = { ...earlier, filters: [...earlier.filters, ...ofPage] };
  const limit = isPlace ? MAX_PLACES : keys.length;
  const options = { signal, countsVisitors, offset: 0, limit };
  const found = await readGroups(source, report, { query, by, options });
  const read = { query, by, groups: found, signal };
  const [revenue, conversions] = await Promise.all([
    sumGroups(source.rows, read),
    countConversions(source.rows, { ...read, goal }),
  ]);
  const counted = new Map(found.rows.map(row => [row.key, row]));
  const nothing = { hits: 0, uniqueHits: 0, ...(countsVisitors && { visitors: 0, visits: 0 }) };
  return keys.map(key => {
    const row = counted.get(key) ?? { key, ...nothing };
    return presentGroup(source.kind, {
      ...{ row, by, report },
      revenue: revenue?.get(key),
      conversions: conversions?.get(key),
    });
  });
}
