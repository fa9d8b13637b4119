/**
 * Filters of hits by other rows of the same visitor: the entry and exit page of the journey, and events of the visitor.
 * Anonymous hits have none of these.
 */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { Dimension, Filter, HitQuery } from '../../../core/hits/query.ts';
import { type Predicate, toPredicate } from '../../filter-condition.ts';
import { matchesAny } from '../../sql/filters.ts';
import { any } from '../../sql/fragment.ts';
import { raw, type Sql, sql, within } from '../sql/sql.ts';
import { createMoments } from './moments.ts';

/** All times that a hit can have, up to the year 2109. */
const ALL_TIME = { start: new Date(0), end: new Date(2 ** 42) };

/** An end of the journeys of visitors, by the aggregate that finds its page. */
export type JourneyEnd = 'arg_min' | 'arg_max';

/** Returns the end whose page a dimension is; undefined for other dimensions. */
export const findJourneyEnd = (kind: HitKind, dimension: Dimension): JourneyEnd | undefined => {
  if (kind !== 'hit') return undefined;
  if (dimension === 'entry_page') return 'arg_min';
  return dimension === 'exit_page' ? 'arg_max' : undefined;
};

/** Returns whether a filter on this dimension looks at other rows of the visitor. */
export const isVisitorFilter = (kind: HitKind, dimension: Dimension): boolean =>
  kind === 'hit' && (dimension === 'event' || findJourneyEnd(kind, dimension) !== undefined);

/** Returns the condition for rows of a query's site and span that have a visitor, regardless of its filters. */
export const visitorRows = ({ siteId, span }: HitQuery): Sql =>
  sql`site_id = ${siteId} and ${within('created_at', span)} and visitor_hash is not null`;

/** Returns the expression of a hit's moment within the span of a query. */
export const toMoment = ({ span }: HitQuery): Sql => createMoments(span ?? ALL_TIME).moment;

/** Selects visitors whose journey begins (ends) with a matching page. Only those who saw such a page are aggregated. */
const visitorsAt = (query: HitQuery, end: JourneyEnd, isMatch: Sql): Sql => sql`
  select visitor_hash from hits where ${visitorRows(query)}
    and visitor_hash in (select visitor_hash from hits where ${visitorRows(query)} and ${isMatch})
  group by visitor_hash having ${raw(end)}(coalesce(${isMatch}, false), ${toMoment(query)})`;

const pageMatches = (query: HitQuery, end: JourneyEnd, condition: Predicate): Sql => {
  const isAnonymous = raw('visitor_hash is null');
  if (condition.values.length === 0) return condition.matchesNull ? isAnonymous : raw('false');
  const isMatch = sql`visitor_hash in (${visitorsAt(query, end, matchesAny({ value: raw('path') }, condition))})`;
  return condition.matchesNull ? any([isAnonymous, isMatch]) : isMatch;
};

const eventMatches = (query: HitQuery, condition: Predicate): Sql => {
  const senders = (isMatch: Sql): Sql =>
    sql`visitor_hash in (select visitor_hash from events where ${visitorRows(query)} and ${isMatch})`;
  const hasSent = senders(matchesAny({ value: raw('event') }, condition));
  if (!condition.matchesNull) return hasSent;
  const hasSentNone = sql`(${senders(raw('true'))}) is not true`;
  return condition.values.length === 0 ? hasSentNone : any([hasSentNone, hasSent]);
};

/** Translates a filter on other rows of the visitor. */
export const toVisitorFilterSql = (query: HitQuery, filter: Filter): Sql => {
  const end = findJourneyEnd(query.kind, filter.dimension);
  const condition = toPredicate(filter);
  const isMatch = end ? pageMatches(query, end, condition) : eventMatches(query, condition);
  return condition.isExcluding ? sql`(${isMatch}) is not true` : isMatch;
};
