/** Applies a check result to a monitor. Pure functions, without a clock or a database. */
import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { parseHost } from '../../../lib/url.ts';
import type { CheckResult } from '../check/check-result.ts';
import { CERTIFICATE_THRESHOLDS, daysUntil, dueThreshold } from '../expiry.ts';
import type { SpanMs } from '../history/uptime-ratio.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { CertificateSeen } from '../tables.ts';
import { afterGap, type MonitorSettings, type Transition, transition } from './monitor-state.ts';

export interface CheckContext {
  readonly url: string;
  /** When the check started. */
  readonly atMs: number;
  /** When it was due. */
  readonly dueMs: number;
  /** From when on a failure counts. Default: when the check started. */
  readonly failedAtMs?: number;
  readonly settings: MonitorSettings;
  /** Jitter of the next routine check, from -1 to 1. */
  readonly jitter: number;
}

/** A certificate or domain that expires soon. */
export interface ExpiryNotice {
  readonly name: string;
  readonly expiresAt: Date;
  readonly daysLeft: number;
}

export interface AppliedCheck {
  readonly row: MonitorRow;
  readonly change: Transition['change'];
  readonly notification: Transition['notification'];
  /** Time without checks before this one; null when it was on time. */
  readonly gap: SpanMs | null;
  readonly certificateNotice: ExpiryNotice | null;
  /** False: nothing has changed but the time of the last check. */
  readonly hasChanged: boolean;
}

/** A check that is later than this leaves a gap. Source: decisions, section 7, `partial`. */
export const MAX_LATENESS_MS = 5 * MINUTE_MS;
const JITTER = 0.1;

/** Applies a check result to a monitor. */
export function applyCheckResult(
  before: MonitorRow,
  result: CheckResult,
  context: CheckContext,
): AppliedCheck {
  const { atMs, dueMs, failedAtMs = atMs, settings, jitter } = context;
  const gap = atMs - dueMs > MAX_LATENESS_MS ? { startMs: dueMs, endMs: atMs } : null;
  const outcome =
    result.error === null ? { isUp: true as const } : { isUp: false as const, error: result.error };
  const next = transition(gap ? afterGap(before.state) : before.state, outcome, {
    nowMs: atMs,
    failedAtMs,
    settings,
  });
  const waitMs = Math.round(next.waitMs * (next.isRoutine ? 1 + JITTER * jitter : 1));
  const { certificate, notice } = nextCertificate(before.certificate, result, context);
  const facts = {
    state: next.state,
    certificate,
    lastStatusCode: result.statusCode,
    lastError: result.error,
    lastErrorCode: result.errorCode,
    checkIntervalS: Math.max(1, Math.round(next.waitMs / 1000)),
  };
  const hasChanged =
    before.lastCheckAt === null ||
    Object.entries(facts).some(
      ([field, value]) => !isDeepStrictEqual(before[field as keyof MonitorRow], value),
    );
  return {
    row: {
      ...before,
      ...facts,
      lastResponseMs: result.responseMs,
      lastCheckAt: new Date(atMs),
      nextCheckAt: new Date(atMs + waitMs),
      updatedAt: hasChanged ? new Date(atMs) : before.updatedAt,
    },
    change: next.change,
    notification: next.notification,
    gap,
    certificateNotice: notice,
    hasChanged: hasChanged || gap !== null || notice !== null,
  };
}

/** Applies a failed check in a maintenance window: nothing is counted, and a downtime that is open goes on. */
export function applyMaintenance(
  before: MonitorRow,
  result: CheckResult,
  { atMs, intervalMs }: { readonly atMs: number; readonly intervalMs: number },
): MonitorRow {
  const at = new Date(atMs);
  return {
    ...before,
    state: afterGap(before.state),
    lastStatusCode: result.statusCode,
    lastError: result.error,
    lastErrorCode: result.errorCode,
    lastResponseMs: result.responseMs,
    lastCheckAt: at,
    nextCheckAt: new Date(atMs + intervalMs),
    checkIntervalS: Math.max(1, Math.round(intervalMs / 1000)),
    updatedAt: at,
  };
}

/** Returns the certificate known after a check. Without an answer the last known one stays. */
function nextCertificate(
  before: CertificateSeen | null,
  result: CheckResult,
  { url, atMs }: CheckContext,
): { readonly certificate: CertificateSeen | null; readonly notice: ExpiryNotice | null } {
  const host = parseHost(url) ?? '';
  const known = before?.host === host ? before : null;
  const isGone = result.isUp || !url.startsWith('https:');
  if (!result.certificate) return { certificate: isGone ? null : known, notice: null };
  const expiresAtMs = result.certificate.validTo.getTime();
  const lastNotified = known?.lastNotified ?? null;
  const seen = { host, expiresAtMs, isValid: result.certificate.isAuthorized, lastNotified };
  const threshold = seen.isValid
    ? dueThreshold(expiresAtMs, atMs, { thresholds: CERTIFICATE_THRESHOLDS, lastNotified })
    : null;
  if (threshold === null) return { certificate: seen, notice: null };
  return {
    certificate: { ...seen, lastNotified: { expiresAtMs, threshold } },
    notice: {
      name: host,
      expiresAt: result.certificate.validTo,
      daysLeft: daysUntil(expiresAtMs, atMs),
    },
  };
}
