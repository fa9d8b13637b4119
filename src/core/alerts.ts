/** The table of alerts: the kinds, and the thresholds that each has. */

export const ALERT_KINDS = ['spike', 'drop', 'silence', 'monitor', 'broken_link'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Kinds that are worked out from hits by the hour. */
export const TRAFFIC_KINDS = ['spike', 'drop', 'silence'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

export const isTrafficKind = (kind: AlertKind): kind is TrafficKind =>
  (TRAFFIC_KINDS as readonly string[]).includes(kind);

/** Lengths of the window whose hits are compared, in hours. */
export const WINDOW_HOURS = [1, 3, 6, 12, 24] as const;

/** The thresholds of an alert; of a kind without any, an empty object. */
export interface Thresholds {
  /** How much more or less than usual, in percent. */
  readonly percent?: number;
  readonly windowHours?: number;
  /** Hours without a hit. */
  readonly hours?: number;
}

interface Threshold {
  readonly fallback: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** Thresholds by kind. */
export const THRESHOLDS: Readonly<Record<AlertKind, Readonly<Partial<Record<keyof Thresholds, Threshold>>>>> =
  {
    spike: {
      percent: { fallback: 100, minimum: 10, maximum: 10_000 },
      windowHours: { fallback: 1, minimum: 1, maximum: 24 },
    },
    drop: {
      percent: { fallback: 50, minimum: 10, maximum: 100 },
      windowHours: { fallback: 3, minimum: 1, maximum: 24 },
    },
    silence: { hours: { fallback: 3, minimum: 1, maximum: 168 } },
    monitor: {},
    broken_link: {},
  };

/** A condition on hits by the hour. */
export type TrafficCondition =
  | { readonly kind: 'spike' | 'drop'; readonly percent: number; readonly windowHours: number }
  | { readonly kind: 'silence'; readonly hours: number };

/** Returns the condition of a kind with its thresholds, or the usual ones. */
export function toTrafficCondition(kind: TrafficKind, given: Thresholds): TrafficCondition {
  const toValue = (name: keyof Thresholds): number => given[name] ?? THRESHOLDS[kind][name]?.fallback ?? 0;
  return kind === 'silence'
    ? { kind, hours: toValue('hours') }
    : { kind, percent: toValue('percent'), windowHours: toValue('windowHours') };
}
