import { type Static, Type } from '@sinclair/typebox';
import type { Page } from '../../core/page.ts';
import { Pagination, pageQuery, presentPagination } from '../../http/paging.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { formatDuration } from '../../lib/duration.ts';
import { FAILURE_CODES } from './check/failure-code.ts';
import { daysUntil, SOON_DAYS } from './expiry.ts';
import type { MonitorRow } from './monitors/store.ts';
import { classifyStatus, describeStatus, STATUSES, type StatusContext } from './state/status-description.ts';
import type { DowntimeList, DowntimeRow } from './store.ts';
import type { CertificateSeen, DomainSeen } from './tables.ts';

/** Source: decisions, section 7. */
const PERIOD = 'last_30_days';

const Expiry = {
  expires_at: Timestamp,
  expired: Type.Boolean(),
  days_until_expiry: Type.Integer({ description: 'whole days; negative when it has expired' }),
};
const Ssl = model('SslStatus', {
  ...Expiry,
  valid: Type.Boolean({
    description: 'whether it holds: for the name, in its time, from a trusted authority',
  }),
  expiring_soon: Type.Boolean({ description: `within ${SOON_DAYS.certificate} days` }),
});
const Domain = model('DomainStatus', {
  ...Expiry,
  tested_at: Timestamp,
  remaining_days: Type.Integer({ description: 'the same as `days_until_expiry`' }),
  source: oneOf(['rdap', 'whois'], { description: 'protocol of the answer' }),
  expiring_soon: Type.Boolean({ description: `within ${SOON_DAYS.domain} days` }),
});

const ErrorCode = oneOf(FAILURE_CODES);

/** Fields of every monitor. */
export const monitorFields = {
  id: Id,
  url: Type.String(),
  enabled: Type.Boolean(),
  is_down: Type.Boolean(),
  uptime: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'share of the monitored time of the last 30 days in which it was up, in percent',
  }),
  last_check_at: nullable(Timestamp),
  next_check_at: Timestamp,
  last_status_code: nullable(Type.Integer(), { description: 'null when no answer came' }),
  last_error_message: nullable(Type.String()),
  last_error_code: nullable(ErrorCode, { description: 'null while it is up' }),
  last_response_ms: nullable(Type.Integer({ minimum: 0 }), { description: 'null when no answer came' }),
  failures: Type.Integer({ minimum: 0, description: 'failed checks in a row, while it is not down yet' }),
  failures_until_down: Type.Integer({ minimum: 1, description: 'failed checks in a row that mean down' }),
  status: oneOf(STATUSES),
  status_since: nullable(Timestamp, {
    description: 'since when it is down, or the server is offline; null otherwise',
  }),
  status_description: Type.String({ description: 'the status in a sentence' }),
  current_check_interval: Type.Integer({ minimum: 1, description: 'seconds' }),
  period: oneOf([PERIOD]),
  ssl: nullable(Ssl, { description: 'null for plain HTTP, and until a certificate was seen' }),
  domain: nullable(Domain, { description: 'null while the expiry is unknown' }),
  auto_paused: Type.Boolean({ description: 'down for so long that it is checked once a day only' }),
  created_at: Timestamp,
  updated_at: Timestamp,
};
const Monitor = model('UptimeMonitor', monitorFields);

const MISSING = {
  expected: Type.Integer({ minimum: 0, description: 'by the same hours of the weeks before' }),
  counted: Type.Integer({ minimum: 0 }),
  missing: Type.Integer({ minimum: 0 }),
  missing_low: Type.Integer({ minimum: 0, description: 'the range covers the truth in 9 of 10 downtimes' }),
  missing_high: Type.Integer({ minimum: 0 }),
};
const Missing = model('Missing', MISSING);
const Impact = model('DowntimeImpact', {
  hits: Missing,
  events: nullable(Missing, { description: 'null where none were expected' }),
  goals: Type.Array(model('MissingConversions', { id: Id, name: Type.String(), ...MISSING }), {
    description: 'goals of which conversions were expected',
  }),
});

const Downtime = model('Downtime', {
  id: Id,
  error: Type.String(),
  error_code: nullable(ErrorCode, { description: 'null for a few downtimes of earlier versions' }),
  status_code: nullable(Type.Integer(), { description: 'null when no answer came' }),
  started_at: Timestamp,
  ended_at: nullable(Timestamp),
  duration: Type.Integer({ minimum: 0, description: 'seconds; until now while it is ongoing' }),
  duration_in_words: Type.String(),
  partial: Type.Boolean({ description: 'whether the site was not monitored for over 5 minutes of it' }),
  ongoing: Type.Boolean(),
  impact: nullable(Impact, {
    description: 'what it cost; null while it is ongoing, and without two weeks of hits before it',
  }),
});

export const ShowUptime = Type.Object(pageQuery({ maximum: 100 }));

const Summary = model('UptimeSummary', {
  total_downtimes: Type.Integer({ minimum: 0 }),
  ongoing_downtimes: Type.Integer({ minimum: 0, maximum: 1 }),
  recent_downtimes_30_days: Type.Integer({
    minimum: 0,
    description: 'ongoing, or ended in the last 30 days',
  }),
});

export const downtimeFields = {
  downtimes: Type.Array(Downtime, { description: 'latest first' }),
  pagination: Pagination,
  summary: Summary,
};
export const UptimeAnswer = Type.Object({ monitor: Monitor, ...downtimeFields });

/** Presents a page of downtimes, and counts of all. */
export const presentDowntimes = (
  { downtimes, total, ongoing, recent }: DowntimeList,
  { page, now }: { readonly page: Page; readonly now: Date },
) => ({
  downtimes: downtimes.map(downtime => presentDowntime(downtime, now)),
  pagination: presentPagination(page, total),
  summary: {
    total_downtimes: total,
    ongoing_downtimes: ongoing,
    recent_downtimes_30_days: recent,
  },
});

export function presentMonitor(
  monitor: MonitorRow,
  { url, uptime, ...status }: StatusContext & { readonly url: string; readonly uptime: number },
): Static<typeof Monitor> {
  const nowMs = status.now.getTime();
  const { certificate, domain, state } = monitor;
  return {
    id: monitor.id,
    url,
    enabled: monitor.pausedAt === null,
    is_down: state.isDown,
    uptime,
    last_check_at: monitor.lastCheckAt?.toISOString() ?? null,
    next_check_at: monitor.nextCheckAt.toISOString(),
    last_status_code: monitor.lastStatusCode,
    last_error_message: monitor.lastError,
    last_error_code: monitor.lastErrorCode,
    last_response_ms: monitor.lastResponseMs,
    failures: state.failures,
    failures_until_down: status.confirmations,
    ...presentStatus(monitor, { ...status, url }),
    status_description: describeStatus(monitor, { ...status, url }),
    current_check_interval: monitor.checkIntervalS,
    period: PERIOD,
    ssl: certificate && presentCertificate(certificate, nowMs),
    domain: domain && presentDomain(domain, nowMs),
    auto_paused: state.isAutoPaused,
    created_at: monitor.createdAt.toISOString(),
    updated_at: monitor.updatedAt.toISOString(),
  };
}

const presentExpiry = (expiresAtMs: number, nowMs: number, soonDays: number) => ({
  expires_at: new Date(expiresAtMs).toISOString(),
  expired: expiresAtMs <= nowMs,
  expiring_soon: expiresAtMs > nowMs && daysUntil(expiresAtMs, nowMs) <= soonDays,
  days_until_expiry: daysUntil(expiresAtMs, nowMs),
});

const presentCertificate = (seen: CertificateSeen, nowMs: number): Static<typeof Ssl> => ({
  ...presentExpiry(seen.expiresAtMs, nowMs, SOON_DAYS.certificate),
  valid: seen.isValid && seen.expiresAtMs > nowMs,
});

function presentDomain({ answer }: DomainSeen, nowMs: number): Static<typeof Domain> | null {
  // After the expiry, an older answer is outdated: the domain may have been renewed.
  if (answer === null || (answer.expiresAtMs <= nowMs && answer.atMs < answer.expiresAtMs)) return null;
  return {
    ...presentExpiry(answer.expiresAtMs, nowMs, SOON_DAYS.domain),
    tested_at: new Date(answer.atMs).toISOString(),
    remaining_days: daysUntil(answer.expiresAtMs, nowMs),
    source: answer.source,
  };
}

function presentDowntime(downtime: DowntimeRow, now: Date): Static<typeof Downtime> {
  const { startedAt, endedAt } = downtime;
  const duration = Math.max(0, Math.floor(((endedAt ?? now).getTime() - startedAt.getTime()) / 1000));
  return {
    id: downtime.id,
    error: downtime.error,
    error_code: downtime.errorCode,
    status_code: downtime.statusCode,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    duration,
    duration_in_words: formatDuration(duration),
    partial: downtime.isPartial,
    ongoing: endedAt === null,
    impact: downtime.impact && { ...downtime.impact, goals: [...downtime.impact.goals] },
  };
}

/** Presents the kind of a status, and since when it lasts. */
function presentStatus(monitor: MonitorRow, context: StatusContext & { readonly url: string }) {
  const status = classifyStatus(monitor, context);
  const since =
    status === 'server_offline'
      ? context.offlineSince
      : monitor.state.isDown
        ? (context.downSince ?? monitor.lastCheckAt)
        : null;
  return { status, status_since: since?.toISOString() ?? null };
}

/** Event that is published when a monitor goes down and when it comes up. Source: decisions, section 4. */
export type MonitorEvent = ReturnType<typeof presentEvent>;

/** Presents a monitor's latest downtime as an event, as of its last check. */
export function presentEvent(
  monitor: MonitorRow,
  downtime: DowntimeRow,
  { url, name }: { readonly url: string; readonly name: string | null },
) {
  const { state, lastCheckAt, createdAt } = monitor;
  const {
    partial: _,
    error_code: _code,
    status_code: _status,
    ongoing,
    impact,
    ...facts
  } = presentDowntime(downtime, lastCheckAt ?? createdAt);
  return {
    event: ongoing ? ('monitor_down' as const) : ('monitor_up' as const),
    siteId: monitor.siteId,
    downtime: { ...facts, ...(impact && { impact }) },
    monitor: {
      id: monitor.id,
      url,
      ...(name === null ? {} : { name }),
      is_down: state.isDown,
      last_status_code: monitor.lastStatusCode,
      last_error_message: monitor.lastError,
    },
  };
}
