/** What imports of days each site has: kept in a small table beside the days, and in memory. */
import {
  IMPORTED_MEASURES,
  type ImportedDimension,
  type ImportedMeasure,
  type ImportedSpan,
} from '../../../core/hits/imported-days.ts';
import type { CopySession } from '../engine-types.ts';
import { type Read, type Run, raw, type Sql, sql, toRead } from '../sql/sql.ts';
import { toImportKey } from './parts.ts';

const MEASURES = raw(
  `list_filter([${IMPORTED_MEASURES.map(name => `case when count(${name}) > 0 then '${name}' end`).join(', ')}], lambda name: name is not null)`,
);

/** Selects what the days of some sites amount to. */
const selectSpans = (sites: Sql): Sql => sql`
  select site_id, import_key, dimension, min(day) as first_day, max(day) as last_day, ${MEASURES} as measures
  from imported_days where ${sites} group by site_id, import_key, dimension`;

/** Works out again what the days of some sites amount to. */
export const updateSpans = async (run: Run, sites: Sql): Promise<void> => {
  await run(sql`delete from imported_spans where ${sites}`);
  await run(sql`insert into imported_spans ${selectSpans(sites)} order by site_id, import_key, dimension`);
};

const COUNT_WRONG = sql`with days as (${selectSpans(raw('true'))}) select count(*) as spans from (
  (from days except from imported_spans) union all (from imported_spans except from days))`;

/** Checks the spans of a file against its days. Returns what is wrong; a file of an older schema has none. */
export const findSpanFaults = async (session: CopySession, name: string): Promise<string[]> => {
  const read = toRead(session);
  const tables = sql`select table_name from duckdb_tables()
    where database_name = current_database() and table_name = 'imported_spans'`;
  if ((await read(tables)).length === 0) return [];
  const [wrong] = await read<{ readonly spans: number }>(COUNT_WRONG);
  return wrong?.spans ? [`${name}: what is known of imported days does not agree with them`] : [];
};

interface Row {
  readonly site_id: number;
  readonly import_key: string;
  readonly dimension: ImportedDimension;
  readonly first: string;
  readonly last: string;
  readonly measures: readonly ImportedMeasure[];
}

const toSpan = (partKey: string, rows: readonly Row[]): ImportedSpan => ({
  importKey: toImportKey(partKey),
  first: rows.map(row => row.first).reduce((a, b) => (a < b ? a : b)),
  last: rows.map(row => row.last).reduce((a, b) => (a > b ? a : b)),
  dimensions: new Map(rows.map(row => [row.dimension, new Set(row.measures)])),
  ranges: new Map(rows.map(({ dimension, first, last }) => [dimension, { first, last }])),
});

/** Reads what all sites have. */
const readSpans = async (read: Read): Promise<Map<number, ImportedSpan[]>> => {
  const rows = await read<Row>(sql`select site_id, import_key, dimension,
      first_day::varchar as first, last_day::varchar as last, measures from imported_spans
    order by dimension`);
  const bySite = [...Map.groupBy(rows, row => row.site_id)].map(([siteId, own]): [number, ImportedSpan[]] => {
    const imports = [...Map.groupBy(own, row => row.import_key)];
    const spans = imports.map(([partKey, found]) => ({ partKey, ...toSpan(partKey, found) }));
    spans.sort((a, b) => (a.first + a.partKey < b.first + b.partKey ? -1 : 1));
    return [siteId, spans.map(({ partKey: _, ...span }) => span)];
  });
  return new Map(bySite);
};

/** The spans of all sites, in memory. */
export interface KnownSpans {
  find(siteId: number): Promise<readonly ImportedSpan[]>;
  /** Reads them again when they are next asked for. */
  forget(): void;
}

/** Creates the spans of all sites, which are read once. */
export const createKnownSpans = (read: Read): KnownSpans => {
  let known: Promise<ReadonlyMap<number, readonly ImportedSpan[]>> | undefined;
  const load = () => {
    const loading = readSpans(read);
    // One that failed is tried again.
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  };
  return {
    find: async siteId => {
      known ??= load();
      return (await known).get(siteId) ?? [];
    },
    forget: () => {
      known = undefined;
    },
  };
};
