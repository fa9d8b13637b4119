import { fstatSync } from 'node:fs';
import pino from 'pino';

/** Levels an operator may choose, loudest last. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Structured log: an object of facts first, then one sentence. Never an address, a key or a password. */
export type Log = pino.Logger;

/** Priorities of the journal by level. Source: sd-daemon(3). */
const PRIORITIES: Readonly<Record<string, number>> = {
  fatal: 2,
  error: 3,
  warn: 4,
  info: 6,
  debug: 7,
  trace: 7,
};

/** Returns whether standard error is connected to systemd's journal, by the variable JOURNAL_STREAM (device and inode). */
export function isJournal(stream: string | undefined): boolean {
  if (!stream) return false;
  const { dev, ino } = fstatSync(2);
  return stream === `${dev}:${ino}`;
}

/** The lines of a text, each with its priority in front, as the journal takes it. */
export const withPriority = (level: LogLevel, text: string): string =>
  text.replaceAll(/^/gm, `<${PRIORITIES[level] ?? PRIORITIES['info']}>`);

/** JSON lines to standard error; for the journal with their priority in front. */
function jsonTarget(isForJournal: boolean): pino.DestinationStream {
  const target = pino.destination({ fd: 2, sync: true });
  if (!isForJournal) return target;
  return {
    write(line: string) {
      const level = /^\{"level":"([a-z]+)"/.exec(line)?.[1] ?? 'info';
      target.write(`<${PRIORITIES[level]}>${line}`);
    },
  };
}

interface LogOptions {
  readonly isForJournal?: boolean;
}

/** Creates the process's log in a format. What formats lines for people is loaded only where somebody reads them. */
export async function openLog(level: LogLevel, format: LogFormat, options?: LogOptions): Promise<Log> {
  if (format === 'json') return createLog(level, options);
  const { default: pretty } = await import('pino-pretty');
  // No pino transport: those load a worker by file name, which a compiled binary does not have.
  const target = { sync: true, destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' };
  return createLogTo(pretty(target), level);
}

/** Creates a log of JSON lines. */
export const createLog = (level: LogLevel, { isForJournal = false }: LogOptions = {}): Log =>
  createLogTo(jsonTarget(isForJournal), level);

/** Creates a log on standard error, so that a command's standard output stays its answer. */
function createLogTo(target: pino.DestinationStream, level: LogLevel): Log {
  const options = {
    level,
    base: null,
    redact: ['key', 'password', 'token', 'authorization'],
    formatters: { level: (name: string) => ({ level: name }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, target);
}
