import pino from 'pino';
import pretty from 'pino-pretty';

/** Levels an operator may choose, loudest last. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Structured log: an object of facts first, then one sentence. Never an address, a key or a password. */
export type Log = pino.Logger;

/**
 * The process's log, on standard error so that a command's standard output stays its answer.
 * No pino transport: those load a worker by file name, which a compiled binary does not have.
 */
export function createLog(level: LogLevel, format: LogFormat): Log {
  const target =
    format === 'pretty'
      ? pretty({ sync: true, destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
      : pino.destination({ fd: 2, sync: true });
  return pino({ level, base: null, redact: ['key', 'password', 'token', 'authorization'] }, target);
}
