/** The table of alerts: the kinds, and the thresholds that each has. */

export const ALERT_KINDS = ['spike', 'drop', 'silence', 'goal', 'monitor', 'broken_link'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Kinds that are worked out from hits by the hour; the changes that an alert on a goal watches for, in its conversions. */
export const TRAFFIC_KINDS = ['spike', 'drop', 'silence'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

export const isTrafficKind = (kind: AlertKind): kind is TrafficKind =>
  (TRAFFIC_KINDS as readonly string[]).includes(kind);

/** What an alert on a goal watches for unless something else is chosen. */
export const DEFAULT_CHANGE: TrafficKind = 'drop';

/** Lengths of the window whose hits are compared, in hours. */
export const WINDOW_HOURS = [1, 3, 6, 12, 24] as const;
/** The same for conversions, which are rarer. */
export const GOAL_WINDOW_HOURS = [...WINDOW_HOURS, 72, 168] as const;

/** The thresholds of an alert; of a kind without any, an empty object. */
export interface Thresholds {
  /** Of a goal: the change of its conversions. */
  readonly change?: TrafficKind;
  /** How much more or less than usual, in percent. */
  readonly percent?: number;
  readonly windowHours?: number;
  /** Hours without a hit, or a conversion. */
  readonly hours?: number;
}

interface Threshold {
  readonly fallback: number;
  readonly minimum: number;
  readonly maximum: number;
}

type Ranges = Readonly<Partial<Record<'percent' | 'windowHours' | 'hours', Threshold>>>;

const TRAFFIC_RANGES: Readonly<Record<TrafficKind, Ranges>> = {
  spike: {
    percent: { fallback: 100, minimum: 10, maximum: 10_000 },
    windowHours: { fallback: 1, minimum: 1, maximum: 24 },
  },
  drop: {
    percent: { fallback: 50, minimum: 10, maximum: 100 },
    windowHours: { fallback: 3, minimum: 1, maximum: 24 },
  },
  silence: { hours: { fallback: 3, minimum: 1, maximum: 168 } },
};

const GOAL_RANGES: Readonly<Record<TrafficKind, Ranges>> = {
  spike: { ...TRAFFIC_RANGES.spike, windowHours: { fallback: 24, minimum: 1, maximum: 168 } },
  drop: { ...TRAFFIC_RANGES.drop, windowHours: { fallback: 24, minimum: 1, maximum: 168 } },
  silence: { hours: { fallback: 24, minimum: 1, maximum: 168 } },
};

/** Returns the thresholds of a kind, and of an alert on a goal those of its change. */
export function findThresholds(kind: AlertKind, change: TrafficKind = DEFAULT_CHANGE): Ranges {
  if (kind === 'goal') return GOAL_RANGES[change];
  return isTrafficKind(kind) ? TRAFFIC_RANGES[kind] : {};
}

/** Returns the lengths of the window that a kind allows. */
export const findWindowHours = (kind: AlertKind): readonly number[] =>
  kind === 'goal' ? GOAL_WINDOW_HOURS : WINDOW_HOURS;

/** A condition on hits, or conversions, by the hour. */
export type TrafficCondition =
  | { readonly kind: 'spike' | 'drop'; readonly percent: number; readonly windowHours: number }
  | { readonly kind: 'silence'; readonly hours: number };

/** Returns the condition of a kind with its thresholds, or the usual ones. */
export function toTrafficCondition(kind: TrafficKind | 'goal', given: Thresholds): TrafficCondition {
  const change = kind === 'goal' ? (given.change ?? DEFAULT_CHANGE) : kind;
  const ranges = findThresholds(kind, change);
  const toValue = (name: keyof Ranges): number => given[name] ?? ranges[name]?.fallback ?? 0;
  return change === 'silence'
    ? { kind: change, hours: toValue('hours') }
    : { kind: change, percent: toValue('percent'), windowHours: toValue('windowHours') };
}
