/** The list of an answer: rows, groups, or a series. */
import type { ReadOptions, Slice } from '../core/hit-store.ts';
import { offsetOf, type Page } from '../core/page.ts';
import type { Period } from './period.ts';
import type { CountGroups, Groups, ReportKind, ReportRows } from './report-kind.ts';
import { bucketsOfPeriod, type Question, type RowQuery } from './report-question.ts';

/** What a report is made with. */
export interface ReportParts<Row, Name extends string> {
  readonly rows: ReportRows<Row, Name>;
  readonly kind: ReportKind<Row, Name>;
}

/** The part of an answer that tells a list from groups and series. */
export interface Part {
  readonly name: string;
  readonly rows: readonly object[];
  readonly page: Page;
  /** Null: as many as the summary counts. */
  readonly total: number | null;
}

export const sliceOf = (page: Page): Slice => ({ offset: offsetOf(page), limit: page.size });

/** A page of the rows themselves. */
export async function listPart<Row, Name extends string>(
  { rows, kind }: ReportParts<Row, Name>,
  question: Question<Name>,
  options: ReadOptions,
): Promise<Part> {
  const found = await rows.list(question.rows, sliceOf(question.page), options);
  const presented = found.map(row => kind.presentRow(row, question.site));
  return { name: kind.listName, rows: presented, page: question.page, total: null };
}

/** Groups that are on their way. */
export interface Grouped<Name extends string> {
  readonly by: Name;
  readonly groups: Promise<Groups>;
}

/** Asks for the groups of a question; null where none are asked for. */
export function askGroups<Row, Name extends string>(
  { rows }: ReportParts<Row, Name>,
  { rows: query, grouping: by, query: { search } }: Question<Name>,
  slice: Slice,
  options: ReadOptions,
): Grouped<Name> | null {
  if (by === null || by === 'date') return null;
  const asked = search === undefined ? options : { ...options, search };
  return { by, groups: rows.group(query, by, slice, asked) };
}

/** How many groups a summary counts: groups that are on their way tell it themselves. */
export const countingGroups =
  <Row, Name extends string>(
    { rows }: ReportParts<Row, Name>,
    query: RowQuery<Name>,
    options: ReadOptions,
    known: Grouped<Name> | null = null,
  ): CountGroups<Name> =>
  async by => {
    const groups = known?.by === by ? known.groups : rows.group(query, by, { offset: 0, limit: 1 }, options);
    return (await groups).total;
  };

/** A page of groups. */
export async function groupPart<Row, Name extends string>(
  { kind }: ReportParts<Row, Name>,
  question: Question<Name>,
  { by, groups }: Grouped<Name>,
): Promise<Part> {
  const { rows, total } = await groups;
  const presented = rows.map(row => kind.presentGroup(row, by, question));
  return { name: kind.groupsName, rows: presented, page: question.page, total };
}

/** Every bucket of a period; by default of the one that is asked for. */
export async function seriesOf<Row, Name extends string>(
  { rows, kind }: ReportParts<Row, Name>,
  question: Question<Name>,
  options: ReadOptions,
  period: Period = question.period,
): Promise<object[]> {
  const { labels, edges } = bucketsOfPeriod(period, question);
  const countsVisitors = question.query.include_visitors === true;
  const query = { ...question.rows, span: period.span };
  const buckets = await rows.series(query, edges, { ...options, countsVisitors });
  return labels.map((date, index) => ({
    date,
    ...kind.presentBucket(buckets[index] ?? { hits: 0, uniqueHits: 0 }, question),
  }));
}

/** The whole series on one page, however small a page was asked for. Source: api-v1, Endpoints, Hits, behaviour 1. */
export async function seriesPart<Row, Name extends string>(
  parts: ReportParts<Row, Name>,
  question: Question<Name>,
  options: ReadOptions,
): Promise<Part> {
  const rows = await seriesOf(parts, question, options);
  const size = Math.max(question.page.size, rows.length);
  return { name: parts.kind.groupsName, rows, page: { number: 1, size }, total: rows.length };
}
