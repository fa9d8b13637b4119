/** Values of each dimension of a row, and filters: the plain form of the SQL of the real engine. */
import { findChannel } from '../../src/core/channels/find-channel.ts';
import type { GoalCondition } from '../../src/core/goals/condition.ts';
import { columns, type DimensionColumn } from '../../src/core/hits/columns.ts';
import { findPropertyName, parseProperties } from '../../src/core/hits/properties.ts';
import {
  type Attribution,
  type Condition,
  type Dimension,
  type Filter,
  type HitQuery,
  isOfHits,
  type OfSite,
  type SingleView,
  VISIT_DIMENSIONS,
} from '../../src/core/hits/query.ts';
import type { NewHit, StoredHit } from '../../src/core/hits/row.ts';
import { readParameter } from '../../src/core/hits/url-parameters.ts';
import { foldCase } from '../../src/lib/fold-case.ts';
import { toAsciiHost } from '../../src/lib/punycode.ts';
import { listVisits, type Visit, type Visits } from './memory-visits.ts';

const hostOf = (referrer: string | null): string | null => {
  const host = /^ *(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#\\@]*@)?(?:www\.)?(\[[^\]/?#]*\]|[^/?#\\: ]*)/i.exec(
    referrer ?? '',
  )?.[1];
  return host?.toLowerCase().replace(/\.+$/, '') || null;
};

const parameterOf = (name: string, url: string | null): string | null =>
  url === null ? null : readParameter(url, name);

const deviceOf = (row: NewHit): string | null => {
  if (row.kind === 'agent_visit') return null;
  if (row.isMobile === null) return 'unknown';
  return row.isMobile ? 'mobile' : 'desktop';
};

type ReadField = (row: NewHit, site: OfSite) => string | null;

const readColumns = Object.fromEntries(
  columns.map(({ name, property }): [string, ReadField] => [
    name,
    row => {
      const value = row[property as keyof NewHit] ?? null;
      return value === null ? null : String(value);
    },
  ]),
) as Record<DimensionColumn, ReadField>;

/** Dimensions by a row's own values. */
const FIELDS: Readonly<Record<string, ReadField>> = {
  ...readColumns,
  source: ({ source }) => source && foldCase(source),
  written_source: ({ source }) => source,
  referrer_host: row => hostOf(row.referrer),
  channel: (row, { siteHosts }) => findChannel({ ...row, siteHosts }).channel,
  hostname: (row, { siteHosts }) => hostOf(row.url) ?? siteHosts?.[0] ?? null,
  campaign: row => parameterOf('utm_campaign', row.url),
  medium: row => parameterOf('utm_medium', row.url),
  term: row => parameterOf('utm_term', row.url),
  content: row => parameterOf('utm_content', row.url),
  device: deviceOf,
  entry_page: () => null,
  exit_page: () => null,
};

const propertyOf = (name: string, { properties }: NewHit): string | null => {
  const values = parseProperties(properties) ?? {};
  return Object.hasOwn(values, name) ? String(values[name]).replace('e+', 'e') : null;
};

/** A row's own value. */
const fieldOf = (row: NewHit, dimension: Dimension, site: OfSite): string | null => {
  const property = findPropertyName(dimension);
  return property === undefined ? (FIELDS[dimension]?.(row, site) ?? null) : propertyOf(property, row);
};

/** What values of a row come from besides the row. */
export interface Surroundings extends OfSite {
  /** Whose values the dimensions of the query are. */
  readonly attribution: Attribution;
  /** Hits and events of the site in the span, oldest first. */
  readonly hits: readonly StoredHit[];
  readonly events: readonly StoredHit[];
  /** Visits of the site, whatever the span. */
  readonly visits: Visits;
  /** Visits with a row that reaches a goal. */
  readonly findReached: (done: GoalCondition | SingleView) => ReadonlySet<Visit>;
}

const ofVisitor = (rows: readonly StoredHit[], row: StoredHit): readonly StoredHit[] =>
  row.visitorHash === null ? [] : rows.filter(other => other.visitorHash === row.visitorHash);

/** Other rows that a row's values may come from: those of its visit, or its visitor's in the span. */
const listCompanions = (
  row: StoredHit,
  { attribution, hits, events, visits }: Surroundings,
): Pick<Visit, 'hits' | 'events'> => {
  if (attribution === 'visit') return visits.get(row) ?? { hits: [], events: [] };
  if (row.kind !== 'hit') return { hits: [], events: [] };
  return { hits: ofVisitor(hits, row), events: ofVisitor(events, row) };
};

/** Value of a dimension that groups are made of. */
export const keyOf = (row: StoredHit, dimension: Dimension, around: Surroundings): string | null => {
  const { hits, events } = listCompanions(row, around);
  if (dimension === 'entry_page') return hits[0]?.path ?? null;
  if (dimension === 'exit_page') return hits.at(-1)?.path ?? null;
  const isOfVisit = around.attribution === 'visit' && VISIT_DIMENSIONS.has(dimension);
  return fieldOf(isOfVisit ? (hits[0] ?? events[0] ?? row) : row, dimension, around);
};

/** Every value of a dimension that may meet a filter. */
const valuesOf = (row: StoredHit, dimension: Dimension, around: Surroundings): (string | null)[] => {
  if (row.kind !== 'hit' || dimension !== 'event') return [keyOf(row, dimension, around)];
  const events = listCompanions(row, around).events.map(({ event }) => event);
  return events.length === 0 ? [null] : events;
};

const toLiteral = (text: string): string => text.replace(/[\\.*+?()|[\]{}^$]/g, String.raw`\$&`);

/** A text has a part, case ignored. */
export const hasPart = (text: string | null, part: string): boolean =>
  text !== null && new RegExp(toLiteral(part), 'iu').test(text);

const isOfPaths = (dimension: Dimension): boolean => /^(path|entry_page|exit_page)$/.test(dimension);

/** A text matches a pattern as a whole, case ignored. */
const hasPattern = (text: string | null, pattern: string, dimension: Dimension): boolean => {
  const any = isOfPaths(dimension) ? '[^/]*' : '.*';
  const expression = pattern
    .split(/(\\\*|\*+)/)
    .map(each => (each === '*' ? any : /^\*\*+$/.test(each) ? '.*' : toLiteral(each === '\\*' ? '*' : each)))
    .join('');
  return text !== null && new RegExp(`^(?:${expression})$`, 'isu').test(text);
};

/** The value of a dimension that a text is, of a filter or of an imported day. */
export const toFolded = (dimension: string, text: string | null): string | null => {
  if (text !== null && dimension === 'source') return foldCase(text);
  return text !== null && /^(referrer_host|hostname)$/.test(dimension) ? toAsciiHost(text) : text;
};

const isMeant = (value: string | null, filter: Filter): boolean => {
  const isOne = (texts: readonly (string | null)[]): boolean =>
    texts.some(text => toFolded(filter.dimension, text) === value);
  const isOneOf = (parts: readonly (string | null)[], has: typeof hasPattern = hasPart): boolean =>
    parts
      .map(part => toFolded(filter.dimension, part))
      .some(part => (part === null ? value === null : has(value, part, filter.dimension)));
  if ('is' in filter) return isOne([filter.is]);
  if ('isNot' in filter) return isOne([filter.isNot]);
  if ('isAnyOf' in filter) return isOne(filter.isAnyOf);
  if ('isNoneOf' in filter) return isOne(filter.isNoneOf);
  if ('containsAnyOf' in filter) return isOneOf(filter.containsAnyOf);
  if ('containsNone' in filter) return isOneOf(filter.containsNone);
  return isOneOf('matchesAnyOf' in filter ? filter.matchesAnyOf : filter.matchesNone, hasPattern);
};

/** Whether a condition holds of something, by what it is made of. */
const holds = (
  condition: Condition,
  isMet: (filter: Filter) => boolean,
  isDone: (done: GoalCondition | SingleView) => boolean,
): boolean => {
  const each = (inner: Condition): boolean => holds(inner, isMet, isDone);
  if ('and' in condition) return condition.and.every(each);
  if ('or' in condition) return condition.or.some(each);
  if ('not' in condition) return !each(condition.not);
  return 'done' in condition ? isDone(condition.done) : isMet(condition);
};

/** Whether a row meets every condition of a query. */
export const meetsAll = (row: StoredHit, { filters }: HitQuery, around: Surroundings): boolean =>
  filters.every(condition =>
    holds(
      condition,
      filter => meets(valuesOf(row, filter.dimension, around), filter),
      goal => listVisits([row], around.visits).some(visit => around.findReached(goal).has(visit)),
    ),
  );

/** Whether a visit meets conditions on visits: of pages and properties, those of its hits in the span count. */
export const visitMeetsAll = (
  visit: Visit,
  conditions: readonly Condition[],
  around: Surroundings,
): boolean => {
  const isMet = (filter: Filter): boolean => {
    const { dimension } = filter;
    const sent = visit.events.map(({ event }) => event);
    if (dimension === 'event') return meets(sent.length === 0 ? [null] : sent, filter);
    const rows = isOfHits(dimension)
      ? visit.hits.filter(hit => around.hits.includes(hit))
      : visit.rows.slice(0, 1);
    return meets(
      rows.map(row => keyOf(row, dimension, around)),
      filter,
    );
  };
  return conditions.every(each => holds(each, isMet, goal => around.findReached(goal).has(visit)));
};

/** Whether any of the values meets a filter, or none the opposite of one that excludes. */
export const meets = (values: readonly (string | null)[], filter: Filter): boolean => {
  const isExcluding = ['isNot', 'isNoneOf', 'containsNone', 'matchesNone'].some(name => name in filter);
  return isExcluding !== values.some(value => isMeant(value, filter));
};
