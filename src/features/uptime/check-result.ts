/** Applies a check result to a monitor. Pure functions, without a clock or a database. */
import { isDeepStrictEqual } from 'node:util';
import { hostOf } from '../../lib/url.ts';
import type { CheckResult } from './check.ts';
import { CERTIFICATE_THRESHOLDS, daysUntil, dueThreshold } from './expiry.ts';
import { afterGap, type Step, step, type WatchSettings } from './monitor-state.ts';
import type { MonitorRow } from './store.ts';
import type { CertificateSeen } from './tables.ts';
import type { SpanMs } from './uptime-ratio.ts';

export interface Circumstances {
  readonly url: string;
  /** When the check started. */
  readonly atMs: number;
  /** When it was due. */
  readonly dueMs: number;
  readonly settings: WatchSettings;
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
  readonly change: Step['change'];
  readonly notification: Step['notification'];
  /** The time before this check without checks; null when it was on time. */
  readonly gap: SpanMs | null;
  readonly certificateNotice: ExpiryNotice | null;
  /** False: nothing has changed but the time of the last check. */
  readonly isNews: boolean;
}

/** A check that is later than this leaves a gap. Source: decisions, section 7, `partial`. */
export const MAX_LATENESS_MS = 5 * 60_000;
const JITTER = 0.1;

/** Applies a check result to a monitor. */
export function applyCheckResult(
  before: MonitorRow,
  result: CheckResult,
  circumstances: Circumstances,
): AppliedCheck {
  const { url, atMs, dueMs, settings, jitter } = circumstances;
  const gap = atMs - dueMs > MAX_LATENESS_MS ? { startMs: dueMs, endMs: atMs } : null;
  const finding =
    result.error === null ? { isUp: true as const } : { isUp: false as const, error: result.error };
  const next = step(gap ? afterGap(before.state) : before.state, finding, atMs, settings);
  const waitMs = Math.round(next.waitMs * (next.isRoutine ? 1 + JITTER * jitter : 1));
  const { certificate, notice } = certificateAfter(before.certificate, result, url, atMs);
  const facts = {
    state: next.state,
    certificate,
    lastStatusCode: result.statusCode,
    lastError: result.error,
    checkIntervalS: Math.max(1, Math.round(next.waitMs / 1000)),
  };
  const isNews =
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
      updatedAt: isNews ? new Date(atMs) : before.updatedAt,
    },
    change: next.change,
    notification: next.notification,
    gap,
    certificateNotice: notice,
    isNews: isNews || gap !== null || notice !== null,
  };
}

/** Returns the certificate known after a check. Without an answer the last known one stays. */
function certificateAfter(
  before: CertificateSeen | null,
  result: CheckResult,
  url: string,
  nowMs: number,
): { readonly certificate: CertificateSeen | null; readonly notice: ExpiryNotice | null } {
  const host = hostOf(url) ?? '';
  const known = before?.host === host ? before : null;
  const isGone = result.isUp || url.startsWith('http:');
  if (!result.certificate) return { certificate: isGone ? null : known, notice: null };
  const expiresAtMs = result.certificate.validTo.getTime();
  const seen = { host, expiresAtMs, isValid: result.certificate.isAuthorized, told: known?.told ?? null };
  const threshold = seen.isValid
    ? dueThreshold(expiresAtMs, nowMs, { thresholds: CERTIFICATE_THRESHOLDS, told: seen.told })
    : null;
  if (threshold === null) return { certificate: seen, notice: null };
  return {
    certificate: { ...seen, told: { expiresAtMs, threshold } },
    notice: {
      name: host,
      expiresAt: result.certificate.validTo,
      daysLeft: daysUntil(expiresAtMs, nowMs),
    },
  };
}
