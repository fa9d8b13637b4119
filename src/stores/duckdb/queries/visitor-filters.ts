/**
 * Filters of hits that ask for other rows of the same visitor: the page that a journey begins or ends with, and events
 * sent on the way. Anonymous hits have none of these.
 */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { Dimension, Filter, HitQuery } from '../../../core/hits/query.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { anyOf, type Condition, isNamed, toCondition } from './filters.ts';
import { createMoments } from './moments.ts';
import { within } from './within.ts';

/** Every instant that a hit can have, up to the year 2109. */
const ALL_TIME = { start: new Date(0), end: new Date(2 ** 42) };

/** Which end of a journey a dimension is: the least moment or the greatest; undefined for those that are neither. */
export const findEnd = (kind: HitKind, dimension: Dimension): 'arg_min' | 'arg_max' | undefined => {
  if (kind !== 'hit') return undefined;
  if (dimension === 'entry_page') return 'arg_min';
  return dimension === 'exit_page' ? 'arg_max' : undefined;
};

/** Whether a filter on this dimension asks for other rows of the visitor. */
export const isOfVisitor = (kind: HitKind, dimension: Dimension): boolean =>
  kind === 'hit' && (dimension === 'event' || findEnd(kind, dimension) !== undefined);

/** Rows of a query's site and span that have a visitor, whatever its filters. */
export const visitorRows = ({ siteId, span }: HitQuery): Sql =>
  sql`site_id = ${siteId} and ${within('created_at', span)} and visitor_hash is not null`;

/** The moment of a hit of a query. */
export const toMoment = ({ span }: HitQuery): Sql => createMoments(span ?? ALL_TIME).moment;

/** Visitors whose journey begins (ends) with a page that is meant. Only those who saw such a page are looked at. */
const visitorsAt = (query: HitQuery, end: 'arg_min' | 'arg_max', isMeant: Sql): Sql => sql`
  select visitor_hash from hits where ${visitorRows(query)}
    and visitor_hash in (select visitor_hash from hits where ${visitorRows(query)} and ${isMeant})
  group by visitor_hash having ${raw(end)}(coalesce(${isMeant}, false), ${toMoment(query)})`;

const pageIsMeant = (query: HitQuery, end: 'arg_min' | 'arg_max', condition: Condition): Sql => {
  const isAnonymous = raw('visitor_hash is null');
  if (condition.values.length === 0) return condition.meansNull ? isAnonymous : raw('false');
  const isMeant = sql`visitor_hash in (${visitorsAt(query, end, isNamed({ value: raw('path') }, condition))})`;
  return condition.meansNull ? anyOf([isAnonymous, isMeant]) : isMeant;
};

const eventIsMeant = (query: HitQuery, condition: Condition): Sql => {
  const senders = (isMeant: Sql): Sql =>
    sql`visitor_hash in (select visitor_hash from events where ${visitorRows(query)} and ${isMeant})`;
  const hasSent = senders(isNamed({ value: raw('event') }, condition));
  if (!condition.meansNull) return hasSent;
  const hasSentNone = sql`(${senders(raw('true'))}) is not true`;
  return condition.values.length === 0 ? hasSentNone : anyOf([hasSentNone, hasSent]);
};

/** One filter that asks for other rows of the visitor. */
export const toVisitorFilterSql = (query: HitQuery, filter: Filter): Sql => {
  const end = findEnd(query.kind, filter.dimension);
  const condition = toCondition(filter);
  const isMeant = end ? pageIsMeant(query, end, condition) : eventIsMeant(query, condition);
  return condition.isExcluding ? sql`(${isMeant}) is not true` : isMeant;
};
