/** How days with downtimes are drawn, wherever they are. */

/** Minimum share that is colored: a minute of downtime would not be visible. */
const MIN_SHARE = 0.2;

/** Returns the part of a day's bar that stands for its downtime, from 0 to 1. */
export const toDownPart = ({
  uptime,
  isDown,
}: {
  /** In percent; null where it was not monitored. */
  readonly uptime: number | null;
  /** Whether it had any downtime. */
  readonly isDown: boolean;
}): number => (uptime === null || !isDown ? 0 : Math.max(MIN_SHARE, 1 - uptime / 100));
