/** What a look at a site changes of its monitor: without a clock and without a database. */
import { isDeepStrictEqual } from 'node:util';
import { hostOf } from '../../lib/url.ts';
import type { Look } from './check.ts';
import { CERTIFICATE_THRESHOLDS, daysUntil, dueThreshold } from './expiry.ts';
import { afterGap, type Step, step, type WatchSettings } from './machine.ts';
import type { SpanMs } from './share.ts';
import type { MonitorRow } from './store.ts';
import type { CertificateSeen } from './tables.ts';

export interface Circumstances {
  readonly url: string;
  /** When the look began. */
  readonly atMs: number;
  /** When it was to begin. */
  readonly dueMs: number;
  readonly settings: WatchSettings;
  /** From -1 to 1: how far the next routine check comes before or after its time. */
  readonly jitter: number;
}

/** Something that runs out soon. */
export interface ExpiryNotice {
  readonly name: string;
  readonly expiresAt: Date;
  readonly daysLeft: number;
}

export interface Progress {
  readonly row: MonitorRow;
  readonly change: Step['change'];
  readonly tells: Step['tells'];
  /** The time before this look in which nobody looked; null when it was in time. */
  readonly gap: SpanMs | null;
  readonly certificateNotice: ExpiryNotice | null;
  /** False: everything is as it was, but for when that was last seen. */
  readonly isNews: boolean;
}

/** A look that is later than this leaves a gap. Source: decisions, section 7 (`partial`). */
export const MAX_LATENESS_MS = 5 * 60_000;
const JITTER = 0.1;

/** Takes a look into account. */
export function progressOf(before: MonitorRow, look: Look, circumstances: Circumstances): Progress {
  const { url, atMs, dueMs, settings, jitter } = circumstances;
  const gap = atMs - dueMs > MAX_LATENESS_MS ? { startMs: dueMs, endMs: atMs } : null;
  const finding = look.error === null ? { isUp: true as const } : { isUp: false as const, error: look.error };
  const next = step(gap ? afterGap(before.state) : before.state, finding, atMs, settings);
  const waitMs = Math.round(next.waitMs * (next.isRoutine ? 1 + JITTER * jitter : 1));
  const { certificate, notice } = certificateAfter(before.certificate, look, url, atMs);
  const facts = {
    state: next.state,
    certificate,
    lastStatusCode: look.statusCode,
    lastError: look.error,
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
      lastResponseMs: look.responseMs,
      lastCheckAt: new Date(atMs),
      nextCheckAt: new Date(atMs + waitMs),
      updatedAt: isNews ? new Date(atMs) : before.updatedAt,
    },
    change: next.change,
    tells: next.tells,
    gap,
    certificateNotice: notice,
    isNews: isNews || gap !== null || notice !== null,
  };
}

/** The certificate that is known now. One that was not shown this time, because nothing was, is still the last one known. */
function certificateAfter(
  before: CertificateSeen | null,
  look: Look,
  url: string,
  nowMs: number,
): { readonly certificate: CertificateSeen | null; readonly notice: ExpiryNotice | null } {
  const host = hostOf(url) ?? '';
  const known = before?.host === host ? before : null;
  const isGone = look.isUp || url.startsWith('http:');
  if (!look.certificate) return { certificate: isGone ? null : known, notice: null };
  const expiresAtMs = look.certificate.validTo.getTime();
  const seen = { host, expiresAtMs, isValid: look.certificate.isAuthorized, told: known?.told ?? null };
  const threshold = seen.isValid
    ? dueThreshold(expiresAtMs, nowMs, { thresholds: CERTIFICATE_THRESHOLDS, told: seen.told })
    : null;
  if (threshold === null) return { certificate: seen, notice: null };
  return {
    certificate: { ...seen, told: { expiresAtMs, threshold } },
    notice: {
      name: host,
      expiresAt: look.certificate.validTo,
      daysLeft: daysUntil(expiresAtMs, nowMs),
    },
  };
}
