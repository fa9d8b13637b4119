/** Checks of one monitor in one hour: counts, and single checks in six bytes each. */
import { HOUR_MS } from '../../../lib/time-units.ts';
import { isUpStatus } from './check-result.ts';

/** A check within its hour. */
export interface Sample {
  /** Second of the hour. */
  readonly second: number;
  readonly isUp: boolean;
  /** Whether a response time was measured. */
  readonly isAnswered: boolean;
  /** 0 when the answer had none, or none came. */
  readonly statusCode: number;
  /** At most 65,535; 0 when no answer came. */
  readonly responseMs: number;
}

export interface HourOfChecks {
  readonly hourMs: number;
  readonly checks: number;
  readonly failures: number;
  readonly answers: number;
  readonly responseMs: number;
  readonly samples: readonly Sample[];
}

const BYTES_PER_SAMPLE = 6;
const MAX_16_BITS = 0xffff;
/** The second takes 12 of its 16 bits. Samples of versions before several monitors a site have no flags: their status decides. */
const SECOND_BITS = 0x0fff;
const HAS_FLAGS = 0x8000;
const IS_UP = 0x4000;
const IS_ANSWERED = 0x2000;

export const startOfHour = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

export const createHour = (hourMs: number): HourOfChecks => ({
  hourMs,
  checks: 0,
  failures: 0,
  answers: 0,
  responseMs: 0,
  samples: [],
});

/** Returns the hour with one more check. */
export function addCheck(
  hour: HourOfChecks,
  check: {
    readonly atMs: number;
    readonly isUp: boolean;
    readonly statusCode: number | null;
    readonly responseMs: number | null;
  },
): HourOfChecks {
  const isAnswered = check.responseMs !== null;
  const responseMs = Math.min(check.responseMs ?? 0, MAX_16_BITS);
  const second = Math.floor((check.atMs - hour.hourMs) / 1000);
  return {
    hourMs: hour.hourMs,
    checks: hour.checks + 1,
    failures: hour.failures + (check.isUp ? 0 : 1),
    answers: hour.answers + (isAnswered ? 1 : 0),
    responseMs: hour.responseMs + responseMs,
    samples: [
      ...hour.samples,
      { second, isUp: check.isUp, isAnswered, statusCode: check.statusCode ?? 0, responseMs },
    ],
  };
}

export function packSamples(samples: readonly Sample[]): Buffer {
  const bytes = Buffer.alloc(samples.length * BYTES_PER_SAMPLE);
  for (const [index, { second, isUp, isAnswered, statusCode, responseMs }] of samples.entries()) {
    const at = index * BYTES_PER_SAMPLE;
    const flags = HAS_FLAGS | (isUp ? IS_UP : 0) | (isAnswered ? IS_ANSWERED : 0);
    bytes.writeUInt16LE((second & SECOND_BITS) | flags, at);
    bytes.writeUInt16LE(statusCode, at + 2);
    bytes.writeUInt16LE(responseMs, at + 4);
  }
  return bytes;
}

export function unpackSamples(bytes: Buffer): Sample[] {
  const samples: Sample[] = [];
  for (let at = 0; at + BYTES_PER_SAMPLE <= bytes.length; at += BYTES_PER_SAMPLE) {
    const first = bytes.readUInt16LE(at);
    const statusCode = bytes.readUInt16LE(at + 2);
    const hasFlags = (first & HAS_FLAGS) !== 0;
    samples.push({
      second: first & SECOND_BITS,
      isUp: hasFlags ? (first & IS_UP) !== 0 : isUpStatus(statusCode),
      isAnswered: hasFlags ? (first & IS_ANSWERED) !== 0 : statusCode !== 0,
      statusCode,
      responseMs: bytes.readUInt16LE(at + 4),
    });
  }
  return samples;
}
