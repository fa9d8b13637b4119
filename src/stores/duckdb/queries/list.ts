/** `list`: a slice of rows, newest first. */

import { UNKNOWN_COUNTRY } from '../../../core/country-code.ts';
import { type ColumnType, type ColumnValues, columns, type HitKind } from '../../../core/hits/columns.ts';
import type { HitQuery, Slice, VisitorRowsQuery } from '../../../core/hits/query.ts';
import type { StoredHit } from '../../../core/hits/row.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { SLOT_MS, selectSlots } from '../aggregates/select.ts';
import type { SumsState } from '../aggregates/state.ts';
import type { SqlRow } from '../engine-types.ts';
import { type Read, type Reads, type Sql, sql, within } from '../sql/sql.ts';
import { isAnyOfSites, siteAndFilters, tableOf, toWhere } from './conditions.ts';
import { rawParts, splitSpan, unionAll } from './parts.ts';

/** Without sums, sorting the skipped rows costs less than counting them below this offset. */
const MIN_COUNTED_OFFSET = 1000;

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Reads a column's value as the engine returns it; null where the kind's table lacks the column. */
const READERS: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  integer: toNumber,
  bigint: toNumber,
  date: value => value as Date,
  timestamp: value => (value instanceof Date ? value : new Date(Number.NaN)),
  varchar: toText,
  boolean: value => (typeof value === 'boolean' ? value : null),
  ubigint: value => (typeof value === 'bigint' ? value : null),
};

const STORED = columns.flatMap(({ name, property, type }) =>
  property === undefined ? [] : [{ name, property, read: READERS[type] }],
);

const readValues = (row: SqlRow): ColumnValues => {
  const values: Record<string, unknown> = {};
  for (const { name, property, read } of STORED) values[property] = read(row[name]);
  values.country ??= UNKNOWN_COUNTRY;
  return values as unknown as ColumnValues;
};

/** A row of a kind's table as it is read back. */
export const toStoredHit =
  (kind: HitKind) =>
  (row: SqlRow): StoredHit => {
    const scope = row.visitor_is_stable === true ? 'stable' : 'day';
    return {
      kind,
      id: Number(row.id),
      visitorScope: typeof row.visitor_hash === 'bigint' ? scope : null,
      ...readValues(row),
    };
  };

/** Selects a slice of the rows within a part of a query's span. */
const selectPage = (query: HitQuery, part: Span | null, { offset, limit }: Slice): Sql =>
  sql`select * from ${tableOf(query.kind)} where ${toWhere(query, part)}
    order by created_at desc, id desc limit ${limit} offset ${offset}`;

/** Lists the rows of a visitor, oldest first. */
export const listVisitor = async (
  read: Read,
  { siteId, heldAs = [], kind, visitorHash, span }: VisitorRowsQuery,
  { offset, limit }: Slice,
): Promise<StoredHit[]> => {
  const rows = await read(sql`select * from ${tableOf(kind)}
    where ${isAnyOfSites([siteId, ...heldAs])} and visitor_hash = ${BigInt(`0x${visitorHash}`)} and ${within('created_at', span ?? null)}
    order by created_at, id limit ${limit} offset ${offset}`);
  return rows.map(toStoredHit(kind));
};

/** Counts rows by quarter of an hour, from sums and the raw rows they do not cover; undefined where sums lack them. */
const countBySlot = (query: HitQuery): Sql | undefined => {
  const parts = splitSpan(query.span, SLOT_MS);
  if (query.kind !== 'hit' || query.filters.length > 0 || !parts) return undefined;
  const site = siteAndFilters(query);
  return unionAll([
    sql`select slot as unit, hits from (${selectSlots(site, parts.wholeUnits)})`,
    ...rawParts(parts).map(
      part => sql`select time_bucket(interval '15 minutes', created_at), count(*) from hits
        where ${site} and ${part} group by all`,
    ),
  ]);
};

const countByDay = (query: HitQuery): Sql =>
  sql`select created_at::date::timestamp as unit, count(*) as hits
    from ${tableOf(query.kind)} where ${toWhere(query)} group by all`;

/** A query of a page, and the counts by quarter of an hour where sums have them. */
interface LocatedPage {
  readonly query: HitQuery;
  readonly slice: Slice;
  readonly slots: Sql | undefined;
}

interface PageLocation {
  /** First and last unit of time with rows of the slice. */
  readonly first: Date | null;
  readonly last: Date | null;
  /** Number of rows newer than those units. */
  readonly skipped: number;
}

/** Locates a slice by the number of rows of each unit of time; undefined when it is past the end. */
const locatePage = async (
  read: Read,
  { query, slice: { offset, limit }, slots }: LocatedPage,
): Promise<{ span: Span; skipped: number } | undefined> => {
  const [units, unitMs] = slots ? [slots, SLOT_MS] : [countByDay(query), DAY_MS];
  const statement = sql`
    with counted as (select unit, sum(hits)::bigint as hits from (${units}) group by unit having sum(hits) > 0),
    summed as (select unit, hits, sum(hits) over (order by unit desc)::bigint as until from counted)
    select min(unit) as first, max(unit) as last, coalesce(min(until - hits), 0) as skipped
    from summed where until > ${offset} and until - hits < ${offset + limit}`;
  const [place] = await read<PageLocation>(statement);
  if (!place?.first || !place.last) return undefined;
  const whole = { start: place.first, end: new Date(+place.last + unitMs) };
  return { span: intersect(whole, query.span), skipped: place.skipped };
};

/** Returns the intersection of two spans. */
const intersect = (span: Span, by: Span | null): Span =>
  by === null
    ? span
    : { start: new Date(Math.max(+span.start, +by.start)), end: new Date(Math.min(+span.end, +by.end)) };

/** Reads a page from the units of time that have it. */
const readLocatedPage = async (read: Read, page: LocatedPage): Promise<SqlRow[]> => {
  const { query, slice } = page;
  const place = await locatePage(read, page);
  if (!place) return [];
  return read(selectPage(query, place.span, { offset: slice.offset - place.skipped, limit: slice.limit }));
};

/** A query of `list`. */
export interface ListRequest {
  readonly query: HitQuery;
  readonly slice: Slice;
  readonly state: SumsState;
}

/** Returns rows, newest first. A large offset costs little more than a small one, except with filters. */
export const listHits = async (reads: Reads, { query, slice, state }: ListRequest): Promise<StoredHit[]> => {
  const slots = state.isUsed ? countBySlot(query) : undefined;
  const rows =
    slots || slice.offset >= MIN_COUNTED_OFFSET
      ? await reads.inTransaction(read => readLocatedPage(read, { query, slice, slots }))
      : await reads.read(selectPage(query, query.span, slice));
  return rows.map(toStoredHit(query.kind));
};
