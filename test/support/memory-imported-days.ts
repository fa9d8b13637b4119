/** Imported days over plain arrays: what the real engine's answers are compared with. */

import type { Engagement, GroupRow, SeriesBucket, VisitSums } from '../../src/core/hits/answers.ts';
import { isFilter } from '../../src/core/hits/conditions.ts';
import type { ExportStream } from '../../src/core/hits/export.ts';
import {
  type ExportDaysRequest,
  IMPORTED_MEASURES,
  type ImportDaysRequest,
  type ImportedDaysReport,
  type ImportedDimension,
  type ImportedMeasure,
  type ImportedSpan,
} from '../../src/core/hits/imported-days.ts';
import type {
  Dimension,
  GroupOptions,
  GroupOrder,
  HitQuery,
  ImportedDays,
} from '../../src/core/hits/query.ts';
import type { Day, DayRange } from '../../src/core/span.ts';
import { addDays, isDay, toDay } from '../../src/lib/time.ts';
import { hasPart, meets, toFolded } from './memory-dimensions.ts';
import { type CountedGroup, largestFirst } from './memory-groups.ts';

interface MemoryDay {
  readonly siteId: number;
  readonly importKey: string;
  readonly clipZone: string | undefined;
  /** Empty where an import has none. */
  readonly part: string;
  readonly day: Day;
  readonly dimension: string;
  readonly value: string | null;
  readonly measures: Readonly<Record<ImportedMeasure, number | null>>;
  /** As the file has them; null where they are worked out. */
  readonly uniqueViews: number | null;
}

/** Sums of some days. */
export interface MemorySums {
  readonly hits: number;
  readonly uniqueHits: number;
  readonly visitors: number;
  readonly visits: number;
  readonly engagement: Engagement;
}

/** The fields of a line, whose quoted ones may hold commas and line feeds. */
const parseCsv = (text: string): string[][] => {
  const records: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y;
  let record: string[] = [];
  while (field.lastIndex < text.length) {
    const [, quoted, plain = '', end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error('no CSV');
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
};

const parseDay = (
  [part = '', day = '', dimension = '', value = '', ...measures]: readonly string[],
  of: Pick<MemoryDay, 'siteId' | 'importKey' | 'clipZone'>,
): MemoryDay => {
  if (!isDay(day)) throw new Error(`no day: ${day}`);
  if (measures.length !== IMPORTED_MEASURES.length + 1) throw new Error('no row of days');
  if (measures.some(count => !/^\d*$/.test(count))) throw new Error('no count');
  const counts = IMPORTED_MEASURES.map((name, index) => [
    name,
    measures[index] ? Number(measures[index]) : null,
  ]);
  const uniqueViews = measures.at(-1) ? Number(measures.at(-1)) : null;
  return {
    ...{ ...of, part, day, dimension, value: value || null, uniqueViews },
    measures: Object.fromEntries(counts),
  };
};

const sum = (rows: readonly MemoryDay[], measure: ImportedMeasure): number =>
  rows.reduce((total, row) => total + (row.measures[measure] ?? 0), 0);

const isWithin = ({ day }: MemoryDay, days: ImportedDays): boolean =>
  days === 'all' || (day >= days.first && day <= days.last);

export const createMemoryDays = (findFirstHit: (siteId: number) => Date | null) => {
  let stored: MemoryDay[] = [];

  /** The days of a site before its first hit, where they end there. */
  const countedOf = (siteId: number): MemoryDay[] => {
    const firstHit = findFirstHit(siteId);
    return stored.filter(
      ({ clipZone, day, ...row }) =>
        row.siteId === siteId && !(firstHit && clipZone && day >= toDay(firstHit, clipZone)),
    );
  };

  const select = (
    { siteId, kind, filters }: Pick<HitQuery, 'siteId' | 'kind' | 'filters'>,
    days: ImportedDays | undefined,
    grouping?: Dimension,
  ): MemoryDay[] => {
    const nameOf = (name: string | undefined) => (name === 'written_source' ? 'source' : name);
    const named = [
      ...filters.map(filter => filter.dimension),
      ...(grouping ? [grouping] : []),
      ...(kind === 'event' ? ['event'] : []),
    ].map(nameOf);
    const dimension = named[0] ?? 'total';
    const isAnswered = (kind === 'hit' || kind === 'event') && named.every(name => name === dimension);
    return countedOf(siteId).filter(
      row =>
        isAnswered &&
        days !== undefined &&
        row.dimension === dimension &&
        isWithin(row, days) &&
        filters.every(
          filter => isFilter(filter) && meets([toFolded(filter.dimension ?? '', row.value)], filter),
        ),
    );
  };

  /** A page's visitors of a day are its unique views, and a total has those of its pages. */
  const uniquesOf = (rows: readonly MemoryDay[]): number =>
    rows.reduce((total, row) => {
      if (row.uniqueViews !== null) return total + row.uniqueViews;
      const pages = stored.filter(
        page =>
          row.dimension === 'total' &&
          page.dimension === 'path' &&
          page.siteId === row.siteId &&
          page.importKey === row.importKey &&
          page.part === row.part &&
          page.day === row.day &&
          page.measures.visitors !== null,
      );
      return total + sum(pages.length > 0 ? pages : [row], 'visitors');
    }, 0);

  const sumsOf = (
    rows: readonly MemoryDay[],
    { kind, attribution = 'hit', filters }: HitQuery,
    grouping?: Dimension,
  ): MemorySums => {
    const isJourneyEnd =
      attribution === 'hit' && kind === 'hit' && (grouping === 'entry_page' || grouping === 'exit_page');
    const hasVisitors = kind === 'hit' || filters.length > 0 || grouping !== undefined;
    const engaged = rows.filter(
      ({ measures: { visits, views, bounces, duration_seconds } }) =>
        kind === 'hit' && [visits, views, bounces, duration_seconds].every(count => count !== null),
    );
    return {
      hits: sum(rows, kind === 'event' ? 'events' : isJourneyEnd ? 'visitors' : 'views'),
      uniqueHits: kind === 'event' || isJourneyEnd ? 0 : uniquesOf(rows),
      visitors: hasVisitors ? sum(rows, 'visitors') : 0,
      visits: hasVisitors ? sum(rows, 'visits') : 0,
      engagement: {
        visitors: sum(engaged, 'visitors'),
        visits: sum(engaged, 'visits'),
        bounces: sum(engaged, 'bounces'),
        hits: sum(engaged, 'views'),
        totalDurationSeconds: sum(engaged, 'duration_seconds'),
      },
    };
  };

  const rangeOf = (rows: readonly MemoryDay[]): DayRange => {
    const days = rows.map(row => row.day).sort();
    return { first: days[0] ?? '', last: days.at(-1) ?? '' };
  };

  const spanOf = (rows: readonly MemoryDay[]): ImportedSpan => {
    const byDimension = Map.groupBy(rows, row => row.dimension as ImportedDimension);
    const measuresOf = (own: readonly MemoryDay[]) =>
      new Set(IMPORTED_MEASURES.filter(name => own.some(row => row.measures[name] !== null)));
    return {
      importKey: rows[0]?.importKey ?? '',
      clipZone: rows[0]?.clipZone,
      ...rangeOf(rows),
      dimensions: new Map(
        [...byDimension]
          .map(([dimension, own]) => [dimension, measuresOf(own)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      ranges: new Map([...byDimension].map(([dimension, own]) => [dimension, rangeOf(own)])),
    };
  };

  /** The rows of each part of each import, by their first days. */
  const partsOf = (rows: readonly MemoryDay[]): MemoryDay[][] => {
    const toOrder = (part: readonly MemoryDay[]) => rangeOf(part).first + part[0]?.importKey + part[0]?.part;
    return [...Map.groupBy(rows, row => `${row.importKey} ${row.part}`).values()].sort((a, b) =>
      toOrder(a) < toOrder(b) ? -1 : 1,
    );
  };

  const remove = (isRemoved: (row: MemoryDay) => boolean): number => {
    const before = stored.length;
    stored = stored.filter(row => !isRemoved(row));
    return before - stored.length;
  };

  return {
    remove,
    /** The part of the hits store that is about them. */
    store: {
      async importDays(request: ImportDaysRequest): Promise<ImportedDaysReport> {
        const { siteId, importKey, file, clipZone } = request;
        const [, ...lines] = parseCsv(await Bun.file(file).text());
        const given = lines.map(line => parseDay(line, { siteId, importKey, clipZone }));
        if (given.length === 0) throw new Error('no days');
        const same = Map.groupBy(given, row => JSON.stringify([row.part, row.day, row.dimension, row.value]));
        const rows = [...same.values()].flatMap(([first, ...others]) => {
          if (!first) return [];
          const counts = IMPORTED_MEASURES.map(name => {
            const known = [first, ...others].filter(row => row.measures[name] !== null);
            return [name, known.length > 0 ? sum(known, name) : null];
          });
          const uniques = [first, ...others].flatMap(row => row.uniqueViews ?? []);
          const uniqueViews = uniques.length > 0 ? uniques.reduce((a, b) => a + b) : null;
          return [{ ...first, uniqueViews, measures: Object.fromEntries(counts) as MemoryDay['measures'] }];
        });
        remove(row => row.siteId === siteId && row.importKey === importKey);
        stored.push(...rows);
        const { first, last } = spanOf(rows);
        const totals = rows.filter(row => row.dimension === 'total');
        return { rows: rows.length, first, last, views: sum(totals, 'views') };
      },
      importedSpans: async (siteId: number, which?: 'stored'): Promise<ImportedSpan[]> =>
        partsOf(which ? stored.filter(row => row.siteId === siteId) : countedOf(siteId)).map(spanOf),
      async *exportDays({ siteId, days, format }: ExportDaysRequest): ExportStream {
        if (format !== 'ndjson') throw new Error('the store in memory exports NDJSON only');
        const own = countedOf(siteId).filter(row => isWithin(row, days));
        const rows = partsOf(own).flatMap((part, index) =>
          part.map(row => ({
            ...{ part: index + 1, day: row.day, dimension: row.dimension, value: row.value },
            ...row.measures,
            unique_views: uniquesOf([row]),
          })),
        );
        yield new TextEncoder().encode(rows.map(row => `${JSON.stringify(row)}\n`).join(''));
        return rows.length;
      },
      removeDays: async (siteId: number, importKey: string): Promise<number> =>
        remove(row => row.siteId === siteId && row.importKey === importKey),
    },
    sums: (query: HitQuery, days: ImportedDays | undefined = query.importedDays): MemorySums =>
      sumsOf(select(query, days), query),
    paths: (query: HitQuery): string[] =>
      query.kind === 'hit' && query.filters.every(({ dimension }) => dimension === 'path')
        ? select(query, query.importedDays, 'path')
            .filter(row => (row.measures.views ?? 0) > 0)
            .flatMap(row => row.value ?? [])
        : [],
    /** Groups with all of their counts. */
    groups: (query: HitQuery, dimension: Dimension): CountedGroup[] =>
      [...Map.groupBy(select(query, query.importedDays, dimension), row => toFolded(dimension, row.value))]
        .map(([key, rows]) => {
          const { engagement: _, ...counts } = sumsOf(rows, query, dimension);
          return { key, ...counts };
        })
        .filter(({ hits }) => hits > 0),
  };
};

/** A bucket and what days add to it; counts that the bucket lacks are not added. */
export const addSums = (own: SeriesBucket, days: MemorySums): SeriesBucket => ({
  hits: own.hits + days.hits,
  uniqueHits: own.uniqueHits + days.uniqueHits,
  ...(own.visitors !== undefined && { visitors: own.visitors + days.visitors }),
  ...(own.visits !== undefined && { visits: own.visits + days.visits }),
  ...(own.engagement && { engagement: addEngagement(own.engagement, days) }),
});

export const addEngagement = (own: VisitSums, { engagement }: MemorySums): VisitSums => ({
  visits: own.visits + engagement.visits,
  bounces: own.bounces + engagement.bounces,
  hits: own.hits + engagement.hits,
  totalDurationSeconds: own.totalDurationSeconds + engagement.totalDurationSeconds,
});

/** The days of a bucket, whose edges are days. */
export const bucketDays = (edges: readonly Day[] | undefined, index: number): DayRange | undefined => {
  const [first, end] = edges?.slice(index, index + 2) ?? [];
  return first !== undefined && end !== undefined ? { first, last: addDays(end, -1) } : undefined;
};

/** Groups of rows, to which those of imported days are added. */
export const addGroups = (
  [own, days]: readonly [readonly GroupRow[], readonly GroupRow[]],
  { search, countsVisitors = false, orderBy = 'hits' }: Partial<GroupOptions>,
): GroupRow[] => {
  const named = days.filter(({ key }) => search === undefined || hasPart(key, search));
  return [...Map.groupBy([...own, ...named], group => group.key)]
    .map(([key, groups]) => {
      const sum = (count: GroupOrder | 'uniqueHits') =>
        groups.reduce((total, group) => total + (group[count] ?? 0), 0);
      const [visitors, visits] = [sum('visitors'), sum('visits')];
      return { key, hits: sum('hits'), uniqueHits: sum('uniqueHits'), visitors, visits };
    })
    .sort(largestFirst(orderBy))
    .map(({ visitors, visits, ...group }) => (countsVisitors ? { ...group, visitors, visits } : group));
};
