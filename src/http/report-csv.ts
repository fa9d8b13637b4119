/** Reports as files for spreadsheets: every row that is asked for, a slice at a time. */
import type { ReadOptions, Slice } from '../core/hit-store.ts';
import { type Cell, csvLine } from '../lib/csv.ts';
import type { RawBody } from './endpoint.ts';
import { VISITOR_FILTERS } from './hit-filters.ts';
import { askGroups, groupPart, type ReportParts, seriesOf } from './report-parts.ts';
import type { Question } from './report-question.ts';

/** Rows of a file at most. */
const MAX_ROWS = 100_000;
/** Rows that are read, and held, at a time. */
const SLICE_ROWS = 5_000;

/** What is in the file, for the documents. */
export const CSV_MEDIA = {
  'text/csv': 'a header row, then every row that is asked for, at most 100,000',
};

type Line = Readonly<Record<string, Cell>>;

/** The file. Its first rows are read before it is given, so that a failure is told and not cut off. */
export async function csvOf<Row extends { readonly createdAt: Date }, Name extends string>(
  parts: ReportParts<Row, Name>,
  question: Question<Name>,
): Promise<RawBody> {
  const { columns, slices } = tableOf(parts, question, { signal: question.signal });
  const first = await slices.next();
  const textOf = (lines: readonly object[]) =>
    lines.map(line => csvLine(columns.map(column => (line as Line)[column] ?? null))).join('');
  async function* texts() {
    yield csvLine(columns) + (first.done ? '' : textOf(first.value));
    for await (const lines of slices) yield textOf(lines);
  }
  return {
    content: streamOf(texts()),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileNameOf(parts.kind.listName, question)}"`,
    },
  };
}

interface Table {
  readonly columns: readonly string[];
  readonly slices: AsyncGenerator<readonly object[], void>;
}

function tableOf<Row extends { readonly createdAt: Date }, Name extends string>(
  parts: ReportParts<Row, Name>,
  question: Question<Name>,
  options: ReadOptions,
): Table {
  const { kind } = parts;
  const { grouping } = question;
  if (grouping === null) return { columns: kind.columns, slices: listSlices(parts, question, options) };
  if (grouping === 'date') {
    const none = kind.presentBucket({ hits: 0, uniqueHits: 0 }, question);
    return {
      columns: ['date', ...Object.keys(none)],
      slices: single(() => seriesOf(parts, question, options)),
    };
  }
  const none = kind.presentGroup({ key: null, hits: 0, uniqueHits: 0 }, grouping, question);
  return {
    columns: Object.keys(none),
    slices: single(async () => {
      const grouped = askGroups(parts, question, { offset: 0, limit: MAX_ROWS }, options);
      return grouped ? (await groupPart(parts, question, grouped)).rows : [];
    }),
  };
}

async function* single(read: () => Promise<readonly object[]>): AsyncGenerator<readonly object[], void> {
  yield await read();
}

/** Rows as lines, slice by slice. */
async function* listSlices<Row extends { readonly createdAt: Date }, Name extends string>(
  { rows, kind }: ReportParts<Row, Name>,
  { rows: asked, site }: Question<Name>,
  options: ReadOptions,
): AsyncGenerator<readonly object[], void> {
  const list: List<Row> = (end, slice) =>
    rows.list({ ...asked, span: { ...asked.span, end } }, slice, options);
  const isOfVisitors = asked.filters.some(({ dimension }) => VISITOR_FILTERS.has(dimension));
  const slices = isOfVisitors ? readAtOnce(list, asked.span.end) : readOn(list, asked.span.end);
  for await (const slice of slices) yield slice.map(row => kind.presentRow(row, site));
}

/** Rows before an instant, newest first. */
type List<Row> = (end: Date, slice: Slice) => Promise<readonly Row[]>;

/** Each slice goes on at the last row's instant, so that rows which come in meanwhile move nothing. */
async function* readOn<Row extends { readonly createdAt: Date }>(
  list: List<Row>,
  until: Date,
): AsyncGenerator<readonly Row[], void> {
  let end = until;
  /** Rows of the last instant that have been given. */
  let offset = 0;
  for (let left = MAX_ROWS; left > 0; left -= SLICE_ROWS) {
    const found = await list(end, { offset, limit: SLICE_ROWS });
    yield found;
    const last = found.at(-1)?.createdAt;
    if (!last || found.length < SLICE_ROWS) return;
    const ofLast = found.filter(row => +row.createdAt === +last).length;
    const next = new Date(+last + 1);
    offset = ofLast + (+next === +end ? offset : 0);
    end = next;
  }
}

/** All rows in one reading, for filters to which a part of the span would be another one. */
async function* readAtOnce<Row>(list: List<Row>, until: Date): AsyncGenerator<readonly Row[], void> {
  const found = await list(until, { offset: 0, limit: MAX_ROWS });
  for (let start = 0; start < found.length; start += SLICE_ROWS) yield found.slice(start, start + SLICE_ROWS);
}

/** A stream that makes its next piece when the client has taken the last. */
function streamOf(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return();
    },
  });
}

/** `shop.example-hits-by-path-2026-02-08-2026-03-10.csv`. */
function fileNameOf(listName: string, { site, grouping, period }: Question<string>): string {
  const { hostname } = new URL(site.url);
  const by = grouping === null ? '' : `-by-${grouping}`;
  const name = `${hostname}-${listName}${by}-${period.first}-${period.last}`;
  return `${name.replaceAll('_', '-').replace(/[^a-zA-Z0-9.-]/g, '')}.csv`;
}
