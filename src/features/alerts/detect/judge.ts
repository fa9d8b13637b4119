/** Judges whether the condition of an alert on hits holds. Pure functions: figures in, verdicts out. */
import type { TrafficCondition } from '../../../core/alerts.ts';
import { highLimit, lowLimit } from './chance.ts';
import type { HitHours } from './hit-hours.ts';
import { type HourWindow, type Usual, usualHits, WEEK_HOURS } from './usual.ts';

/** Fewer hits are no spike, whatever is usual. */
const MIN_SPIKE_HITS = 20;
/** Of a site that is silent for longer than a week, the last week is judged. */
const MAX_SILENT_HOURS = WEEK_HOURS;
/** With fewer missing hits, none at all is no wonder even of the steadiest site. */
const MIN_MISSING_HITS = 16;
/** Windows whose variance is that of a silence. */
const SILENCE_WINDOW_HOURS = 12;

/** Hits of a window, and those expected. */
export interface Verdict {
  readonly isFiring: boolean;
  readonly hits: number;
  readonly expected: number;
  /** Hours of the window. */
  readonly hours: number;
}

/** What is judged: the hour that has ended last, or the running one, and whether the alert is firing. */
interface Moment {
  readonly hours: HitHours;
  readonly last: number;
  readonly wasFiring: boolean;
}

/** Returns a verdict; undefined where nothing can be said: the site is too young, or the server was not running. */
export function judge(condition: TrafficCondition, moment: Moment): Verdict | undefined {
  return condition.kind === 'silence'
    ? judgeSilence(condition.hours, moment)
    : judgeChange(condition, moment);
}

type ChangeCondition = Extract<TrafficCondition, { readonly percent: number }>;

function judgeChange(
  { kind, percent, windowHours }: ChangeCondition,
  { hours, last, wasFiring }: Moment,
): Verdict | undefined {
  const window: HourWindow = { last, length: windowHours };
  const first = last - windowHours + 1;
  if (first < 0 || !hours.isKnown(first, last)) return undefined;
  const isSpike = kind === 'spike';
  const usual = usualHits(hours, window, isSpike ? 'rise' : 'fall');
  if (!usual) return undefined;
  const hits = hours.sum(first, last);
  // It ends once half of the change is undone, so that it does not come and go.
  const share = (wasFiring ? percent / 2 : percent) / 100;
  const limit = usual.mean * (isSpike ? 1 + share : 1 - share);
  const isBeyond = isSpike ? hits >= limit : hits <= limit;
  const isImprobable = () =>
    isSpike ? hits >= MIN_SPIKE_HITS && hits >= highLimit(usual.expect()) : hits <= lowLimit(usual.expect());
  return {
    isFiring: isBeyond && (wasFiring || isImprobable()),
    hits,
    expected: usual.mean,
    hours: windowHours,
  };
}

function judgeSilence(minHours: number, { hours, last, wasFiring }: Moment): Verdict | undefined {
  let first = last + 1;
  while (first > 0 && last - first + 1 < MAX_SILENT_HOURS && hours.sum(first - 1, first - 1) === 0) {
    if (!hours.isKnown(first - 1, first - 1)) break;
    first--;
  }
  const length = last - first + 1;
  if (length === 0) return { isFiring: false, hits: hours.sum(last, last), expected: 0, hours: 0 };
  const silence = (isFiring: boolean, expected: number) => ({ isFiring, hits: 0, expected, hours: length });
  const usual = usualHits(hours, { last, length }, 'fall');
  if (!usual) return wasFiring ? silence(true, 0) : undefined;
  const isLongEnough = length >= minHours && usual.mean >= MIN_MISSING_HITS;
  return silence(wasFiring || (isLongEnough && isImprobableSilence(hours, last, usual)), usual.mean);
}

function isImprobableSilence(hours: HitHours, last: number, usual: Usual): boolean {
  const { mean, variance } = usual.expect();
  // A long time varies as much as half a day, of which there are enough to tell how much that is.
  const half = usualHits(hours, { last, length: SILENCE_WINDOW_HOURS }, 'fall')?.expect();
  const ratio = half && half.mean > 0 ? half.variance / half.mean : 1;
  return lowLimit({ mean, variance: Math.max(variance, ratio * mean) }) >= 0;
}
