/** The period of a report: the parameters `start_date`, `end_date` and `time_zone`, the same for every endpoint. */
import { Type } from '@sinclair/typebox';
import type { Clock } from '../core/clock.ts';
import { invalidParameter } from '../core/errors.ts';
import type { ReadOptions } from '../core/hits/query.ts';
import { MAX_RANGE_DAYS } from '../core/limits.ts';
import { type Site, zoneOfSite } from '../core/site.ts';
import type { Day as CalendarDay, Span } from '../core/span.ts';
import { Day, oneOf } from '../http/schema.ts';
import { addDays, countDays, startOfDay, toDay } from '../lib/time.ts';

const DEFAULT_RANGE_DAYS = 30;

const SHARED_MODES = ['utc', 'user'] as const;
const TIME_ZONE_MODES = [...SHARED_MODES, 'site'] as const;
export type TimeZoneMode = (typeof TIME_ZONE_MODES)[number];

/** The parameter for whose days are meant. */
export const zoneQuery = {
  time_zone: Type.Optional(
    oneOf(TIME_ZONE_MODES, {
      description: 'days of UTC (default), of the account or of the site',
    }),
  ),
};

/** The parameters of a period of one site. */
export const periodQuery = {
  start_date: Type.Optional({
    ...Day,
    description: 'first day, YYYY-MM-DD; 30 days ago when left out: 31 days with today',
  }),
  end_date: Type.Optional({
    ...Day,
    description: `last day; today when left out; at most ${MAX_RANGE_DAYS} days`,
  }),
  ...zoneQuery,
};

/** Those of a period of several sites, which have no days in common but those of UTC and of the account. */
export const sharedPeriodQuery = {
  ...periodQuery,
  time_zone: Type.Optional(oneOf(SHARED_MODES, { description: 'days of UTC (default) or of the account' })),
};

/** The parameter for all time: every day since the site's first row. */
export const allTimeQuery = {
  period: Type.Optional(
    oneOf(['all'], { description: 'every day since the first that has anything, in place of a date range' }),
  ),
};

/** Schemas of the fields of `presentPeriod`. */
export const periodFields = {
  start_date: Type.String(),
  end_date: Type.String(),
  time_zone: Type.String(),
  zone: Type.String(),
};

/** A range of whole days in a time zone. */
export interface Period {
  readonly first: CalendarDay;
  /** Included. */
  readonly last: CalendarDay;
  readonly mode: TimeZoneMode;
  /** The zone behind the mode. */
  readonly zone: string;
  readonly span: Span;
}

/** A period, and the part of it that is summed up. */
export interface PartOfPeriod {
  readonly period: Period;
  readonly span: Span;
}

/** The query parameters of a period. */
export interface PeriodParams {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly time_zone?: TimeZoneMode;
  readonly period?: 'all';
}

/** Whose days may be meant: those of an account, and of one of its sites. */
interface ZoneOwners {
  readonly account: { readonly owner: { readonly timeZone: string } };
  readonly site?: Pick<Site, 'timeZone'>;
}

/** Parses a period, with its defaults. Throws 400 when it ends before it starts or is too long. */
export function parsePeriod(query: Omit<PeriodParams, 'period'>, owners: ZoneOwners, now: Date): Period {
  const { mode, zone } = resolveZone(query.time_zone, owners);
  const today = toDay(now, zone);
  const first = query.start_date ?? addDays(today, -DEFAULT_RANGE_DAYS);
  const last = query.end_date ?? today;
  if (last < first) {
    const shownFirst = query.start_date === undefined ? `${first} (${DEFAULT_RANGE_DAYS} days ago)` : first;
    const shownLast = query.end_date === undefined ? `${last} (today)` : last;
    throw invalidParameter(`end_date must not be before start_date: ${shownLast} is before ${shownFirst}`);
  }
  const days = countDays(first, last);
  if (days > MAX_RANGE_DAYS) {
    throw invalidParameter(
      `a range from start_date to end_date may be at most ${MAX_RANGE_DAYS} days long, first and last day included, got ${days} from ${first} to ${last}`,
    );
  }
  return toPeriod({ first, last, mode, zone });
}

/** Resolves the period of a request about a site. */
export type ResolvePeriod = (
  query: PeriodParams,
  about: Pick<ZoneOwners, 'account'> & {
    readonly site: Pick<Site, 'id' | 'timeZone'>;
    readonly signal: AbortSignal;
  },
) => Promise<Period>;

/** A century: rows before that come from wrong clocks. */
const MAX_ALL_TIME_DAYS = 36_500;

/** Creates the resolver of periods; all time begins with the site's first row of any kind. Throws 400 as `parsePeriod` does. */
export const createPeriodResolver =
  ({
    findEarliest,
    findFirstImported,
    clock,
  }: {
    /** Finds the instant of a site's first row; null while it has none. */
    readonly findEarliest: (siteId: number, options: ReadOptions) => Promise<Date | null>;
    /** Finds the first day that was imported of a site as a sum; undefined while it has none. */
    readonly findFirstImported: (siteId: number) => Promise<CalendarDay | undefined>;
    readonly clock: Clock;
  }): ResolvePeriod =>
  async (query, { account, site, signal }) => {
    const now = clock.now();
    if (query.period === undefined) return parsePeriod(query, { account, site }, now);
    if (query.start_date !== undefined || query.end_date !== undefined)
      throw invalidParameter('period=all takes neither start_date nor end_date');
    const { mode, zone } = resolveZone(query.time_zone, { account, site });
    const last = toDay(now, zone);
    const [earliest, imported = last] = await Promise.all([
      findEarliest(site.id, { signal }),
      findFirstImported(site.id),
    ]);
    const ofRows = earliest === null || earliest > now ? last : toDay(earliest, zone);
    const first = imported < ofRows ? imported : ofRows;
    const limit = addDays(last, -MAX_ALL_TIME_DAYS);
    return toPeriod({ first: first < limit ? limit : first, last, mode, zone });
  };

/** Returns the zone behind a mode; UTC is the default. */
export function resolveZone(mode: TimeZoneMode = 'utc', { account: { owner }, site }: ZoneOwners) {
  const zones = { utc: 'UTC', user: owner.timeZone, site: site ? zoneOfSite(site, owner) : owner.timeZone };
  return { mode, zone: zones[mode] };
}

/** Adds the span of instants to a first and a last day. */
export const toPeriod = ({ first, last, mode, zone }: Omit<Period, 'span'>): Period => ({
  first,
  last,
  mode,
  zone,
  span: { start: startOfDay(first, zone), end: startOfDay(addDays(last, 1), zone) },
});

/** Every day that there may be. */
export const ALL_DAYS = toPeriod({ first: '1000-01-01', last: '9998-12-31', mode: 'utc', zone: 'UTC' });

/** Presents the echo of a period. */
export const presentPeriod = (period: Period) => ({
  start_date: period.first,
  end_date: period.last,
  time_zone: period.mode,
  zone: period.zone,
});
