/**
 * How commands reach a running server: a socket inside the data folder, which only this user can open. One process
 * alone writes a data folder; a command asks it, or becomes it for a moment when no server runs.
 */

import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError, CommandError, isOutOfRoom } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { BackupFile } from '../stores/backup-files.ts';
import type { CommandName, CommandRun, Commands } from './commands.ts';
import { openSocketPath } from './socket-path.ts';

const SOCKET_NAME = 'control.sock';
/** Write permission for the group and for everybody. */
const WRITABLE_BY_OTHERS = 0o022;

const socketFolder = (dataFolder: string): string => join(resolve(dataFolder), 'tmp');

/** Returns the status of a file; undefined where there is none, or none that this user may look at. */
function statusOf(path: string, read: typeof statSync | typeof lstatSync): Stats | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a folder has a socket. Throws a `CommandError` unless socket and folder belong to this user or to the
 * owner of the data, and nobody else may write to them: a command hands passwords over, and must not do so to a
 * stranger.
 */
function hasSocket(dataFolder: string): boolean {
  const owners = new Set([process.geteuid?.(), statusOf(resolve(dataFolder), statSync)?.uid]);
  const folder = socketFolder(dataFolder);
  for (const path of [folder, join(folder, SOCKET_NAME)]) {
    const found = statusOf(path, lstatSync);
    if (!found) return false;
    if (!owners.has(found.uid) || (found.mode & WRITABLE_BY_OTHERS) !== 0) {
      throw new CommandError(
        `${path} belongs to another user (${found.uid}) or others may write to it: stop the server if it runs, remove that path and start again`,
      );
    }
  }
  return true;
}

const cutShort = (): CommandError =>
  new CommandError('the server ended before it had answered: see its log, start it and try again');

type Line =
  | { readonly progress: [number, number | null] }
  | { readonly files: readonly BackupFile[] }
  | { readonly result: unknown }
  | { readonly error: string };

/** Well below the ten seconds without a byte after which the connection would be cut, and the command with it. */
const HEARTBEAT_MS = 2000;

export interface ControlOptions {
  readonly commands: Commands;
  readonly log: Log;
  /** How often a blank line says that a command still runs. */
  readonly heartbeatMs?: number;
}

/** Starts answering commands; call the answer to stop. */
export function startControl(
  dataFolder: string,
  { commands, log, heartbeatMs = HEARTBEAT_MS }: ControlOptions,
): () => Promise<void> {
  const folder = socketFolder(dataFolder);
  rmSync(join(folder, SOCKET_NAME), { force: true });
  const socket = openSocketPath(folder, SOCKET_NAME);
  const server = Bun.serve({
    unix: socket.path,
    maxRequestBodySize: 1024 * 1024,
    async fetch(request) {
      const { command, input } = (await request.json()) as { command: CommandName; input: unknown };
      log.info({ command }, 'command from the command line');
      const work: Work = run =>
        (commands[command] as (input: unknown, run: CommandRun) => Promise<unknown>)(input, run);
      return new Response(streamOf(work, request.signal, heartbeatMs));
    },
  });
  chmodSync(socket.path, 0o600);
  return async () => {
    await server.stop(true);
    socket.close();
    rmSync(join(folder, SOCKET_NAME), { force: true });
  };
}

type Work = (run: CommandRun) => Promise<unknown>;

/** One JSON line for each step forward, blank ones meanwhile, then one with the result or what went wrong. */
function streamOf(work: Work, signal: AbortSignal, heartbeatMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      const write = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${text}\n`));
      };
      const send = (line: Line) => write(JSON.stringify(line));
      const heartbeat = setInterval(write, heartbeatMs, '');
      try {
        const result = await work({
          signal,
          onProgress: (done, total) => send({ progress: [done, total] }),
          // Whoever has copied them leaves.
          handOver: files => {
            send({ files });
            return signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
          },
        });
        send({ result: result ?? null });
      } catch (error) {
        send({ error: messageOf(error) });
      }
      clearInterval(heartbeat);
      if (!signal.aborted) controller.close();
    },
  });
}

/** What a command's caller is told: our own sentences as they are, anything else as its message. */
export function messageOf(error: unknown): string {
  if (error instanceof AppError) return (error.details.messages ?? [error.message]).join('\n');
  // A name of a file or folder may have line feeds in it.
  if (error instanceof CommandError)
    return error.lines.map(line => line.replace(/\p{Cc}+/gu, ' ')).join('\n');
  if (isOutOfRoom(error)) return 'the disk is full: free some space and try again';
  return error instanceof Error ? error.message : String(error);
}

/** What the process that asks does with what the server sends: nothing, unless it says so. */
export type ClientRun = Pick<CommandRun, 'onProgress' | 'handOver'>;

export const NOTHING: ClientRun = { onProgress: () => {}, handOver: () => Promise.resolve() };

/**
 * Asks the running server to carry out a command; undefined when none runs on this folder. Throws a `CommandError` for
 * what the server says went wrong, and for a socket that is another user's.
 */
export async function askServer(
  dataFolder: string,
  command: CommandName,
  input: unknown,
  run: Partial<ClientRun> = {},
): Promise<{ readonly result: unknown } | undefined> {
  if (!hasSocket(dataFolder)) return undefined;
  const socket = openSocketPath(socketFolder(dataFolder), SOCKET_NAME);
  try {
    return await ask(socket.path, { command, input }, { ...NOTHING, ...run });
  } finally {
    socket.close();
  }
}

async function ask(
  path: string,
  asked: { readonly command: CommandName; readonly input: unknown },
  { onProgress, handOver }: ClientRun,
): Promise<{ readonly result: unknown } | undefined> {
  const { request } = await import('node:http');
  return await new Promise((settle, reject) => {
    const outgoing = request(
      { socketPath: path, method: 'POST', path: '/', headers: { 'content-type': 'application/json' } },
      incoming => {
        let rest = '';
        let answer: Line | undefined;
        let areFilesHere = false;
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          for (const text of lines.filter(line => line !== '')) {
            const line = JSON.parse(text) as Line;
            if ('progress' in line) onProgress(...line.progress);
            else if ('files' in line) {
              areFilesHere = true;
              void handOver(line.files)
                .then(() => settle({ result: null }), reject)
                .finally(() => outgoing.destroy());
            } else answer = line;
          }
        });
        incoming.on('end', () => {
          // Files that are open stay readable when the server ends.
          if (areFilesHere) return;
          if (!answer) reject(cutShort());
          else if ('error' in answer)
            reject(new CommandError(answer.error, { lines: answer.error.split('\n') }));
          else if ('result' in answer) settle(answer);
        });
        incoming.on('error', () => areFilesHere || reject(cutShort()));
      },
    );
    // Nobody listens: what a killed server leaves behind.
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ENOENT' || error.code === 'FailedToOpenSocket'
        ? settle(undefined)
        : reject(error.code === 'ECONNRESET' ? cutShort() : error),
    );
    outgoing.end(JSON.stringify(asked));
  });
}
