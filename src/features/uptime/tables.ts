import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { MonitorKind } from '../../core/monitors.ts';
import type { FailureCode } from './check/failure-code.ts';
import type { TargetSettings } from './check/target.ts';
import type { NotifiedExpiry } from './expiry.ts';
import type { Impact } from './impact/impact.ts';
import type { Schedule } from './maintenance/occurrences.ts';
import type { MonitorState } from './state/monitor-state.ts';
import type { LeftOut } from './watched-pages/choose.ts';

/** The last certificate that the site's own host presented. */
export interface CertificateSeen {
  readonly host: string;
  readonly expiresAtMs: number;
  /** Whether it was valid for the name and the time, from a trusted authority. */
  readonly isValid: boolean;
  /** The last notification. */
  readonly lastNotified: NotifiedExpiry | null;
}

/** The registry's answer about the domain of the site's host. */
export interface DomainSeen {
  readonly name: string;
  /** Time of the last lookup. */
  readonly lookedUpAtMs: number;
  /** The last answer; null until a registry has stated an expiry. */
  readonly answer: {
    readonly atMs: number;
    readonly expiresAtMs: number;
    readonly source: 'rdap' | 'whois';
  } | null;
  /** The last notification. */
  readonly lastNotified: NotifiedExpiry | null;
}

export const monitors = sqliteTable('monitors', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  /** Of the site's own address. */
  isHome: integer({ mode: 'boolean' }).notNull().default(true),
  pausedAt: integer({ mode: 'timestamp_ms' }),
  state: text({ mode: 'json' }).$type<MonitorState>().notNull(),
  lastCheckAt: integer({ mode: 'timestamp_ms' }),
  nextCheckAt: integer({ mode: 'timestamp_ms' }).notNull(),
  checkIntervalS: integer().notNull(),
  lastStatusCode: integer(),
  lastError: text(),
  lastErrorCode: text().$type<FailureCode>(),
  lastResponseMs: integer(),
  certificate: text({ mode: 'json' }).$type<CertificateSeen>(),
  domain: text({ mode: 'json' }).$type<DomainSeen>(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

/** What people set of a monitor that is not of the site's own address. */
export const monitorTargets = sqliteTable('monitor_targets', {
  monitorId: integer().primaryKey(),
  name: text().notNull(),
  kind: text().$type<MonitorKind>().notNull(),
  settings: text({ mode: 'json' }).$type<TargetSettings>().notNull(),
  heartbeatHash: text(),
});

export const maintenanceWindows = sqliteTable('maintenance_windows', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  name: text().notNull(),
  schedule: text({ mode: 'json' }).$type<Schedule>().notNull(),
  /** Null: all monitors of the site. */
  monitorIds: text({ mode: 'json' }).$type<readonly number[]>(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

/** Which of the most visited pages are monitored. */
export const watchedPages = sqliteTable('watched_pages', {
  siteId: integer().primaryKey(),
  /** 0: none. */
  count: integer().notNull(),
  /** Patterns. */
  excludedPaths: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
  renewAt: integer({ mode: 'timestamp_ms' }).notNull(),
  renewedAt: integer({ mode: 'timestamp_ms' }),
  leftOut: text({ mode: 'json' }).$type<readonly LeftOut[]>().notNull(),
});

/** The pages of the monitors that were added for them. */
export const pageMonitors = sqliteTable('page_monitors', {
  monitorId: integer().primaryKey(),
  path: text().notNull(),
  /** When it was last among the most visited. */
  lastTopAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

export const downtimes = sqliteTable('downtimes', {
  id: integer().primaryKey({ autoIncrement: true }),
  monitorId: integer().notNull(),
  error: text().notNull(),
  errorCode: text().$type<FailureCode>(),
  /** Of the answer, where there was one. */
  statusCode: integer(),
  startedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  endedAt: integer({ mode: 'timestamp_ms' }),
  isPartial: integer({ mode: 'boolean' }).notNull().default(false),
  /** Null while it lasts, and where there is too little to compare with. */
  impact: text({ mode: 'json' }).$type<Impact>(),
});

export const watchGaps = sqliteTable(
  'watch_gaps',
  {
    monitorId: integer().notNull(),
    startedAt: integer({ mode: 'timestamp_ms' }).notNull(),
    endedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  table => [primaryKey({ columns: [table.monitorId, table.startedAt] })],
);

export const checkHours = sqliteTable(
  'check_hours',
  {
    hourAt: integer({ mode: 'timestamp_ms' }).notNull(),
    monitorId: integer().notNull(),
    checks: integer().notNull(),
    failures: integer().notNull(),
    answers: integer().notNull(),
    responseMs: integer().notNull(),
    samples: blob({ mode: 'buffer' }),
  },
  table => [primaryKey({ columns: [table.hourAt, table.monitorId] })],
);
