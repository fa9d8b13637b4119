/** Answers commands of other processes, over a socket inside the data folder. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../core/log.ts';
import type { CommandRun } from '../commands/command-run.ts';
import type { Commands } from '../commands/commands.ts';
import {
  type ControlRequest,
  type Line,
  RELEASE,
  type Release,
  SOCKET_NAME,
  socketFolder,
  toErrorMessage,
  UNKNOWN_COMMAND,
} from './protocol.ts';
import { openSocketPath } from './socket-path.ts';

/** Commands that are not logged: programs send them, some with every batch of lines. */
const QUIET_COMMANDS: ReadonlySet<string> = new Set(['ping', 'health', 'follow.append']);

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
  const waiting: PendingOffers = new Map();
  const server = Bun.serve({
    unix: socket.path,
    maxRequestBodySize: 1024 * 1024,
    async fetch(request) {
      const { command, input } = (await request.json().catch(() => ({}))) as ControlRequest;
      if (command === RELEASE) {
        const { id = '', isDone = false } = (input ?? {}) as Partial<Release>;
        waiting.get(id)?.(isDone);
        return new Response('{"result":null}\n');
      }
      if (!Object.hasOwn(commands, command)) return errorResponse(UNKNOWN_COMMAND);
      if (!QUIET_COMMANDS.has(command)) log.info({ command }, 'command from the command line');
      const work: Work = run =>
        (commands[command] as (input: unknown, run: CommandRun) => Promise<unknown>)(input, run);
      return new Response(createResponseStream(work, request.signal, { heartbeatMs, waiting }));
    },
  });
  chmodSync(socket.path, 0o600);
  return async () => {
    await server.stop(true);
    socket.close();
    rmSync(join(folder, socketName), { force: true });
  };
}

const errorResponse = (error: string): Response =>
  new Response(`${JSON.stringify({ error } satisfies Line)}\n`);

type Work = (run: CommandRun) => Promise<unknown>;
type PendingOffers = Map<string, (isDone: boolean) => void>;

/** Streams a command's progress as JSON lines, with blank lines as heartbeats, then its result or error. */
function createResponseStream(
  work: Work,
  signal: AbortSignal,
  {
    heartbeatMs,
    waiting,
  }: {
    readonly heartbeatMs: number;
    /** Resolvers of the commands that wait for an offer to be released, by the id of the offer. */
    readonly waiting: PendingOffers;
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
        send({ error: toErrorMessage(error) });
      }
      clearInterval(heartbeat);
      if (!signal.aborted) controller.close();
    },
  });
}
