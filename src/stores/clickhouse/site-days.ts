/** The zones of the days of sites: rows have their date in `day` as they are stored, and get another one when the zone changes. */
import { DEFAULT_ZONE } from '../../core/days.ts';
import type { IdRange } from '../../core/hits/outbox.ts';
import { createMutex } from '../../lib/mutex.ts';
import { any, raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import { toChangedTable, toShardTable } from './schema.ts';
import { dayOf, type OfDays } from './sql.ts';

/** Zones by site. */
export type SiteZones = ReadonlyMap<number, string>;

interface State {
  readonly zone: string;
  /** Whether every row has its date in this zone. */
  readonly isStored: boolean;
}

const OF_UTC: State = { zone: DEFAULT_ZONE, isStored: true };

export interface SiteDays {
  zoneOf(siteId: number): string;
  /** Returns what statements have to know of the days of a site. */
  of(siteId: number): OfDays;
  /** Reads the zones that are stored, and goes on with what was interrupted, in the background. */
  load(): Promise<void>;
  /** Changes zones. Until rows have other dates, statements work these out. */
  setZones(zones: SiteZones, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Runs work during which rows may be without the date in the zone of their site. */
  runUndated<T>(work: () => Promise<T>): Promise<T>;
  /** Gives rows of some ids the dates in the zones of their sites. */
  dateRows(ranges: readonly IdRange[]): Promise<void>;
  /** Runs a read of many sites: those with the same days together. */
  readEach<T>(
    siteIds: readonly number[],
    read: (sites: OfDays & { readonly siteIds: readonly number[] }) => Promise<Map<number, T>>,
  ): Promise<Map<number, T>>;
  /** Runs a read of sites; again where their days changed meanwhile. */
  read<T>(siteIds: readonly number[], work: () => Promise<T>): Promise<T>;
}

interface Deps {
  readonly db: ClickHouse;
  /** Runs work between two deliveries, once the database is prepared. */
  readonly runSettled: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called once rows have other dates. */
  readonly onChanged: () => void;
  readonly onFailed: (error: unknown) => void;
}

const readStates = async (db: ClickHouse): Promise<Map<number, State>> => {
  const found = await db.readWith()<{ siteId: number; zone: string; isStored: boolean }>(
    raw(`select site_id as "siteId", argMax(zone, noted_at) as zone, argMax(is_stored, noted_at) as "isStored"
      from site_zones group by site_id`),
  );
  return new Map(found.map(({ siteId, zone, isStored }) => [siteId, { zone, isStored }]));
};

/** Gives rows of sites the dates in their zone. */
const updateDays = (
  db: ClickHouse,
  { siteIds, zone, rows }: { readonly siteIds: readonly number[]; readonly zone: string; readonly rows: Sql },
): Promise<void> => {
  const day = dayOf({ zone, hasStoredDays: false });
  return db.run(sql`alter table ${toChangedTable(db)} update day = ${day}
    where has(${siteIds}, site_id) and ${rows} and day != ${day}`);
};

/** Marks visitors as stable who were known for a day, and are on two of the days that rows have now. */
const markStable = (db: ClickHouse, siteIds: readonly number[]): Promise<void> => {
  const ofDay = sql`has(${siteIds}, site_id) and not visitor_is_stable and kind != 'spam_hit'`;
  return db.run(sql`alter table ${toChangedTable(db)} update visitor_is_stable = true, visitor_is_identified = false
    where ${ofDay} and (site_id, visitor_hash) in (
      select site_id, visitor_hash from ${toShardTable(db)} where ${ofDay} group by site_id, visitor_hash having uniqExact(day) > 1)`);
};

export function createSiteDays({ db, runSettled, onChanged, onFailed }: Deps): SiteDays {
  let states = new Map<number, State>();
  const wanted = new Map<number, string>();
  const turns = createMutex();
  let changes = 0;
  /** How much work runs that leaves rows without dates. */
  let undated = 0;
  const stateOf = (siteId: number): State => states.get(siteId) ?? OF_UTC;
  const note = async (siteIds: readonly number[], state: State): Promise<void> => {
    const rows = siteIds.map(siteId => ({ site_id: siteId, zone: state.zone, is_stored: state.isStored }));
    await db.insert('site_zones', rows, { token: crypto.randomUUID() });
    for (const siteId of siteIds) states.set(siteId, state);
    changes += 1;
  };
  const change = async (zone: string, siteIds: readonly number[]): Promise<void> => {
    await runSettled(() => note(siteIds, { zone, isStored: false }));
    await updateDays(db, { siteIds, zone, rows: raw('true') });
    await markStable(db, siteIds);
    await note(siteIds, { zone, isStored: true });
  };
  const setZones: SiteDays['setZones'] = (zones, { signal } = {}) => {
    for (const [siteId, zone] of zones) wanted.set(siteId, zone);
    return turns.runExclusive(async () => {
      await runSettled(async () => undefined);
      const isDue = ([siteId, zone]: readonly [number, string]) =>
        stateOf(siteId).zone !== zone || !stateOf(siteId).isStored;
      const due = [...wanted].filter(isDue);
      for (const [zone, sites] of Map.groupBy(due, ([, each]) => each)) {
        signal?.throwIfAborted();
        await change(
          zone,
          sites.map(([siteId]) => siteId),
        );
      }
      if (due.length > 0) onChanged();
    });
  };
  const isOfUtc = (siteId: number): boolean => stateOf(siteId) === OF_UTC;
  const of = (siteId: number): OfDays => {
    const { zone, isStored } = stateOf(siteId);
    const hasStoredDays = isStored && (undated === 0 || zone === DEFAULT_ZONE);
    return { ...(zone !== DEFAULT_ZONE && { zone }), ...(!hasStoredDays && { hasStoredDays }) };
  };
  return {
    of,
    zoneOf: siteId => stateOf(siteId).zone,
    load: async () => {
      states = await readStates(db);
      changes += 1;
      const left = [...states].flatMap(([siteId, { zone, isStored }]) =>
        isStored || wanted.has(siteId) ? [] : [[siteId, zone] as const],
      );
      if (left.length + wanted.size > 0) setZones(new Map(left)).catch(onFailed);
    },
    setZones,
    runUndated: async work => {
      undated += 1;
      changes += 1;
      try {
        return await work();
      } finally {
        undated -= 1;
        changes += 1;
      }
    },
    dateRows: async ranges => {
      const zoned = [...states].filter(([, { zone }]) => zone !== DEFAULT_ZONE);
      if (zoned.length === 0 || ranges.length === 0) return;
      const rows = any(
        ranges.map(
          ({ kind, firstId, lastId }) => sql`kind = ${kind} and id between ${firstId} and ${lastId}`,
        ),
      );
      for (const [zone, sites] of Map.groupBy(zoned, ([, state]) => state.zone))
        await updateDays(db, { siteIds: sites.map(([siteId]) => siteId), zone, rows });
    },
    readEach: async (siteIds, read) => {
      const answers: Awaited<ReturnType<typeof read>>[] = [];
      for (const [key, own] of Map.groupBy(siteIds, siteId => JSON.stringify(of(siteId))))
        answers.push(await read({ ...(JSON.parse(key) as OfDays), siteIds: own }));
      return new Map(answers.flatMap(answer => [...answer]));
    },
    read: async (siteIds, work) => {
      for (;;) {
        const [before, areOfUtc] = [changes, siteIds.every(isOfUtc)];
        const answer = await work();
        if (before === changes || (areOfUtc && siteIds.every(isOfUtc))) return answer;
      }
    },
  };
}
