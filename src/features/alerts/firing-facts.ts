/** What was found when an alert fired. */
import type { AlertKind, TrafficKind } from '../../core/alerts.ts';
import type { Verdict } from './detect/judge.ts';

/** Why a site is silent: it is down, it is up and its pages do not load the script, or uptime monitoring is off. */
export const SILENCE_CAUSES = ['site_down', 'script_missing', 'unknown'] as const;
type SilenceCause = (typeof SILENCE_CAUSES)[number];

export interface FiringFacts {
  /** Hits of the window, or conversions of a goal, and how many are expected in it. */
  readonly hits?: number;
  readonly conversions?: number;
  readonly expected?: number;
  /** Hours of the window; of a silence, hours without a hit. */
  readonly hours?: number;
  readonly cause?: SilenceCause;
  /** The name of the goal, as it was then. */
  readonly goal?: string;
  /** The change of its conversions. */
  readonly change?: TrafficKind;
  /** The monitor that is down, and its name; without one it is that of the site's own address. */
  readonly monitorId?: number;
  readonly monitor?: string;
  /** Error of a downtime. */
  readonly error?: string;
  /** The change that waits for a summary, since many monitors changed at once. */
  readonly waiting?: 'down' | 'up';
  /** Some of the broken links, and the number of all. */
  readonly urls?: readonly string[];
  readonly count?: number;
}

/** Returns the figures of a verdict, which are those of hits or, of an alert on a goal, of its conversions. */
export const toSeriesFacts = (kind: AlertKind, { hits, expected, hours }: Verdict): FiringFacts => ({
  ...(kind === 'goal' ? { conversions: hits } : { hits }),
  expected: Math.round(expected * 10) / 10,
  hours,
});
