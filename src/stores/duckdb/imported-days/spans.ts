/** What imports of days each site has: kept in a small table beside the days, and in memory. */
import {
  IMPORTED_MEASURES,
  type ImportedDimension,
  type ImportedMeasure,
  type ImportedSpan,
} from '../../../core/hits/imported-days.ts';
import type { Day } from '../../../core/span.ts';
import { addDays, toDay } from '../../../lib/time.ts';
import type { CopySession } from '../engine-types.ts';
import { type Read, type Run, raw, type Sql, sql, toRead } from '../sql/sql.ts';
import { toImportKey } from './parts.ts';

const MEASURES = raw(
  `list_filter([${IMPORTED_MEASURES.map(name => `case when count(${name}) > 0 then '${name}' end`).join(', ')}], lambda name: name is not null)`,
);

/** Selects what the days of some sites amount to. */
const selectSpans = (sites: Sql): Sql => sql`
  select site_id, import_key, dimension, min(day) as first_day, max(day) as last_day, ${MEASURES} as measures,
    any_value(clip_zone) as clip_zone
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
  const columns = sql`select column_name from duckdb_columns() where database_name = current_database()
    and table_name = 'imported_spans' and column_name = 'clip_zone'`;
  if ((await read(columns)).length === 0) return [];
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
  readonly clip_zone: string | null;
}

const toSpan = (partKey: string, rows: readonly Row[]): ImportedSpan => ({
  importKey: toImportKey(partKey),
  clipZone: rows[0]?.clip_zone ?? undefined,
  first: rows.map(row => row.first).reduce((a, b) => (a < b ? a : b)),
  last: rows.map(row => row.last).reduce((a, b) => (a > b ? a : b)),
  dimensions: new Map(rows.map(row => [row.dimension, new Set(row.measures)])),
  ranges: new Map(rows.map(({ dimension, first, last }) => [dimension, { first, last }])),
});

/** Reads what all sites have. */
const readSpans = async (read: Read): Promise<Map<number, ImportedSpan[]>> => {
  const rows = await read<Row>(sql`select site_id, import_key, dimension,
      first_day::varchar as first, last_day::varchar as last, measures, clip_zone from imported_spans
    order by dimension`);
  const bySite = [...Map.groupBy(rows, row => row.site_id)].map(([siteId, own]): [number, ImportedSpan[]] => {
    const imports = [...Map.groupBy(own, row => row.import_key)];
    const spans = imports.map(([partKey, found]) => ({ partKey, ...toSpan(partKey, found) }));
    spans.sort((a, b) => (a.first + a.partKey < b.first + b.partKey ? -1 : 1));
    return [siteId, spans.map(({ partKey: _, ...span }) => span)];
  });
  return new Map(bySite);
};

/** Days of one import that its site's own hits took the place of. */
export interface Clip {
  readonly importKey: string;
  /** Neither this day nor a later one counts. */
  readonly from: Day;
}

/** The days of a site that count. */
export interface CountedDays {
  readonly spans: readonly ImportedSpan[];
  /** Those of imports of which something does not count. */
  readonly clips: readonly Clip[];
}

/** The spans of all sites, in memory. */
export interface KnownSpans {
  /** Returns all days of a site. */
  find(siteId: number): Promise<readonly ImportedSpan[]>;
  /** Returns the days of a site that count: those before its first hit, where an import asked for that. */
  findCounted(siteId: number): Promise<CountedDays>;
  /** Reads them again when they are next asked for. */
  forget(): void;
}

const NOTHING: CountedDays = { spans: [], clips: [] };

/** Creates the spans of all sites, which are read once. */
export const createKnownSpans = (
  read: Read,
  findFirstHit: (siteId: number) => Promise<Date | null>,
): KnownSpans => {
  const bySite = createKept(() => readSpans(read));
  /** First hits of sites with days: hits that come in later do not change them. */
  const firstHits = new Map<number, Promise<Date | null>>();
  const find = async (siteId: number): Promise<readonly ImportedSpan[]> =>
    (await bySite.read()).get(siteId) ?? [];
  const keepFirstHit = (siteId: number): Promise<Date | null> => {
    const known = firstHits.get(siteId);
    if (known) return known;
    const found = findFirstHit(siteId);
    firstHits.set(siteId, found);
    const drop = () => void (firstHits.get(siteId) === found && firstHits.delete(siteId));
    found.then(first => first ?? drop(), drop);
    return found;
  };
  return {
    find,
    findCounted: async siteId => {
      const spans = await find(siteId);
      if (spans.length === 0) return NOTHING;
      const isClipped = spans.some(({ clipZone }) => clipZone !== undefined);
      const firstHit = isClipped ? await keepFirstHit(siteId) : null;
      return firstHit ? clipSpans(spans, firstHit) : { spans, clips: [] };
    },
    forget: () => {
      bySite.forget();
      firstHits.clear();
    },
  };
};

/** Ends the spans of a site before its first hit, in the calendar of each. */
const clipSpans = (spans: readonly ImportedSpan[], firstHit: Date): CountedDays => {
  const clips = spans.flatMap(({ importKey, clipZone, last }): Clip[] => {
    const from = clipZone === undefined ? undefined : toDay(firstHit, clipZone);
    return from !== undefined && last >= from ? [{ importKey, from }] : [];
  });
  const counted = spans.flatMap((span): ImportedSpan[] => {
    const clip = clips.find(({ importKey }) => importKey === span.importKey);
    return clip ? clipSpan(span, addDays(clip.from, -1)) : [span];
  });
  return { spans: counted, clips };
};

/** Ends a span after a day. Returns nothing where all of it is later. */
const clipSpan = (span: ImportedSpan, last: Day): ImportedSpan[] => {
  if (span.first > last) return [];
  const ranges = [...span.ranges]
    .filter(([, { first }]) => first <= last)
    .map(([name, range]) => [name, { ...range, last: range.last < last ? range.last : last }] as const);
  const dimensions = [...span.dimensions].filter(([name]) => ranges.some(([kept]) => kept === name));
  return [
    {
      ...span,
      last: span.last < last ? span.last : last,
      ranges: new Map(ranges),
      dimensions: new Map(dimensions),
    },
  ];
};

/** Keeps what was read; a reading that failed is tried again. */
const createKept = <T>(read: () => Promise<T>) => {
  let known: Promise<T> | undefined;
  const load = (): Promise<T> => {
    const loading = read();
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  };
  return {
    read: (): Promise<T> => {
      known ??= load();
      return known;
    },
    forget: (): void => {
      known = undefined;
    },
  };
};
