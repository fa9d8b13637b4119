/** Reports as CSV files: every matching row, streamed in slices. */
import type { Slice } from '../core/hits/query.ts';
import type { RawBody } from '../http/endpoint.ts';
import { streamPieces } from '../http/piece-stream.ts';
import { type Cell, formatCsvLine } from '../lib/csv.ts';
import { formatNumber } from '../lib/english.ts';
import { VISITOR_FILTERS } from './hit-filters.ts';
import type { ReportQuery } from './query.ts';
import {
  groupPage,
  presentBucket,
  presentGroup,
  queryGroups,
  querySeries,
  type ReportSource,
} from './result-page.ts';
import { toCell } from './revenue.ts';

/** Limit of a file. */
export const MAX_CSV_ROWS = 100_000;
/** Rows that are queried, and held in memory, at a time. */
const SLICE_ROWS = 5_000;

/** The CSV response, for the OpenAPI document. */
export const CSV_MEDIA = {
  'text/csv': `a header row, then every requested row, at most ${formatNumber(MAX_CSV_ROWS)}`,
};

type Line = Readonly<Record<string, Cell | object>>;

/** Returns the file. */
export async function toCsv<Row extends { readonly createdAt: Date }, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
): Promise<RawBody> {
  const { columns, slices } = toTable(source, report);
  const toText = (lines: readonly object[]) =>
    lines.map(line => formatCsvLine(columns.map(column => toCell((line as Line)[column] ?? null)))).join('');
  async function* texts() {
    // Together with the first slice, so that its failure is an error response and no truncated file.
    let text = formatCsvLine(columns);
    for await (const lines of slices) {
      yield text + toText(lines);
      text = '';
    }
    yield text;
  }
  return {
    content: await streamPieces(texts(), report.signal),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${toFileName(source.kind.listName, report)}"`,
    },
  };
}

interface Table {
  readonly columns: readonly string[];
  readonly slices: AsyncGenerator<readonly object[], void>;
}

function toTable<Row extends { readonly createdAt: Date }, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
): Table {
  const { kind } = source;
  const { grouping } = report;
  if (grouping === null) return { columns: kind.columns, slices: listSlices(source, report) };
  if (grouping === 'date') {
    const empty = presentBucket(kind, { hits: 0, uniqueHits: 0 }, report);
    return {
      columns: ['date', ...Object.keys(empty)],
      slices: single(() => querySeries(source, report)),
    };
  }
  const empty = presentGroup(kind, { row: { key: null, hits: 0, uniqueHits: 0 }, by: grouping, report });
  return {
    columns: [...Object.keys(empty), ...(source.rows.revenue ? ['revenue'] : [])],
    slices: single(async () => {
      const groups = queryGroups(source, report, { offset: 0, limit: MAX_CSV_ROWS });
      return groups ? (await groupPage(source, report, groups)).rows : [];
    }),
  };
}

async function* single(read: () => Promise<readonly object[]>): AsyncGenerator<readonly object[], void> {
  yield await read();
}

/** Queries the rows of a list, slice by slice. */
async function* listSlices<Row extends { readonly createdAt: Date }, Name extends string>(
  { rows, kind }: ReportSource<Row, Name>,
  { rows: query, site, signal }: ReportQuery<Name>,
): AsyncGenerator<readonly object[], void> {
  const list: List<Row> = (end, slice) =>
    rows.list({ ...query, span: { ...query.span, end } }, slice, { signal });
  const hasVisitorFilter =
    query.attribution === 'hit' && query.filters.some(({ dimension }) => VISITOR_FILTERS.has(dimension));
  const slices = hasVisitorFilter ? readAtOnce(list, query.span.end) : readInSlices(list, query.span.end);
  for await (const slice of slices) yield slice.map(row => kind.presentRow(row, site));
}

/** Queries rows before an instant, newest first. */
type List<Row> = (end: Date, slice: Slice) => Promise<readonly Row[]>;

/** Reads slices by keyset: each begins at the last row's instant, so that new rows shift nothing. */
async function* readInSlices<Row extends { readonly createdAt: Date }>(
  list: List<Row>,
  until: Date,
): AsyncGenerator<readonly Row[], void> {
  let end = until;
  /** Rows of the last instant that were already returned. */
  let offset = 0;
  for (let left = MAX_CSV_ROWS; left > 0; left -= SLICE_ROWS) {
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

/** Reads all rows in one query, for filters whose meaning depends on the whole span. */
async function* readAtOnce<Row>(list: List<Row>, until: Date): AsyncGenerator<readonly Row[], void> {
  const found = await list(until, { offset: 0, limit: MAX_CSV_ROWS });
  for (let start = 0; start < found.length; start += SLICE_ROWS) yield found.slice(start, start + SLICE_ROWS);
}

/** Returns a name such as `shop.example-hits-by-path-2026-02-08-2026-03-10.csv`. */
function toFileName(listName: string, { site, grouping, period }: ReportQuery<string>): string {
  const { hostname } = new URL(site.url);
  const by = grouping === null ? '' : `-by-${grouping.replace(':', '-')}`;
  const name = `${hostname}-${listName}${by}-${period.first}-${period.last}`;
  return `${name.replaceAll('_', '-').replace(/[^a-zA-Z0-9.-]/g, '')}.csv`;
}
