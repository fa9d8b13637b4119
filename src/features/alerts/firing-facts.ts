/** What was found when an alert fired. */

/** Why a site is silent: it is down, it is up and its pages do not load the script, or uptime monitoring is off. */
export const SILENCE_CAUSES = ['site_down', 'script_missing', 'unknown'] as const;
type SilenceCause = (typeof SILENCE_CAUSES)[number];

export interface FiringFacts {
  /** Hits of the window, and those expected in it. */
  readonly hits?: number;
  readonly expected?: number;
  /** Hours of the window; of a silence, hours without a hit. */
  readonly hours?: number;
  readonly cause?: SilenceCause;
  /** Error of a downtime. */
  readonly error?: string;
  /** Some of the broken links, and the number of all. */
  readonly urls?: readonly string[];
  readonly count?: number;
}
