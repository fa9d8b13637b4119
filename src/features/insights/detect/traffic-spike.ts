/** A day, or an hour, that stands out from the days like it and from those around it. */
import { type Finding, type HourFigure, type WeekFigures, WINDOW_DAYS } from './figures.ts';
import { importanceOf } from './importance.ts';
import { clamp, median, sum, surprise } from './statistics.ts';
import { dispersionOf, levelOf, usualDays } from './usual.ts';

const LEAST_MORE = 25;
const LEAST_RATIO = 1.7;
const LEAST_SURPRISE = 4.5;
const MOST_DAYS = 2;

const LEAST_OF_HOUR = 60;
const LEAST_HOUR_RATIO = 5;
const LEAST_HOUR_SURPRISE = 6;
const HOUR_SPREAD = 0.3;

/** Days that stand out, the most important first; else the hour that does. */
export function findTrafficSpikes(figures: WeekFigures): Finding[] {
  const days = findDays(figures);
  return days.length > 0 ? days.slice(0, MOST_DAYS) : findHour(figures);
}

function findDays(figures: WeekFigures): Finding[] {
  const usual = usualDays(figures);
  if (!usual) return [];
  // After a change for good every day is above what it used to be; one that stands out is above the others as well.
  const level = Math.max(1, levelOf(figures, usual));
  const week = figures.hits.slice(-WINDOW_DAYS);
  const dispersion = dispersionOf(figures);
  const found = usual.flatMap(({ hits, spread, burst }, day): Finding[] => {
    const current = week[day] ?? 0;
    const expected = Math.max(hits * level, burst);
    const start = figures.edges.at(day - WINDOW_DAYS - 1);
    const end = figures.edges.at(day - WINDOW_DAYS);
    if (!start || !end || current - expected < LEAST_MORE || current < LEAST_RATIO * expected) return [];
    if (surprise({ current, expected, dispersion, spread }) < LEAST_SURPRISE) return [];
    return [spike('day', { start, end }, { current, expected, week: sum(week) })];
  });
  return found.toSorted((a, b) => b.importance - a.importance);
}

function spike(
  of: 'day' | 'hour',
  span: Finding['span'],
  { current, expected, week }: { readonly current: number; readonly expected: number; readonly week: number },
): Finding {
  const previous = Math.round(expected);
  return {
    type: 'traffic_spike',
    direction: 'up',
    subject: null,
    of,
    importance: importanceOf({
      ratio: (current + 1) / (previous + 1),
      share: (current - previous) / Math.max(1, week),
      weight: of === 'day' ? 0.95 : 0.8,
    }),
    span,
    current,
    previous,
    shares: null,
    isReturn: false,
  };
}

/** The hour furthest above the same hour of the other days, when it is far enough. */
function findHour(figures: WeekFigures): Finding[] {
  const { hours, hits } = figures;
  const perDay = Math.max(1, Math.round(hours.length / WINDOW_DAYS));
  const dispersion = dispersionOf(figures);
  let best: { readonly hour: HourFigure; readonly expected: number; readonly z: number } | undefined;
  for (const [at, hour] of hours.entries()) {
    if (hour.hits < LEAST_OF_HOUR || (best && hour.hits < best.hour.hits)) continue;
    const others = sameHours(hours, at, perDay);
    const expected = median(others);
    if (hour.hits < LEAST_HOUR_RATIO * expected) continue;
    const z = surprise({
      current: hour.hits,
      expected,
      dispersion: clamp(dispersion, 1, 4),
      spread: HOUR_SPREAD,
    });
    if (z >= LEAST_HOUR_SURPRISE && others.length >= WINDOW_DAYS - 2) best = { hour, expected, z };
  }
  if (!best) return [];
  const { hour, expected } = best;
  const span = { start: hour.start, end: new Date(hour.start.getTime() + 3_600_000) };
  return [spike('hour', span, { current: hour.hits, expected, week: sum(hits.slice(-WINDOW_DAYS)) })];
}

const sameHours = (hours: readonly HourFigure[], at: number, perDay: number): number[] => {
  const others: number[] = [];
  for (let other = at % perDay; other < hours.length; other += perDay)
    if (other !== at) others.push(hours[other]?.hits ?? 0);
  return others;
};
