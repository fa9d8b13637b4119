/** Checks of one monitor in one hour: counts, and single checks in six bytes each. */
import { HOUR_MS } from '../../../lib/time-units.ts';

/** A check within its hour. */
export interface Sample {
  /** Second of the hour. */
  readonly second: number;
  /** 0 when no answer came. */
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
    samples: [...hour.samples, { second, statusCode: check.statusCode ?? 0, responseMs }],
  };
}

export function packSamples(samples: readonly Sample[]): Buffer {
  const bytes = Buffer.alloc(samples.length * BYTES_PER_SAMPLE);
  for (const [index, { second, statusCode, responseMs }] of samples.entries()) {
    const at = index * BYTES_PER_SAMPLE;
    bytes.writeUInt16LE(second, at);
    bytes.writeUInt16LE(statusCode, at + 2);
    bytes.writeUInt16LE(responseMs, at + 4);
  }
  return bytes;
}

export function unpackSamples(bytes: Buffer): Sample[] {
  const samples: Sample[] = [];
  for (let at = 0; at + BYTES_PER_SAMPLE <= bytes.length; at += BYTES_PER_SAMPLE)
    samples.push({
      second: bytes.readUInt16LE(at),
      statusCode: bytes.readUInt16LE(at + 2),
      responseMs: bytes.readUInt16LE(at + 4),
    });
  return samples;
}
