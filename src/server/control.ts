/**
 * How commands reach a running server: a socket inside the data folder, which only this user can open. One process
 * alone writes a data folder; a command asks it, or becomes it for a moment when no server runs.
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, rmSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError, CommandError, isOutOfRoom } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { CommandName, CommandRun, Commands, Offer } from './commands.ts';
import { openSocketPath } from './socket-path.ts';

const SOCKET_NAME = 'control.sock';
/** Write permission for the group and for everybody. */
const WRITABLE_BY_OTHERS = 0o022;

/** Releases an offer; the input is a `Release`. */
const RELEASE = 'release';

interface Release {
  readonly id: string;
  /** Whether the client has done its work on the offer without a failure. */
  readonly isDone: boolean;
}

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
function hasSocket(dataFolder: string, socketName: string): boolean {
  const owners = new Set([process.geteuid?.(), statusOf(resolve(dataFolder), statSync)?.uid]);
  const folder = socketFolder(dataFolder);
  for (const path of [folder, join(folder, socketName)]) {
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

export const cutShort = (): CommandError =>
  new CommandError('the server ended before it had answered: see its log, start it and try again');

type Line =
  | { readonly progress: [number, number | null] }
  | { readonly offer: Offer; readonly id: string }
  | { readonly result: unknown }
  | { readonly error: string };

/** Well below the ten seconds without a byte after which the connection would be cut, and the command with it. */
const HEARTBEAT_MS = 2000;

export interface ControlOptions {
  readonly commands: Commands;
  readonly log: Log;
  /** Interval of the blank lines that keep the connection open. */
  readonly heartbeatMs?: number;
  /** Name of the socket; the server's when absent. */
  readonly socketName?: string;
}

/** Starts answering commands. Returns a function that stops it. */
export function startControl(
  dataFolder: string,
  { commands, log, heartbeatMs = HEARTBEAT_MS, socketName = SOCKET_NAME }: ControlOptions,
): () => Promise<void> {
  const folder = socketFolder(dataFolder);
  rmSync(join(folder, socketName), { force: true });
  const socket = openSocketPath(folder, socketName);
  const waiting: Waiting = new Map();
  const server = Bun.serve({
    unix: socket.path,
    maxRequestBodySize: 1024 * 1024,
    async fetch(request) {
      const { command, input } = (await request.json().catch(() => ({}))) as {
        command: CommandName | typeof RELEASE;
        input: unknown;
      };
      if (command === RELEASE) {
        const { id = '', isDone = false } = (input ?? {}) as Partial<Release>;
        waiting.get(id)?.(isDone);
        return new Response('{"result":null}\n');
      }
      if (!Object.hasOwn(commands, command)) return refusal(UNKNOWN_COMMAND);
      if (command !== 'ping') log.info({ command }, 'command from the command line');
      const work: Work = run =>
        (commands[command] as (input: unknown, run: CommandRun) => Promise<unknown>)(input, run);
      return new Response(streamOf(work, request.signal, { heartbeatMs, waiting }));
    },
  });
  chmodSync(socket.path, 0o600);
  return async () => {
    await server.stop(true);
    socket.close();
    rmSync(join(folder, socketName), { force: true });
  };
}

const UNKNOWN_COMMAND =
  'the running server does not know this command: it is older or newer than the program; restart it';
/** What servers of version 0.1 answer to a command that they do not know, or one with other input. */
const UNKNOWN_TO_OLDER = /is not a function|undefined is not an object/;

const refusal = (error: string): Response => new Response(`${JSON.stringify({ error } satisfies Line)}\n`);

type Work = (run: CommandRun) => Promise<unknown>;
type Waiting = Map<string, (isDone: boolean) => void>;

/** Streams a command's progress as JSON lines, with blank lines as heartbeats, then its result or error. */
function streamOf(
  work: Work,
  signal: AbortSignal,
  {
    heartbeatMs,
    waiting,
  }: {
    readonly heartbeatMs: number;
    /** Resolvers of the commands that wait for an offer to be released, by the id of the offer. */
    readonly waiting: Waiting;
  },
): ReadableStream<Uint8Array> {
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
          // Until the client releases it or disconnects.
          handOver: async offer => {
            const id = randomUUID();
            const released = new Promise<boolean>(settle => waiting.set(id, settle));
            send({ offer, id });
            const gone = signal.aborted ? false : once(signal, 'abort').then(() => false);
            const isDone = await Promise.race([released, gone]);
            waiting.delete(id);
            return isDone;
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

/** Returns the message of an error for the caller of a command: every fault that our own errors list, on a line each. */
export function messageOf(error: unknown): string {
  if (error instanceof AppError) return (error.details.messages ?? [error.message]).join('\n');
  // A name of a file or folder may have line feeds in it.
  if (error instanceof CommandError)
    return error.lines.map(line => line.replace(/\p{Cc}+/gu, ' ')).join('\n');
  if (isOutOfRoom(error)) return 'the disk is full: free some space and try again';
  return error instanceof Error ? error.message : String(error);
}

/** How a client handles progress and offers. Both are optional; an offer that it cannot handle fails the command. */
export interface ClientRun extends Pick<CommandRun, 'onProgress'> {
  readonly handOver: (offer: Offer) => Promise<void>;
}

function errorOf(text: string): CommandError {
  const message = UNKNOWN_TO_OLDER.test(text) ? UNKNOWN_COMMAND : text;
  return new CommandError(message, { lines: message.split('\n') });
}

/** Options of a request to run a command. */
export interface AskOptions extends Partial<ClientRun> {
  /** Name of the socket, where it is not the server's. */
  readonly socketName?: string;
}

/**
 * Asks the running server to carry out a command; undefined when none runs on this folder. Throws a `CommandError` for
 * what the server says went wrong, and for a socket that is another user's.
 */
export async function askServer(
  dataFolder: string,
  command: CommandName,
  input: unknown,
  { socketName = SOCKET_NAME, ...run }: AskOptions = {},
): Promise<{ readonly result: unknown } | undefined> {
  if (!hasSocket(dataFolder, socketName)) return undefined;
  const socket = openSocketPath(socketFolder(dataFolder), socketName);
  try {
    return await ask(socket.path, { command, input }, run);
  } finally {
    socket.close();
  }
}

async function ask(
  path: string,
  asked: { readonly command: CommandName | typeof RELEASE; readonly input: unknown },
  { onProgress = () => {}, handOver }: Partial<ClientRun>,
): Promise<{ readonly result: unknown } | undefined> {
  const { request } = await import('node:http');
  return await new Promise((settle, reject) => {
    const outgoing = request(
      { socketPath: path, method: 'POST', path: '/', headers: { 'content-type': 'application/json' } },
      incoming => {
        let rest = '';
        let answer: Line | undefined;
        /** Whether an offer is being worked with, and whether the connection has ended. */
        let isHandedOver = false;
        let isEnded = false;
        const work = async ({ offer, id }: Extract<Line, { readonly offer: Offer }>): Promise<void> => {
          // The command did not expect an offer.
          if (!handOver) {
            outgoing.destroy();
            reject(cutShort());
            return;
          }
          isHandedOver = true;
          const failure = await handOver(offer).then(
            () => undefined,
            (error: unknown) => ({ error }),
          );
          isHandedOver = false;
          const input: Release = { id, isDone: !failure };
          if (!isEnded) await ask(path, { command: RELEASE, input }, {}).catch(() => undefined);
          if (failure) reject(failure.error);
          // The server is gone, but the files were open and could be read to the end.
          else if (isEnded) settle({ result: null });
        };
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          for (const text of lines.filter(line => line !== '')) {
            const line = JSON.parse(text) as Line;
            if ('progress' in line) onProgress(...line.progress);
            else if ('offer' in line) void work(line);
            else answer = line;
          }
        });
        incoming.on('end', () => {
          isEnded = true;
          if (isHandedOver) return;
          if (!answer) reject(cutShort());
          else if ('error' in answer) reject(errorOf(answer.error));
          else if ('result' in answer) settle(answer);
        });
        incoming.on('error', () => {
          isEnded = true;
          if (!isHandedOver) reject(cutShort());
        });
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
