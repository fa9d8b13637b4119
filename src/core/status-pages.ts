/** Words of status pages. Source: decisions, section 10, Status pages. */

/** How far the work on an incident is. */
export const INCIDENT_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** States of a monitor on a status page. */
export const MONITOR_STATES = ['up', 'down', 'maintenance', 'unknown', 'paused'] as const;
export type MonitorState = (typeof MONITOR_STATES)[number];

/** States of all that a status page shows, the worst first. */
export const OVERALL_STATES = [
  'down',
  'partly_down',
  'incident',
  'maintenance',
  'unknown',
  'up',
  'unmonitored',
] as const;
export type OverallState = (typeof OVERALL_STATES)[number];
