/** Detects a day, or an hour, that stands out from comparable ones and from those around it. */

import { median } from '../../../lib/median.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import { baselineDays, estimateDispersion, relativeLevel, usualOf } from './baseline.ts';
import { type Finding, type HourFigure, type WeekFigures, WINDOW_DAYS } from './figures.ts';
import { computeImportance } from './importance.ts';
import { clamp, sum, zScore } from './statistics.ts';

const MIN_DAY_DIFFERENCE = 25;
const MIN_DAY_RATIO = 1.7;
const MIN_DAY_Z_SCORE = 4.5;
const MAX_DAYS = 2;

const MIN_HOUR_HITS = 60;
const MIN_HOUR_RATIO = 5;
const MIN_HOUR_Z_SCORE = 6;
const HOUR_SPREAD = 0.3;

/** Finds days that stand out, the most important first; without any, the hour that does. */
export function findTrafficSpikes(figures: WeekFigures): Finding[] {
  const days = findDays(figures);
  return days.length > 0 ? days.slice(0, MAX_DAYS) : findHour(figures);
}

function findDays(figures: WeekFigures): Finding[] {
  const usual = baselineDays(figures);
  if (!usual) return [];
  // After a lasting change every day is above the earlier level; a spike is above the current one as well.
  const level = Math.max(1, relativeLevel(figures, usual));
  const week = figures.hits.slice(-WINDOW_DAYS);
  const dispersion = estimateDispersion(figures);
  const found = usual.flatMap(({ hits, spread, burst }, day): Finding[] => {
    const current = week[day] ?? 0;
    const expected = Math.max(hits * level, burst);
    const start = figures.edges.at(day - WINDOW_DAYS - 1);
    const end = figures.edges.at(day - WINDOW_DAYS);
    if (!start || !end || current - expected < MIN_DAY_DIFFERENCE || current < MIN_DAY_RATIO * expected)
      return [];
    if (zScore({ current, expected, dispersion, spread }) < MIN_DAY_Z_SCORE) return [];
    const previous = usualOf(figures, figures.hits.length - WINDOW_DAYS + day);
    return [spike('day', { start, end }, { current, expected, previous, week: sum(week) })];
  });
  return found.toSorted((a, b) => b.importance - a.importance);
}

function spike(
  of: 'day' | 'hour',
  span: Finding['span'],
  {
    current,
    expected,
    previous = Math.round(expected),
    week,
  }: {
    readonly current: number;
    readonly expected: number;
    readonly previous?: number;
    readonly week: number;
  },
): Finding {
  return {
    type: 'traffic_spike',
    direction: 'up',
    subject: null,
    of,
    importance: computeImportance({
      ratio: (current + 1) / (expected + 1),
      share: (current - expected) / Math.max(1, week),
      weight: of === 'day' ? 0.95 : 0.8,
    }),
    span,
    current,
    previous,
    shares: null,
    isReturn: false,
  };
}

/** Finds the busiest hour, if it is far enough above the same hour of the other days. */
function findHour(figures: WeekFigures): Finding[] {
  const { hours, hits } = figures;
  const perDay = Math.max(1, Math.round(hours.length / WINDOW_DAYS));
  const dispersion = estimateDispersion(figures);
  let best: { readonly hour: HourFigure; readonly expected: number; readonly z: number } | undefined;
  for (const [at, hour] of hours.entries()) {
    if (hour.hits < MIN_HOUR_HITS || (best && hour.hits < best.hour.hits)) continue;
    const others = sameHours(hours, at, perDay);
    const expected = median(others);
    if (hour.hits < MIN_HOUR_RATIO * expected) continue;
    const z = zScore({
      current: hour.hits,
      expected,
      dispersion: clamp(dispersion, 1, 4),
      spread: HOUR_SPREAD,
    });
    if (z >= MIN_HOUR_Z_SCORE && others.length >= WINDOW_DAYS - 2) best = { hour, expected, z };
  }
  if (!best) return [];
  const { hour, expected } = best;
  const span = { start: hour.start, end: new Date(hour.start.getTime() + HOUR_MS) };
  return [spike('hour', span, { current: hour.hits, expected, week: sum(hits.slice(-WINDOW_DAYS)) })];
}

const sameHours = (hours: readonly HourFigure[], at: number, perDay: number): number[] => {
  const others: number[] = [];
  for (let other = at % perDay; other < hours.length; other += perDay)
    if (other !== at) others.push(hours[other]?.hits ?? 0);
  return others;
};
