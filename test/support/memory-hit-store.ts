/**
 * The hits store over plain arrays: slow, complete and obviously right. It keeps the interface honest (every engine
 * passes the same suite) and is what the real engine's answers are compared with on random data.
 */

import { answerBy } from '../../src/core/hits/ask.ts';
import { columns, HIT_KINDS, type HitKind, IMPORTED } from '../../src/core/hits/columns.ts';
import type { HitFeed } from '../../src/core/hits/feed.ts';
import type { ImportRequest } from '../../src/core/hits/import.ts';
import type { HitQuery, JourneyHits } from '../../src/core/hits/query.ts';
import type { NewHit, StoredHit } from '../../src/core/hits/row.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { toDay } from '../../src/lib/time.ts';
import { toCounts } from '../../src/stores/measures.ts';
import { withNamedGroups } from '../../src/stores/named-groups.ts';
import { type TestHitStore, withReads } from './hit-reads.ts';
import { countsOf, countVisitors, groupBy } from './memory-counts.ts';
import { keyOf, meetsAll, type Surroundings, visitMeetsAll } from './memory-dimensions.ts';
import { engagementOf, findEngaged } from './memory-engagement.ts';
import { writeExport } from './memory-export.ts';
import { createMemoryFlows } from './memory-flows.ts';
import { createMemoryGoals, findReaching } from './memory-goals.ts';
import { combineValues, withMinVisitors } from './memory-groups.ts';
import { readImport } from './memory-import.ts';
import { addEngagement, addGroups, addSums, bucketDays, createMemoryDays } from './memory-imported-days.ts';
import { journeyPagesOf, journeysOf } from './memory-journeys.ts';
import {
  createMemoryHolding,
  type FormerValues,
  isRemoved,
  type MemoryImport,
  moveMarks,
} from './memory-removal.ts';
import { bucketsOf, dayOf, isWithin, oldestFirst, visitorsOf } from './memory-rows.ts';
import { createMemorySums } from './memory-sums.ts';
import { findVisits, listVisits, sumEngagement } from './memory-visits.ts';

/** A stored row and its mark. */
export interface MemoryRow extends StoredHit {
  /** Visitor, path and day; undefined for an anonymous row. */
  key: string | undefined;
  /** In the zone of its site. */
  day: string;
  isUnique: boolean;
  /** What it had before changes, newest first. */
  former?: readonly FormerValues[] | undefined;
}

type Counts = Record<HitKind, number>;

interface Shelf {
  rows: MemoryRow[];
  lastId: number;
}

/** What makes a hit unique: being the first of its visitor, path and day. */
const uniqueKey = (row: NewHit & { readonly day: string }): string | undefined =>
  row.visitorHash === null
    ? undefined
    : JSON.stringify([row.siteId, `${row.visitorHash}`, row.path, dayOf(row)]);

/** A row as its kind keeps it: values of other kinds are null. */
const fitted = (row: NewHit): NewHit => {
  const lacking = columns.filter(({ kinds, property }) => property && !kinds.includes(row.kind));
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    visitorScope: row.kind === 'agent_visit' ? null : row.visitorScope,
    ...Object.fromEntries(lacking.map(({ property }) => [property, null])),
  };
};

const newestFirst = (a: StoredHit, b: StoredHit): number => oldestFirst(b, a);

/** Takes the mark to the oldest row left of each visitor, path and day that has lost its marked one. */
const remark = (rows: readonly MemoryRow[], removed: readonly MemoryRow[]): void => {
  const lost = new Set(removed.filter(row => row.isUnique).map(row => row.key));
  for (const row of rows.filter(each => each.isUnique)) lost.delete(row.key);
  for (const row of rows.toSorted(oldestFirst)) if (lost.delete(row.key)) row.isUnique = true;
};

/** Reads something of sites; those without it are missing. */
const bySite = <Found>(siteIds: readonly number[], read: (siteId: number) => Found | undefined) =>
  new Map(
    siteIds.flatMap((siteId): [number, Found][] => {
      const found = read(siteId);
      return found === undefined ? [] : [[siteId, found]];
    }),
  );

/** A row without its mark. */
const withoutMark = ({
  isUnique: _isUnique,
  key: _key,
  day: _day,
  former: _former,
  ...row
}: MemoryRow): StoredHit => row;

/** An empty store in memory. */
export const createMemoryHitStore = (): TestHitStore => {
  const shelves = new Map<HitKind, Shelf>(HIT_KINDS.map(kind => [kind, { rows: [], lastId: 0 }]));
  const imports = new Map<string, MemoryImport>();
  const shelf = (kind: HitKind): Shelf => {
    const found = shelves.get(kind);
    if (!found) throw new Error(`no shelf for ${kind}`);
    return found;
  };
  const zones = new Map<number, string>();
  /** Rows of anonymous visitors who are on several days since a zone changed. */
  const anonymous = new WeakSet<object>();
  const dated = (row: NewHit) => ({ ...row, day: toDay(row.createdAt, zones.get(row.siteId) ?? 'UTC') });
  const store = (given: NewHit): number => {
    const row = dated(given);
    const place = shelf(row.kind);
    const key = uniqueKey(row);
    const isUnique =
      row.kind === 'hit' &&
      key !== undefined &&
      !place.rows.some(other => other.isUnique && other.key === key);
    place.lastId += 1;
    place.rows.push({ ...fitted(row), id: place.lastId, day: row.day, key, isUnique });
    return place.lastId;
  };
  const ofSite = (kind: HitKind, siteId: number) => shelf(kind).rows.filter(row => row.siteId === siteId);
  const findEarliest = (
    siteId: number,
    kinds: readonly HitKind[] = ['hit', 'event', 'agent_visit'],
  ): Date | null => {
    const times = kinds.flatMap(kind => ofSite(kind, siteId)).map(row => +row.createdAt);
    return times.length === 0 ? null : new Date(Math.min(...times));
  };
  const days = createMemoryDays(siteId => findEarliest(siteId, ['hit']));
  const silent = new Set<StoredHit>();
  const storeSilently = (row: NewHit): number => {
    const id = store(row);
    const stored = shelf(row.kind).rows.at(-1);
    if (stored) silent.add(stored);
    return id;
  };
  const surroundings = ({ siteId, siteHosts, span, attribution = 'hit' }: HitQuery): Surroundings => {
    const rowsOf = (kind: HitKind) => ofSite(kind, siteId).sort(oldestFirst);
    const [hits, events] = [rowsOf('hit'), rowsOf('event')];
    const visits = findVisits([...hits, ...events]);
    return {
      siteHosts,
      attribution,
      hits: hits.filter(row => isWithin(row, span)),
      events: events.filter(row => isWithin(row, span)),
      visits,
      findReached: done =>
        'views' in done
          ? new Set([...visits.values()].filter(visit => visit.hits.length === 1 && visit.rows.length === 1))
          : new Set(findReaching(done, rowsOf).flatMap(row => visits.get(row) ?? [])),
    };
  };
  const select = (query: HitQuery): MemoryRow[] => {
    const around = surroundings(query);
    return ofSite(query.kind, query.siteId)
      .filter(row => isWithin(row, query.span) && meetsAll(row, query, around))
      .sort(newestFirst);
  };

  const reportsOf = (siteId: number) =>
    ofSite('engagement', siteId).filter(({ visitorHash }) => visitorHash !== null);
  const engagedOf = (siteId: number) => findEngaged(ofSite('hit', siteId), reportsOf(siteId));

  const { findMatching, moveTo, restoreHeld, rewritePaths, forgetFormer } = createMemoryHolding({
    select,
    ofSite,
    reportsOf,
    uniqueKey,
  });

  /** Hits of visitors, of the visits that match every filter. */
  const selectJourneyHits = ({ siteId, siteHosts, span, filters = [] }: JourneyHits): MemoryRow[] => {
    const query = { siteId, siteHosts, span, kind: 'hit', attribution: 'visit' } as const;
    const around = surroundings({ ...query, filters: [] });
    return select({ ...query, filters: [] }).filter(row => {
      const visit = around.visits.get(row);
      return visit !== undefined && visitMeetsAll(visit, filters, around);
    });
  };

  const sums = createMemorySums(select, surroundings);
  const goals = createMemoryGoals({ ofSite, select, surroundings });
  const ask = answerBy({
    rows: {
      site: async query =>
        select(query)
          .slice(query.offset, query.offset + query.limit)
          .map(withoutMark),
      visitor: async ({ siteId, heldAs = [], kind, visitorHash, span, offset, limit }) =>
        [siteId, ...heldAs]
          .flatMap(id => ofSite(kind, id))
          .filter(row => row.visitorHash === BigInt(`0x${visitorHash}`))
          .filter(row => isWithin(row, span ?? null))
          .sort(oldestFirst)
          .slice(offset, offset + limit)
          .map(withoutMark),
    },
    totals: {
      site: async query => {
        const rows = select(query);
        const { visits } = surroundings(query);
        const distinct = (values: unknown[]): number => new Set(values.filter(value => value !== null)).size;
        const own = {
          ...countsOf(rows),
          visitors: distinct(rows.map(row => row.visitorHash)),
          visits: listVisits(rows, visits).length,
        };
        const paths = [...rows.map(row => row.path), ...days.paths(query)];
        return { ...addSums(own, days.sums(query)), paths: query.kind === 'hit' ? distinct(paths) : 0 };
      },
      sites: async ({ siteIds, span, measures, importedDays }) =>
        bySite(siteIds, siteId => {
          const query = { siteId, kind: 'hit', span, filters: [] } as const;
          const own = { ...countsOf(select(query)), visitors: visitorsOf(select(query)) };
          const { hits, uniqueHits, visitors } = addSums(own, days.sums(query, importedDays));
          if (measures) return visitors ? { visitors } : undefined;
          return hits > 0 ? { hits, uniqueHits } : undefined;
        }),
      engagement: async query => {
        const own = sumEngagement(
          query.kind === 'hit' ? select(query) : [],
          surroundings(query).visits,
          engagedOf(query.siteId),
        );
        if (query.kind !== 'hit') return own;
        const sums = days.sums(query);
        return { ...addEngagement(own, sums), visitors: own.visitors + sums.engagement.visitors };
      },
      goals: goals.totals,
    },
    groups: {
      site: query =>
        withMinVisitors(
          { ...query, countsVisitors: toCounts(query.measures).countsVisitors },
          ({ offset, limit, ...options }) => {
            const own = groupBy(select(query), query.dimension, surroundings(query), options);
            const groups = addGroups([own, days.groups(query, query.dimension)], options);
            return { rows: groups.slice(offset, offset + limit), total: groups.length };
          },
        ),
      sites: async ({ siteIds, kind, span, dimension, limit }) =>
        bySite(siteIds, siteId => {
          const query = { siteId, kind, span, filters: [] };
          const groups = groupBy(select(query), dimension, surroundings(query)).slice(0, limit);
          return groups.length > 0 ? groups : undefined;
        }),
      pageEngagement: async query =>
        engagementOf(query.kind === 'hit' ? select(query) : [], reportsOf(query.siteId), query.pages),
      combinations: async query => {
        const around = surroundings(query);
        return combineValues(query, select(query), {
          keyOf: (row, dimension) => keyOf(row, dimension, around),
          count: rows => ({ ...countsOf(rows), ...countVisitors(rows, around.visits) }),
        });
      },
      revenue: sums.revenue,
      conversions: goals.conversions,
      campaigns: sums.campaigns,
    },
    series: {
      site: async query => {
        const { edges, importedEdges, measures } = query;
        const { countsVisitors, countsEngagement } = toCounts(measures);
        const [first, last] = [edges[0], edges.at(-1)];
        const rows = first && last ? select({ ...query, span: { start: first, end: last } }) : [];
        const { visits } = surroundings(query);
        return bucketsOf(edges).map((span, index) => {
          const bucket = rows.filter(row => isWithin(row, span));
          const { visitors: _, ...engagement } = sumEngagement(
            query.kind === 'hit' ? bucket : [],
            visits,
            engagedOf(query.siteId),
          );
          const own = {
            ...countsOf(bucket),
            ...(countsVisitors && countVisitors(bucket, visits)),
            ...(countsEngagement && { engagement }),
          };
          return addSums(own, days.sums(query, bucketDays(importedEdges, index)));
        });
      },
      sites: async ({ siteIds, edges, importedEdges }) =>
        bySite(siteIds, siteId => {
          const query = { siteId, kind: 'hit', span: null, filters: [] } as const;
          const rows = select(query);
          const buckets = bucketsOf(edges).map((span, index) => {
            const own = countsOf(rows.filter(row => isWithin(row, span)));
            return addSums(own, days.sums(query, bucketDays(importedEdges, index)));
          });
          return buckets.some(({ hits }) => hits > 0) ? buckets : undefined;
        }),
      ...goals.series,
    },
    flows: {
      journeys: async query => journeysOf(selectJourneyHits(query), query, query),
      pages: async query => {
        const rows = selectJourneyHits(query);
        const { visits } = surroundings({ ...query, kind: 'hit', filters: [] });
        return journeyPagesOf([...Map.groupBy(rows, row => visits.get(row)).values()], query);
      },
      ...createMemoryFlows(surroundings, reportsOf, siteId =>
        ofSite('hit', siteId).filter(row => !anonymous.has(row)),
      ),
    },
    facts: {
      earliest: async ({ siteId, kinds }) => findEarliest(siteId, kinds),
      properties: sums.properties,
    },
  });

  const named = withNamedGroups<HitStore & HitFeed>({
    ask,
    append: async rows => rows.map(store),
    // Rows come as tests make them.
    normalizeValues: async () => undefined,
    zoneOf: siteId => zones.get(siteId) ?? 'UTC',
    setZones: async wanted => {
      for (const [siteId, zone] of wanted) {
        zones.set(siteId, zone);
        const rows = HIT_KINDS.flatMap(kind => ofSite(kind, siteId));
        for (const row of rows) {
          const { day } = dated(row);
          Object.assign(row, { day, key: uniqueKey({ ...row, day }) });
        }
        const ofDay = rows.filter(row => row.kind !== 'spam_hit' && row.visitorScope === 'day');
        for (const own of Map.groupBy(ofDay, row => row.visitorHash).values())
          for (const row of own)
            if (own.some(({ day }) => day !== row.day))
              anonymous.add(Object.assign(row, { visitorScope: 'stable' }));
      }
    },
    listAppended: async ({ kind, siteIds, afterId, limit }) => {
      const after = shelf(kind).rows.filter(row => row.id > afterId);
      const rows = after
        .filter(row => siteIds.includes(row.siteId) && !silent.has(row))
        .sort((a, b) => a.id - b.id)
        .slice(0, limit)
        .map(withoutMark);
      const newest = Math.max(afterId, ...after.map(row => row.id));
      return { rows, throughId: rows.length === limit ? (rows.at(-1)?.id ?? newest) : newest };
    },
    remove: async removal => {
      let removed = 0;
      const matching = findMatching(removal);
      for (const kind of new Set(removal.kinds)) {
        const place = shelf(kind);
        const [kept = [], gone = []] = [false, true].map(isGone =>
          place.rows.filter(row => (matching?.has(row) ?? isRemoved(row, removal, imports)) === isGone),
        );
        removed += gone.length;
        place.rows = kept;
        remark(kept, gone);
        if (removal.heldAs !== undefined)
          place.rows.push(...gone.map(row => moveTo(row, removal.heldAs ?? 0)));
      }
      if (removal.which !== 'all' && 'importKey' in removal.which)
        imports.delete(`${removal.siteId} ${removal.which.importKey}`);
      const { siteId, kinds, which } = removal;
      if (which !== 'all' && 'heldAs' in which) forgetFormer(siteId, which.heldAs);
      if (kinds.includes('hit'))
        days.remove(
          row =>
            row.siteId === siteId &&
            (which === 'all' ||
              ('before' in which && row.day < toDay(which.before, zones.get(siteId) ?? 'UTC'))),
        );
      return removed;
    },
    restoreSpam: async ({ siteId, which }) => {
      const place = shelf('spam_hit');
      const isMeant = (row: StoredHit) =>
        row.siteId === siteId && (which === 'all' || which.ids.includes(row.id));
      const meant = place.rows.filter(isMeant).sort(oldestFirst);
      place.rows = place.rows.filter(row => !isMeant(row));
      return meant.map(row => {
        const key = uniqueKey(row);
        const marked = shelf('hit').rows.find(other => other.isUnique && other.key === key);
        if (marked && marked.createdAt > row.createdAt) marked.isUnique = false;
        return storeSilently({ ...row, kind: 'hit', reason: null });
      });
    },
    restoreHeld,
    rewritePaths,
    importFile: async (request: ImportRequest) => {
      const { rows, marked, report } = await readImport(request, kind => ofSite(kind, request.siteId));
      if (request.isDryRun) return report;
      const { followedImport = null } = request;
      const stored = rows.map(row => ({
        kind: row.kind,
        id: storeSilently({ ...row, followedImport }),
        isMarked: marked.has(row),
      }));
      moveMarks(
        shelf('hit').rows,
        stored.filter(({ kind }) => kind === 'hit'),
      );
      const idsOf = (kind: HitKind) => new Set(stored.filter(row => row.kind === kind).map(({ id }) => id));
      if (request.importKey !== undefined)
        imports.set(`${request.siteId} ${request.importKey}`, {
          ids: Object.fromEntries(IMPORTED.map(kind => [kind, idsOf(kind)])),
          report,
        });
      return report;
    },
    deliverImport: async () => undefined,
    findImport: async (siteId, importKey) => imports.get(`${siteId} ${importKey}`)?.report ?? null,
    exportRows: request =>
      writeExport(
        ofSite(request.kind, request.siteId)
          .filter(row => isWithin(row, request.span))
          .sort((a, b) => a.id - b.id),
        request,
      ),
    ...days.store,
    maintain: async () => {},
    ping: async () => {},
    facts: async () => ({
      rows: Object.fromEntries(HIT_KINDS.map(kind => [kind, shelf(kind).rows.length])) as Counts,
      sizeBytes: 0,
      schemaVersion: 0,
    }),
    close: async () => {},
  });
  return withReads(named);
};
