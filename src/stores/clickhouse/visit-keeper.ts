/** Stores the visits of days that are over, so that reports do not work them out of rows again; and removes stored ones. */
import { AppError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { createMutex } from '../../lib/mutex.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { join, raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import { CHECKSUM, FIRST_COLUMNS, HIT_COLUMNS, IS_VISITED } from './queries/stored-visits.ts';
import { FIGURES, PAGE_COLUMNS, SENT_COLUMN, visitorRows } from './queries/visits.ts';
import { toChangedTable, toVisitDays } from './schema.ts';

/** Rows of a site whose visits are not stored from which on they are: fewer are worked out soon enough. */
const MIN_ROWS = 5000;
/** Rows whose visits are made in one statement, about. */
const STEP_ROWS = 400_000;
const PAUSE_MS = 10 * MINUTE_MS;
/** How far clocks are behind UTC: a day is over everywhere so many hours after it is in UTC. */
const MAX_BEHIND_HOURS = 12;
/** Builds that a statement names. */
const MAX_BUILDS = 5000;

export interface VisitKeeper {
  /** Begins to store visits, now and every few minutes. */
  start(): void;
  /** Stores the visits of all days that are over, and removes those that are of rows that have changed. */
  storeVisits(options?: { readonly minRows?: number }): Promise<void>;
  /** Does the same without failing. */
  storeInBackground(): Promise<void>;
  /** Returns whether visits of a site may be stored, as far as it is known. */
  mayHaveStored(siteId: number): boolean;
  /** Removes stored visits of rows that are about to be removed: those of a condition. */
  forget(siteId: number, rows: Sql): Promise<void>;
  /** Runs a removal between two steps, which would store visits of its rows. */
  runBetween<T>(removal: () => Promise<T>): Promise<T>;
  /** Ends the step that is under way, and begins no other. */
  close(): Promise<void>;
}

/** A day of a site, and the sum of its rows. */
interface SiteDay {
  readonly siteId: number;
  readonly day: string;
  readonly rows: number;
  readonly checksum: string;
}

interface Step {
  readonly siteId: number;
  readonly days: readonly SiteDay[];
}

/** Splits days, in order of their sites, into steps. */
const toSteps = (days: readonly SiteDay[], minRows: number): Step[] =>
  [...Map.groupBy(days, ({ siteId }) => siteId)].flatMap(([siteId, own]) => {
    if (own.reduce((sum, { rows }) => sum + rows, 0) < minRows) return [];
    const steps: SiteDay[][] = [];
    let rows = STEP_ROWS;
    for (const day of own) {
      if (rows + day.rows > STEP_ROWS) {
        steps.push([]);
        rows = 0;
      }
      steps.at(-1)?.push(day);
      rows += day.rows;
    }
    return steps.map(each => ({ siteId, days: each }));
  });

const SUMS = sql`select site_id, day, count() as row_count, ${CHECKSUM} as checksum from rows`;

/** Finds days whose visits are not stored as their rows are. */
const findDays = (db: ClickHouse): Promise<SiteDay[]> =>
  db.readWith({ isAtLength: true })<SiteDay>(sql`
    select sums.site_id as "siteId", toString(sums.day) as day, sums.row_count as rows, toString(sums.checksum) as checksum
    from (${SUMS} where ${IS_VISITED} and day < toDate(now('UTC') - toIntervalHour(${raw(String(MAX_BEHIND_HOURS))})) group by site_id, day) as sums
    left any join stored_visit_days as built on sums.site_id = built.site_id and sums.day = built.day and sums.checksum = built.checksum
    where built.build = 0 order by "siteId", day`);

const isOnDays = (days: readonly { readonly day: string }[]): Sql =>
  sql`day in (select toDate(arrayJoin(${days.map(({ day }) => day)})))`;

/** Returns the sums of days, by day. */
const sumDays = async (db: ClickHouse, { siteId, days }: Step): Promise<Map<string, string>> => {
  const sums = await db.readWith({ isAtLength: true })<{ day: string; checksum: string }>(sql`
    select toString(day) as day, toString(checksum) as checksum
    from (${SUMS} where site_id = ${siteId} and ${IS_VISITED} and ${isOnDays(days)} group by site_id, day) as sums`);
  return new Map(sums.map(({ day, checksum }) => [day, checksum]));
};

const list = (names: readonly string[]): Sql => raw(names.join(', '));

/**
 * Returns the statement that stores the visits of days: their figures from the rows in order, the columns of their first rows
 * joined, since an aggregate of each would take several times as long.
 */
const insertVisits = ({ siteId, days }: Step, nonce: string): Sql => {
  const first = FIRST_COLUMNS.map(name => `first_${name}`);
  const hits = HIT_COLUMNS.map(name => `hit_${name}`);
  const isOfDays = isOnDays(days);
  const lists = HIT_COLUMNS.map(name =>
    raw(
      name === 'is_unique'
        ? `groupArrayIf(coalesce(is_unique, false), not is_event) as hit_is_unique`
        : `arrayMap(each -> each.1, groupArrayIf(tuple(${name}), not is_event)) as hit_${name}`,
    ),
  );
  const pages = ['visit_entry_page', 'visit_exit_page', 'visit_sent'];
  const figures = ['visit_hits', 'visit_events', 'visit_duration_ms', 'unique_hits'];
  return sql`insert into stored_visits (site_id, day, build, visitor, visit_id, ${list([...figures, ...first, ...pages, ...hits])})
    with ${visitorRows({ siteId, kind: 'hit', span: null }, { days: isOfDays })},
    visits as (select visitor, day, ${raw(FIGURES)}, countIf(coalesce(is_unique, false)) as unique_hits,
        ${raw([...PAGE_COLUMNS, SENT_COLUMN].join(', '))}, ${join(lists, ', ')}
      from visitor_rows group by visitor, day, run),
    first_rows as (select id * 2 + (kind = 'event') as row_id, ${list(FIRST_COLUMNS.map(name => `${name} as first_${name}`))}
      from rows where site_id = ${siteId} and ${IS_VISITED} and visitor_hash is not null and ${isOfDays})
    select ${siteId}, day, cityHash64(${nonce}, day), visitor, visit_id, ${list([...figures, ...first, ...pages, ...hits])}
    from first_rows inner join visits on first_rows.row_id = visits.visit_id`;
};

/** Stores the visits of a step. What is made of rows that change meanwhile is not read, and removed later. */
async function storeStep(db: ClickHouse, step: Step): Promise<void> {
  const nonce = crypto.randomUUID();
  const before = await sumDays(db, step);
  await db.run(insertVisits(step, nonce));
  const after = await sumDays(db, step);
  const days = step.days.map(({ day }) => day).filter(day => before.get(day) === after.get(day));
  const builds = await db.readWith({ isAtLength: true })<{ day: string; build: string }>(sql`
    select day, toString(cityHash64(${nonce}, toDate(day))) as build from (select arrayJoin(${days}) as day)`);
  const made = builds.flatMap(({ day, build }) => {
    const checksum = after.get(day);
    return checksum === undefined ? [] : [{ site_id: step.siteId, day, checksum, build }];
  });
  if (made.length > 0) await db.insert('stored_visit_days', made, { token: nonce });
}

/** Removes visits that are read no more: of rows that have changed, and of steps that were interrupted. */
async function removeStale(db: ClickHouse): Promise<void> {
  const remove = async (table: Sql, statement: Sql): Promise<void> => {
    const found = await db.readWith({ isAtLength: true })<{ build: string }>(statement);
    for (let start = 0; start < found.length; start += MAX_BUILDS) {
      const builds = found.slice(start, start + MAX_BUILDS).map(({ build }) => BigInt(build));
      await db.run(sql`alter table ${table} delete where has(${builds}, build)`);
    }
  };
  // First: what a visit is read by.
  await remove(
    toVisitDays(db),
    sql`select toString(built.build) as build from stored_visit_days as built
      left any join (${SUMS} where ${IS_VISITED} group by site_id, day) as sums
      on sums.site_id = built.site_id and sums.day = built.day and sums.checksum = built.checksum where sums.row_count = 0`,
  );
  await remove(
    toChangedTable(db, 'visits'),
    raw(`select distinct toString(build) as build from stored_visits
      where build not in (select build from stored_visit_days)`),
  );
}

/** Finds the sites whose visits are stored. */
const findSites = async (db: ClickHouse): Promise<Set<number>> => {
  const found = await db.readWith({ isAtLength: true })<{ siteId: number }>(
    raw('select distinct site_id as "siteId" from stored_visit_days'),
  );
  return new Set(found.map(({ siteId }) => siteId));
};

interface Deps {
  readonly db: ClickHouse;
  readonly log: Log;
}

export function createVisitKeeper({ db, log }: Deps): VisitKeeper {
  const steps = createMutex();
  let isStarted = false;
  let isClosed = false;
  let timer: Timer | undefined;
  const runStep = (work: () => Promise<void>): Promise<void> =>
    steps.runExclusive(async () => {
      if (!isClosed) await work();
    });
  let storedSites: ReadonlySet<number> | undefined;
  const storeVisits: VisitKeeper['storeVisits'] = async ({ minRows = MIN_ROWS } = {}) => {
    for (const step of toSteps(await findDays(db), minRows)) await runStep(() => storeStep(db, step));
    await runStep(() => removeStale(db));
    storedSites = await findSites(db);
  };
  const storeInBackground = (): Promise<void> =>
    storeVisits().catch(error => {
      // Reports are right without them; failures of ClickHouse itself are in the log already.
      if (!(error instanceof AppError) && !isClosed) log.warn({ err: error }, 'visits are not stored');
    });
  const repeat = async (): Promise<void> => {
    await storeInBackground();
    if (isClosed) return;
    timer = setTimeout(() => void repeat(), PAUSE_MS);
    timer.unref();
  };
  return {
    start: () => {
      if (!isStarted) void repeat();
      isStarted = true;
    },
    storeVisits,
    storeInBackground,
    mayHaveStored: siteId => storedSites?.has(siteId) ?? true,
    forget: async (siteId, rows) => {
      const isOfSite = sql`site_id = ${siteId}`;
      // Those that were made before the zone of the site changed, too.
      const found = await db.readWith()<{ day: string }>(sql`
        select distinct toString(any_day) as day from (
          select arrayJoin(arrayMap(days -> toDate(created_at) + days, [-1, 0, 1])) as any_day from rows where ${IS_VISITED} and ${rows})
        where any_day in (select day from stored_visits where ${isOfSite})`);
      if (found.length === 0) return;
      const isMeant = sql`${isOfSite} and has(${found.map(({ day }) => day)}, toString(day))`;
      // First: what they are read by.
      await db.run(sql`alter table ${toVisitDays(db)} delete where ${isMeant}`);
      await db.run(sql`alter table ${toChangedTable(db, 'visits')} delete where ${isMeant}`);
    },
    runBetween: steps.runExclusive,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await steps.idle();
    },
  };
}
