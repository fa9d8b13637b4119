/** Follows access logs: sends their lines to the server as they are written, until the signal. */
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getErrorMessage } from '../../core/errors.ts';
import type { LogPosition } from '../../core/log-position.ts';
import type { FollowInput } from '../../server/commands/follow.ts';
import type { SendCommand } from '../remote/with-server.ts';
import { tailLog } from './tail.ts';

export interface FollowOptions {
  readonly files: readonly string[];
  readonly log: Omit<FollowInput, 'path'>;
  readonly send: SendCommand;
  readonly signal: AbortSignal;
  readonly printError: (text: string) => void;
  readonly pollMs?: number;
  readonly lingerMs?: number;
  /** Wait before the next attempt after a failure. */
  readonly retryMs?: number;
}

/** Follows one log until the signal, or until the server fails. */
async function followOnce(log: FollowInput, options: FollowOptions): Promise<void> {
  const { send, signal, printError, pollMs = 500, lingerMs = 5000 } = options;
  let from: LogPosition | null = (await send('follow.open', log)).position;
  let isLost = false;
  const onLost = (): void => {
    if (!isLost)
      printError(
        `${log.path} was rotated, and the file with its last lines is not there: goes on with the new one`,
      );
    isLost = true;
  };
  for await (const { lines, head, to } of tailLog(log.path, {
    position: from,
    signal,
    pollMs,
    lingerMs,
    onLost,
  })) {
    const [text, beginning] = [lines.toString('base64'), head.toString('base64')];
    await send('follow.append', { log, from, to, lines: text, head: beginning });
    from = to;
    isLost = false;
  }
}

/** Follows one log, through restarts of the server. */
async function followLog(log: FollowInput, options: FollowOptions): Promise<void> {
  const { signal, printError, retryMs = 5000 } = options;
  let printed = '';
  while (!signal.aborted) {
    try {
      await followOnce(log, options);
    } catch (error) {
      const message = `${log.path}: ${getErrorMessage(error)}`;
      if (message !== printed) printError(message);
      printed = message;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Follows logs until the signal. Rejects at once where the server refuses to. */
export async function followLogs(options: FollowOptions): Promise<void> {
  const logs = options.files.map((path): FollowInput => ({ ...options.log, path: resolve(path) }));
  for (const log of logs) await options.send('follow.open', log);
  await Promise.all(logs.map(log => followLog(log, options)));
}
