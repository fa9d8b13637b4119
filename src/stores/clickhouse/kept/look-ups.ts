/** Looks up the rows of the visitors with later hits: in one statement for all questions of a moment about a site and span. */
import { coverDays } from '../../../core/days.ts';
import type { ReadOptions } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { any, join, raw, type Sql, sql } from '../../sql/fragment.ts';
import type { ClickHouse } from '../client.ts';
import { BY_INSTANT, dayOf, type OfDays, within } from '../sql.ts';
import type { DeliveredRow, DeliveredRows } from './delivered-rows.ts';
import { TABLE_VERSION, type TableVersion } from './table-version.ts';
import type { VisitorRow } from './visitor-figures.ts';

/** Later rows up to which they are looked up, and rows of their visitors: of more, all is counted again. */
const MAX_LATER_ROWS = 2000;
const MAX_ROWS = 20_000;

/** What a question asks of each row: whether it matches each filter, then the value of its dimension. */
export interface RowQuestion extends OfDays {
  readonly siteId: number;
  readonly span: Span | null;
  readonly matches: readonly Sql[];
  readonly key: Sql;
}

/** Rows of visitors, as of a delivery. */
export interface LookedUp {
  readonly visitors: readonly (readonly VisitorRow[])[];
  readonly anonymous: readonly VisitorRow[];
  /** All later rows of the site. */
  readonly later: readonly DeliveredRow[];
  /** Number of the last delivery that is counted. */
  readonly delivery: number;
}

interface Waiting {
  readonly question: RowQuestion;
  readonly after: number;
  readonly options: ReadOptions;
  readonly resolve: (found: Promise<LookedUp | undefined>) => void;
}

type FoundRow = readonly [
  visitor: string | null,
  isEvent: number,
  id: number,
  at: number,
  isUnique: boolean,
  path: string | null,
  day: number,
  ...asked: unknown[],
];
const OWN =
  raw(`if(visitor_hash is null, null, toString(visitor_hash)), kind = 'event', id, toUnixTimestamp64Milli(created_at),
  coalesce(is_unique, false), cast(path as Nullable(String))`);

/** Further away, no row has the hash of a visitor who is known by it for a day. */
const MAX_AWAY_MS = 3 * DAY_MS;

/** Returns the condition for the rows of visitors with later rows, where they can be, and for later hits without one. */
const isOfLater = (later: readonly DeliveredRow[]): Sql => {
  const visitorsOf = (rows: readonly DeliveredRow[]) => [
    ...new Set(rows.flatMap(({ visitorHash }) => visitorHash ?? [])),
  ];
  const lasting = visitorsOf(later.filter(({ isLasting }) => isLasting));
  const others = later.filter(({ isLasting, visitorHash }) => !isLasting && visitorHash !== null);
  const times = others.map(({ at }) => at);
  const near = {
    start: new Date(Math.min(...times) - MAX_AWAY_MS),
    end: new Date(Math.max(...times) + MAX_AWAY_MS),
  };
  const anonymous = later.filter(({ kind, visitorHash }) => kind === 'hit' && visitorHash === null);
  return any([
    ...(lasting.length > 0 ? [sql`visitor_hash in (${lasting})`] : []),
    ...(others.length > 0
      ? [sql`(visitor_hash in (${visitorsOf(others)}) and ${within(near, BY_INSTANT)})`]
      : []),
    ...(anonymous.length > 0
      ? [sql`(visitor_hash is null and kind = 'hit' and id in (${anonymous.map(({ id }) => id)}))`]
      : []),
  ]);
};

/** Selects the rows of those visitors, and the version of the table. */
const selectRows = (
  { siteId, span, ...days }: RowQuestion,
  later: readonly DeliveredRow[],
  asked: readonly Sql[],
): Sql =>
  later.length === 0
    ? sql`select [] as found, ${TABLE_VERSION} as version`
    : sql`select groupArray(${raw(String(MAX_ROWS + 1))})((${join([OWN, sql`toUInt16(${dayOf({ ...days, span })})`, ...asked], ', ')})) as found, ${TABLE_VERSION} as version
        from rows where site_id = ${siteId} and kind in ('hit', 'event') and ${within(span && coverDays(span, days.zone), days)} and ${isOfLater(later)}`;

/** The rows that were found, with the values that all questions asked for. */
interface Found extends Pick<LookedUp, 'later' | 'delivery'> {
  readonly rows: readonly (Omit<VisitorRow, 'matches' | 'key'> & {
    readonly visitor: string | null;
    readonly values: readonly unknown[];
  })[];
}

/** Returns what one question needs: the first and the last of its values are at some places. */
const toLookedUp = ({ rows, later, delivery }: Found, first: number, last: number): LookedUp => {
  const anonymous: VisitorRow[] = [];
  const visitors = new Map<string, VisitorRow[]>();
  for (const { visitor, values, ...each } of rows) {
    const matches = values.slice(first, last).map(Boolean);
    const row: VisitorRow = { ...each, matches, key: (values[last] ?? null) as string | null };
    const own = visitor === null ? anonymous : (visitors.get(visitor) ?? []);
    own.push(row);
    if (visitor !== null) visitors.set(visitor, own);
  }
  return { visitors: [...visitors.values()], anonymous, later, delivery };
};

const toIdentity = (isEvent: boolean, id: number): string => `${isEvent ? 'event' : 'hit'} ${id}`;

const isVisited = ({ kind }: DeliveredRow): boolean => kind === 'hit' || kind === 'event';

/** Creates the look-ups of a connection. */
export function createLookUps(db: ClickHouse, delivered: DeliveredRows) {
  const waiting = new Map<string, Waiting[]>();

  /** Looks up what some questions about a site and span need; undefined where it is not known. */
  const lookUp = async (asking: readonly [Waiting, ...Waiting[]]): Promise<Found | undefined> => {
    const [{ question, options }] = asking;
    const after = Math.min(...asking.map(each => each.after));
    const [changes, delivery] = [delivered.changes(), delivered.lastDone()];
    const findLater = () => delivered.findLater(question.siteId, after);
    const later = findLater()?.filter(row => row.delivery <= delivery);
    if (!later || later.length > MAX_LATER_ROWS) return undefined;
    const { queue } = options;
    const [found] = await db.readWith({ ...(queue !== undefined && { queue }), usesSums: false })<{
      found: readonly FoundRow[];
      version: TableVersion;
    }>(
      selectRows(
        question,
        later.filter(isVisited),
        asking.flatMap(each => [...each.question.matches, each.question.key]),
      ),
    );
    const isAsKnown = found && delivered.verify(found.version, delivery) && delivered.changes() === changes;
    const all = findLater();
    if (!isAsKnown || !all || found.found.length > MAX_ROWS) return undefined;
    const deliveries = new Map(
      all.filter(isVisited).map(row => [toIdentity(row.kind === 'event', row.id), row.delivery]),
    );
    const rows = found.found.map(([visitor, isEvent, id, at, isUnique, path, day, ...values]) => ({
      ...{ visitor, id, created_at: at, isUnique, path, day, values },
      is_event: Boolean(isEvent),
      delivery: deliveries.get(toIdentity(Boolean(isEvent), id)) ?? 0,
    }));
    // Those of a delivery that is under way are left to the next question.
    return { rows: rows.filter(row => row.delivery <= delivery), later, delivery };
  };
  const flush = (key: string): void => {
    const [first, ...others] = waiting.get(key) ?? [];
    waiting.delete(key);
    if (!first) return;
    const found = lookUp([first, ...others]);
    let column = 0;
    for (const { question, resolve } of [first, ...others]) {
      const begin = column;
      column += question.matches.length + 1;
      const end = column - 1;
      resolve(found.then(all => all && toLookedUp(all, begin, end)));
    }
  };
  return {
    /** Resolves with the rows of visitors with rows of deliveries after one; undefined where they are not known, or too many. */
    find(question: RowQuestion, after: number, options: ReadOptions): Promise<LookedUp | undefined> {
      const { siteId, span, zone, hasStoredDays } = question;
      const key = JSON.stringify([siteId, span, zone, hasStoredDays, options.queue]);
      const { promise, resolve } = Promise.withResolvers<LookedUp | undefined>();
      const asking = waiting.get(key);
      if (asking) asking.push({ question, after, options, resolve });
      else {
        waiting.set(key, [{ question, after, options, resolve }]);
        setImmediate(() => flush(key));
      }
      return promise;
    },
  };
}
