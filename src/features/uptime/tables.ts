import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Told } from './expiry.ts';
import type { MonitorState } from './monitor-state.ts';

/** The certificate that the site's own host showed last. */
export interface CertificateSeen {
  readonly host: string;
  readonly expiresAtMs: number;
  /** Whether it held for the name, in its time, from an authority that is trusted. */
  readonly isValid: boolean;
  readonly told: Told | null;
}

/** What the registry said of the domain that the site's host belongs to. */
export interface DomainSeen {
  readonly name: string;
  /** Last attempt. */
  readonly askedAtMs: number;
  /** The last answer; null as long as nobody has said when it expires. */
  readonly answer: {
    readonly atMs: number;
    readonly expiresAtMs: number;
    readonly source: 'rdap' | 'whois';
  } | null;
  readonly told: Told | null;
}

export const monitors = sqliteTable('monitors', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  pausedAt: integer({ mode: 'timestamp_ms' }),
  state: text({ mode: 'json' }).$type<MonitorState>().notNull(),
  lastCheckAt: integer({ mode: 'timestamp_ms' }),
  nextCheckAt: integer({ mode: 'timestamp_ms' }).notNull(),
  checkIntervalS: integer().notNull(),
  lastStatusCode: integer(),
  lastError: text(),
  lastResponseMs: integer(),
  certificate: text({ mode: 'json' }).$type<CertificateSeen>(),
  domain: text({ mode: 'json' }).$type<DomainSeen>(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

export const downtimes = sqliteTable('downtimes', {
  id: integer().primaryKey({ autoIncrement: true }),
  monitorId: integer().notNull(),
  error: text().notNull(),
  startedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  endedAt: integer({ mode: 'timestamp_ms' }),
  isPartial: integer({ mode: 'boolean' }).notNull().default(false),
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
