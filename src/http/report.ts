/**
 * Answers about the rows of a kind: a list, groups or a series over the days of a period, each with its pagination, an
 * echo of its filters and a summary. Source: api-v1, Endpoints, Hits.
 */
import type { Clock } from '../core/clock.ts';
import type { RawBody } from './endpoint.ts';
import { presentPagination } from './paging.ts';
import type { PeriodOf } from './period.ts';
import { comparisonOf } from './report-comparison.ts';
import { csvOf } from './report-csv.ts';
import {
  askGroups,
  countingGroups,
  groupPart,
  listPart,
  type ReportParts,
  seriesPart,
  sliceOf,
} from './report-parts.ts';
import { presentQuestion, type Question, questionOf, type ReportRequest } from './report-question.ts';

/** Answers questions about rows of one kind; 400 for a period that is none. */
export interface Reports {
  /** As the wire has it. */
  readonly answer: (asked: ReportRequest) => Promise<object>;
  /** Every row that is asked for, as a file for spreadsheets. */
  readonly answerCsv: (asked: ReportRequest) => Promise<RawBody>;
}

/** What tells a report its days. */
export interface ReportTime {
  readonly clock: Clock;
  readonly periodOf: PeriodOf;
}

/** Answers questions about rows of one kind. */
export function createReports<Row extends { readonly createdAt: Date }, Name extends string>({
  clock,
  periodOf,
  ...parts
}: ReportParts<Row, Name> & ReportTime): Reports {
  // Which groupings there are is checked by the schema of the kind's query.
  const ask = async (asked: ReportRequest) => {
    const period = await periodOf(asked.query, asked);
    return questionOf(parts.kind, asked as ReportRequest<Name>, { period, now: clock.now() });
  };
  return {
    answer: async asked => answerTo(parts, await ask(asked)),
    answerCsv: async asked => csvOf(parts, await ask(asked)),
  };
}

async function answerTo<Row, Name extends string>(
  parts: ReportParts<Row, Name>,
  question: Question<Name>,
): Promise<object> {
  const { rows, kind } = parts;
  const { grouping, page, query, signal } = question;
  const options = { signal };
  const grouped = askGroups(parts, question, sliceOf(page), options);
  // Where only some groups were searched for, they do not tell how many there are.
  const known = query.search === undefined ? grouped : null;
  const [part, { rowCount, summary }, comparison] = await Promise.all([
    grouped
      ? groupPart(parts, question, grouped)
      : grouping === null
        ? listPart(parts, question, options)
        : seriesPart(parts, question, options),
    rows.summarize(question.rows, countingGroups(parts, question.rows, options, known), options),
    comparisonOf(parts, question, options),
  ]);
  return {
    [part.name]: part.rows,
    pagination: presentPagination(part.page, part.total ?? rowCount),
    filters: presentQuestion(kind, question),
    ...(grouping !== null || kind.listHasSummary ? { summary } : {}),
    ...(comparison && { comparison }),
  };
}
