/** The headline of a finding, and its day: for the page of insights and for charts. */
import { toDay } from '../../../lib/time.ts';
import { formatFilterValue } from '../../app/filter-labels.ts';
import { formatDay, formatTimeOfDay, formatWholePercent } from '../../format.ts';
import * as labels from '../../labels/headlines.ts';
import type { FindingFacts } from './finding-facts.ts';
import type { Detected } from './insight-answer.ts';

/** Formats a value by its API name: countries and devices have names. */
export const formatFact = (key: string, value: string): string =>
  key === 'country' || key === 'device' ? formatFilterValue(key, value) : value;

/** What findings count. */
const COUNTED = ['hits', 'visitors', 'visits', 'conversions'] as const;
const SUBJECTS = ['path', 'referrer', 'country', 'device', 'provider', 'title', 'goal'] as const;

/** Collects the facts of a finding. */
export function toFindingFacts(detected: Detected, timeZone: string): FindingFacts {
  const { type, payload_excerpt: excerpt, window } = detected;
  const count = (when: 'current' | 'previous') =>
    Number(COUNTED.map(each => excerpt[`${when}_${each}`]).find(Boolean) ?? 0);
  const key = SUBJECTS.find(each => typeof excerpt[each] === 'string');
  const percent = excerpt['change_percentage'];
  return {
    type,
    isUp: excerpt.direction === 'up',
    subject: key === undefined ? '' : formatFact(key, String(excerpt[key])),
    current: count('current'),
    previous: count('previous'),
    change: typeof percent === 'number' ? formatWholePercent(Math.abs(percent) / 100) : null,
    day: formatDay(toDay(new Date(window.started_at), timeZone)),
    time: excerpt['granularity'] === 'hour' ? formatTimeOfDay(window.started_at, timeZone) : null,
    isReturn: excerpt['returned_to_usual'] === true,
    isOngoing: excerpt['is_ongoing'] === true,
    counted: COUNTED.find(each => typeof excerpt[`current_${each}`] === 'number') ?? 'hits',
  };
}

/** Returns the headline of a finding in the language of the pages. */
export const toHeadline = (detected: Detected, timeZone: string): string =>
  labels.headline(detected.headline, toFindingFacts(detected, timeZone));

/** Returns an instant of the last day that a finding is about: of its peak, where it has one. */
export function dayOfFinding({
  window,
  payload_excerpt: excerpt,
}: Pick<Detected, 'window' | 'payload_excerpt'>): Date {
  const peak = excerpt?.['peak_started_at'];
  // The end is the midnight after the window's last day.
  return typeof peak === 'string' ? new Date(peak) : new Date(Date.parse(window.ended_at) - 1);
}

/** Identifies a change across the days on which it is reported. */
export const changeKey = ({ type, payload_excerpt }: Pick<Detected, 'type' | 'payload_excerpt'>): string => {
  const subjects = SUBJECTS.map(each => payload_excerpt[each]);
  return JSON.stringify([type, payload_excerpt.direction, ...subjects]);
};
