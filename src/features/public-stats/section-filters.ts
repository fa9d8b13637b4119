/** The filters that each section can apply: without all of a segment's it would show more than the segment. */
import type { PublicSection } from '../../core/public-page.ts';
import type { AppliedSegment } from '../../core/view.ts';
import { COUNTRY, type FilterRules, PATH, ruleQuery } from '../../reports/filters.ts';
import {
  EVENT_FILTERS,
  EVENT_VISIT_FILTERS,
  HIT_FILTERS,
  JOURNEY_FILTERS,
} from '../../reports/hit-filters.ts';
import { findUnknownFilter } from '../../reports/segments.ts';

/** Filters of events are those of their visits, too. */
export const FILTERED_EVENTS = { ...EVENT_FILTERS, ...EVENT_VISIT_FILTERS };
/** Filters that hits and events have. */
const FILTERED_BOTH: FilterRules<string> = Object.fromEntries(
  Object.entries(FILTERED_EVENTS).filter(([name]) => name in HIT_FILTERS),
);
export const FILTERED_AGENTS = { path: PATH, country: COUNTRY };
export const FILTERED_KUDOS = { path: PATH };

/** Sections with other filters than hits have; null: a segment does not change them. */
const OTHERS: Readonly<Partial<Record<PublicSection, FilterRules<string> | null>>> = {
  events: FILTERED_EVENTS,
  properties: FILTERED_BOTH,
  revenue: FILTERED_EVENTS,
  goals: JOURNEY_FILTERS,
  funnels: JOURNEY_FILTERS,
  agents: FILTERED_AGENTS,
  kudos: FILTERED_KUDOS,
  uptime: null,
};

/** Returns whether a section can show a segment alone. */
export function canShow(section: PublicSection, segment: AppliedSegment): boolean {
  const rules: FilterRules<string> | null = section in OTHERS ? (OTHERS[section] ?? null) : HIT_FILTERS;
  return rules === null || findUnknownFilter(Object.keys(ruleQuery(rules)), segment) === undefined;
}
