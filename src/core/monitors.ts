/** Kinds of monitors, and the words of their fields. Source: decisions, section 10, Monitors. */
export const MONITOR_KINDS = ['http', 'tcp', 'dns', 'heartbeat'] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];

export const HTTP_METHODS = ['GET', 'HEAD', 'POST'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

export const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export const KEYWORD_CONDITIONS = ['present', 'absent'] as const;
export type KeywordCondition = (typeof KEYWORD_CONDITIONS)[number];

/** Why one of the most visited pages is not watched by itself. */
export const LEFT_OUT_REASONS = ['not_found', 'failing', 'redirected', 'monitored', 'no_room'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Days of maintenance windows, from Sunday on, as dates count them. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];
