/** Checks of one monitor in one hour: counted, and each by itself in six bytes. */

/** One check within its hour. */
export interface Sample {
  /** Of the hour. */
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

const HOUR_MS = 3_600_000;
const BYTES_PER_SAMPLE = 6;
const MAX_16_BITS = 0xffff;

export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

export const emptyHour = (hourMs: number): HourOfChecks => ({
  hourMs,
  checks: 0,
  failures: 0,
  answers: 0,
  responseMs: 0,
  samples: [],
});

/** The hour with one more check in it. */
export function withCheck(
  hour: HourOfChecks,
  look: {
    readonly atMs: number;
    readonly isUp: boolean;
    readonly statusCode: number | null;
    readonly responseMs: number | null;
  },
): HourOfChecks {
  const isAnswered = look.responseMs !== null;
  const responseMs = Math.min(look.responseMs ?? 0, MAX_16_BITS);
  const second = Math.floor((look.atMs - hour.hourMs) / 1000);
  return {
    hourMs: hour.hourMs,
    checks: hour.checks + 1,
    failures: hour.failures + (look.isUp ? 0 : 1),
    answers: hour.answers + (isAnswered ? 1 : 0),
    responseMs: hour.responseMs + responseMs,
    samples: [...hour.samples, { second, statusCode: look.statusCode ?? 0, responseMs }],
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
