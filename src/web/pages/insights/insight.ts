/** Insights of the API, and their figures prepared for display. */

import type { Static } from '@sinclair/typebox';
import type { insightList } from '../../../features/insights/schema.ts';
import { capitalize } from '../../../lib/english.ts';
import { toDay } from '../../../lib/time.ts';
import { formatFilterValue } from '../../app/filter-labels.ts';
import { DIMENSIONS } from '../../dimensions.ts';
import { formatDay, formatTimeOfDay, formatWholePercent } from '../../format.ts';
import * as labels from '../../labels/insights.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { provider } from '../../labels/site.tsx';
import type { Signal } from './use-signals.ts';

type Answer = Static<ReturnType<typeof insightList>>;

export type Insight = Omit<Answer['insights'][number], 'context_signals'> & {
  readonly context_signals: readonly Signal[];
};
export type InsightList = Omit<Answer, 'insights'> & { readonly insights: readonly Insight[] };

/** A finding with its figures. */
export type Detected = Insight['signals'][number];

/** A figure with its comparison, or a plain fact. */
export type Fact =
  | { readonly name: string; readonly now: number; readonly before: number; readonly isShare: boolean }
  | { readonly name: string; readonly text: string };

/** Keys that repeat the two numbers, or say how they were computed. */
const REDUNDANT_KEYS = [
  'direction',
  'peak_started_at',
  'absolute_change',
  'change_percentage',
  'share_change',
  'compared_with',
  'granularity',
];

const LABELS: Readonly<Record<string, string>> = {
  hits: shared.pageviews,
  visits: shared.visits,
  share: shared.share,
  path: shared.page,
  referrer: shared.referrer,
  country: shared.country,
  device: DIMENSIONS.device.labels.name,
  provider,
  title: labels.signalTitle,
};

/** Returns the label of a measure or a value; one that is not known here by its API name. */
const toLabel = (key: string): string => LABELS[key] ?? capitalize(key.replaceAll('_', ' ').trim());

/** Formats a value by its API name: countries and devices have names. */
const formatText = (key: string, value: string): string =>
  key === 'country' || key === 'device' ? formatFilterValue(key, value) : value;

/**
 * Converts an excerpt to facts; its keys depend on the kind. `current_hits` and `previous_hits` make one fact. Shares
 * are in percent.
 */
export function toFacts(excerpt: Readonly<Record<string, unknown>> = {}): Fact[] {
  return Object.entries(excerpt).flatMap(([key, value]): Fact[] => {
    const [, measure] = /^current_(.+)$/.exec(key) ?? [];
    const before = measure === undefined ? undefined : excerpt[`previous_${measure}`];
    if (measure !== undefined && typeof value === 'number' && typeof before === 'number') {
      return [{ name: toLabel(measure), now: value, before, isShare: measure === 'share' }];
    }
    const isPaired = key.startsWith('previous_') && `current_${key.slice('previous_'.length)}` in excerpt;
    if (isPaired || REDUNDANT_KEYS.includes(key)) return [];
    if (typeof value === 'number') return [{ name: toLabel(key), text: formatNumber(value) }];
    return typeof value === 'string' && value !== ''
      ? [{ name: toLabel(key), text: formatText(key, value) }]
      : [];
  });
}

/** Returns the label of the comparison. */
export const comparisonLabel = (excerpt: Readonly<Record<string, unknown>> = {}): string =>
  excerpt['compared_with'] === 'usual' ? labels.usually : labels.theWeekBefore;

/** Splits recommendations into lines without list markers. */
export const parseAdvice = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter(line => line !== '');

/** Splits a text into its sentences. */
export const splitSentences = (text: string): string[] => text.split(/(?<=[.!?][”"’)]?)\s+/).filter(Boolean);

/** What a headline tells of a finding, formatted but for the counts. */
export interface FindingFacts {
  readonly type: Detected['type'];
  readonly isUp: boolean;
  /** A path, a host, a country, a device, a company or a title; empty for traffic as a whole. Untrusted. */
  readonly subject: string;
  readonly current: number;
  readonly previous: number;
  /** The change without its sign; null for a change from 0. */
  readonly change: string | null;
  /** The day of the finding, and the hour of a peak within it. */
  readonly day: string;
  readonly time: string | null;
}

const SUBJECTS = ['path', 'referrer', 'country', 'device', 'provider', 'title'] as const;

function toFindingFacts(detected: Detected, timeZone: string): FindingFacts {
  const { type, payload_excerpt: excerpt, window } = detected;
  const count = (when: 'current' | 'previous') =>
    Number(excerpt[`${when}_hits`] ?? excerpt[`${when}_visits`] ?? 0);
  const key = SUBJECTS.find(each => typeof excerpt[each] === 'string');
  const percent = excerpt['change_percentage'];
  return {
    type,
    isUp: excerpt.direction === 'up',
    subject: key === undefined ? '' : formatText(key, String(excerpt[key])),
    current: count('current'),
    previous: count('previous'),
    change: typeof percent === 'number' ? formatWholePercent(Math.abs(percent) / 100) : null,
    day: formatDay(toDay(dayOfFinding(detected), timeZone)),
    time: excerpt['granularity'] === 'hour' ? formatTimeOfDay(window.started_at, timeZone) : null,
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
