/**
 * Reports on rows of one kind: a list, groups or a series over a period, each with pagination, an echo of its filters
 * and a summary. Source: api-v1, Endpoints, Hits.
 */
import type { Clock } from '../core/clock.ts';
import type { View } from '../core/view.ts';
import type { RawBody } from '../http/endpoint.ts';
import { presentPagination } from '../http/paging.ts';
import { queryComparison } from './comparison.ts';
import { toCsv } from './csv.ts';
import { summarize } from './goals.ts';
import { importedDaysOf, presentImported } from './imported.ts';
import type { PartOfPeriod, ResolvePeriod } from './period.ts';
import { parseReportQuery, presentReportQuery, type ReportQuery, type ReportRequest } from './query.ts';
import {
  createGroupCounter,
  groupPage,
  listPage,
  queryGroups,
  type ReportSource,
  seriesPage,
  toSlice,
} from './result-page.ts';

/** The reports of one kind of rows. Both throw 400 for an invalid period. */
export interface Reports {
  /** Returns the body of the JSON answer. */
  readonly answer: (request: ReportRequest) => Promise<object>;
  /** Returns every matching row as a CSV file. */
  readonly answerCsv: (request: ReportRequest) => Promise<RawBody>;
}

/** How a report determines its period. */
export interface ReportTime {
  readonly clock: Clock;
  readonly resolvePeriod: ResolvePeriod;
}

/** Creates the reports of one kind of rows. */
export function createReports<Row extends { readonly createdAt: Date }, Name extends string>({
  clock,
  resolvePeriod,
  ...source
}: ReportSource<Row, Name> & ReportTime): Reports {
  // The schema of the kind's query has checked `group_by`.
  const parse = async (request: ReportRequest) => {
    const period = await resolvePeriod(request.query, request);
    const report = parseReportQuery(source.kind, request as ReportRequest<Name>, {
      period,
      now: clock.now(),
    });
    return addImported(source, report);
  };
  return {
    answer: async request => buildAnswer(limitSource(source, request.view), await parse(request)),
    answerCsv: async request => toCsv(limitSource(source, request.view), await parse(request)),
  };
}

/** Returns rows without the figures that a view has not, though it has the groups that they would be of. */
function limitSource<Row, Name extends string>(
  source: ReportSource<Row, Name>,
  view?: View | null,
): ReportSource<Row, Name> {
  if (!view) return source;
  const { revenue, pageEngagement, ...rows } = source.rows;
  const showsRevenue = view.sections.has('revenue');
  return {
    ...source,
    rows: {
      ...rows,
      ...(revenue && showsRevenue && { revenue }),
      ...(pageEngagement && view.sections.has('engagement') && { pageEngagement }),
      async summarize(...question) {
        const counted = await rows.summarize(...question);
        if (showsRevenue) return counted;
        const { revenue: _, ...summary } = counted.summary as { readonly revenue?: unknown };
        return { ...counted, summary };
      },
    },
  };
}

/** Adds the imported days of the periods, where there are any that answer the report. */
async function addImported<Row, Name extends string>(
  { rows }: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
): Promise<ReportQuery<Name>> {
  const { grouping, interval, compared, period } = report;
  const { span } = report.rows;
  const ask = async (part: PartOfPeriod) =>
    rows.findImported?.({
      ...part,
      query: report.rows,
      ...(grouping === null && { form: 'list' }),
      ...(report.goal && { form: 'visits' }),
      ...(grouping === 'date' && interval === 'hour' && { form: 'hours' }),
      ...(grouping !== null && grouping !== 'date' && { grouping }),
    });
  const imported = await ask({ period, span });
  return {
    ...report,
    rows: { ...report.rows, ...importedDaysOf(imported) },
    imported,
    comparedImported: compared ? await ask(compared) : undefined,
  };
}

async function buildAnswer<Row, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
): Promise<object> {
  const { rows, kind } = source;
  const { grouping, page, query, signal, goal } = report;
  const groups = queryGroups(source, report, toSlice(page));
  // With a search, the total of the groups is not the total of all groups.
  const pending = query.search === undefined ? groups : null;
  const countGroups = createGroupCounter(source, report.rows, { signal, pending });
  const [result, { rowCount, summary }, comparison] = await Promise.all([
    groups
      ? groupPage(source, report, groups)
      : grouping === null
        ? listPage(source, report)
        : seriesPage(source, report),
    summarize(
      rows,
      { query: report.rows, countGroups },
      {
        signal,
        goal,
        countsVisits: report.countsVisitors,
        countsPageEngagement: report.countsPageEngagement && grouping === null,
        // Totals with imported days count the paths of both.
        counted: report.imported ? undefined : pending?.by,
      },
    ),
    queryComparison(source, report, groups),
  ]);
  return {
    [result.name]: result.rows,
    pagination: presentPagination(result.page, result.total ?? rowCount),
    ...presentImported(report.imported),
    filters: presentReportQuery(kind, report),
    ...(grouping !== null || kind.listHasSummary ? { summary } : {}),
    ...(comparison && { comparison }),
  };
}
