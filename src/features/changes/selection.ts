/** The rows that a change is of. */

import { invalidBody } from '../../core/errors.ts';
import type { HitKind } from '../../core/hits/columns.ts';
import { listFilters } from '../../core/hits/conditions.ts';
import { findPropertyName } from '../../core/hits/properties.ts';
import type { Condition } from '../../core/hits/query.ts';
import type { MatchingRows } from '../../core/hits/store.ts';
import { addDays, startOfDay } from '../../lib/time.ts';
import { parseCondition } from '../../reports/conditions.ts';
import type { FilterRules } from '../../reports/filters.ts';
import { EVENT_FILTERS, HIT_FILTERS, VISITOR_FILTERS } from '../../reports/hit-filters.ts';
import type { ChangeRequest } from './tables.ts';

export interface Selection extends MatchingRows {
  readonly span: NonNullable<MatchingRows['span']>;
  readonly kinds: readonly HitKind[];
}

/** Dimensions of a hit by itself: what its visitor did otherwise changes with every removal, and signs of bots are of visits. */
const OWN_FILTERS = Object.fromEntries(
  Object.entries(HIT_FILTERS).filter(([name]) => !(VISITOR_FILTERS.has(name) || name === 'bot_sign')),
) as FilterRules<string>;

function checkEventFilters(filters: readonly Condition[]): void {
  for (const { dimension } of listFilters(filters))
    if (!Object.hasOwn(EVENT_FILTERS, dimension) && findPropertyName(dimension) === undefined)
      throw invalidBody(`events must be false where filters name ${dimension}: events have none`);
}

/** Returns the rows of a request that came at an instant, by the days of a zone. 422 with a sentence where it names none, or what no row has. */
export function selectRows(
  { filters: given, startDate, endDate, events = false }: ChangeRequest,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Selection {
  if (given === undefined && startDate === undefined && endDate === undefined)
    throw invalidBody('filters, start_date or end_date must say which hits are meant');
  if (startDate !== undefined && endDate !== undefined && startDate > endDate)
    throw invalidBody(`end_date must not be before start_date, got ${endDate} before ${startDate}`);
  const condition = given === undefined ? { and: [] } : parseCondition(given, OWN_FILTERS);
  const filters = 'and' in condition ? condition.and : [condition];
  if (events) checkEventFilters(filters);
  // What came until now.
  const most = new Date(+now + 1);
  const end = endDate === undefined ? most : startOfDay(addDays(endDate, 1), zone);
  return {
    filters,
    span: {
      start: startDate === undefined ? new Date(0) : startOfDay(startDate, zone),
      end: end < most ? end : most,
    },
    kinds: events ? ['hit', 'event', 'engagement'] : ['hit', 'engagement'],
  };
}
