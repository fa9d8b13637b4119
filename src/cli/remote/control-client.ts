/** Sends commands to the server that uses the data folder. */
import { lstatSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError } from '../../core/errors.ts';
import type { CommandRun, Offer } from '../../server/commands/command-run.ts';
import type { CommandName } from '../../server/commands/commands.ts';
import {
  type ControlRequest,
  type Line,
  RELEASE,
  type Release,
  SOCKET_NAME,
  socketFolder,
  UNKNOWN_COMMAND,
} from '../../server/control/protocol.ts';
import { openSocketPath } from '../../server/control/socket-path.ts';

/** Write permission for the group and for everybody. */
const WRITABLE_BY_OTHERS = 0o022;

/** Errors that servers of version 0.1 answer to an unknown command, or to one with other input. */
const LEGACY_UNKNOWN_COMMAND = /is not a function|undefined is not an object/;

/** Returns the status of a file; undefined where there is none, or none that this user may look at. */
function findStats(path: string, read: typeof statSync | typeof lstatSync): Stats | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a folder has a socket. Throws a `CommandError` unless socket and folder belong to this user or to the
 * owner of the data, and nobody else may write to them: commands send passwords.
 */
function hasSocket(dataFolder: string, socketName: string): boolean {
  const owners = new Set([process.geteuid?.(), findStats(resolve(dataFolder), statSync)?.uid]);
  const folder = socketFolder(dataFolder);
  for (const path of [folder, join(folder, socketName)]) {
    const found = findStats(path, lstatSync);
    if (!found) return false;
    if (!owners.has(found.uid) || (found.mode & WRITABLE_BY_OTHERS) !== 0) {
      throw new CommandError(
        `${path} belongs to another user (${found.uid}) or others may write to it: stop the server if it runs, remove that path and start again`,
      );
    }
  }
  return true;
}

export const connectionLost = (): CommandError =>
  new CommandError('the server ended before it had answered: see its log, start it and try again');

/** Handlers of progress and offers. Both are optional; without `handOver`, an offer fails the command. */
export interface CommandHandlers extends Pick<CommandRun, 'onProgress'> {
  readonly handOver: (offer: Offer) => Promise<void>;
}

function toCommandError(text: string): CommandError {
  const message = LEGACY_UNKNOWN_COMMAND.test(text) ? UNKNOWN_COMMAND : text;
  return new CommandError(message, { lines: message.split('\n') });
}

/** Options of a request to run a command. */
export interface SendOptions extends Partial<CommandHandlers> {
  /** Name of the socket, where it is not the server's. */
  readonly socketName?: string;
}

/**
 * Sends a command to the running server and returns its result; undefined when no server uses the folder. Throws a
 * `CommandError` when the command fails, and for a socket that belongs to another user.
 */
export async function sendToServer(
  dataFolder: string,
  request: { readonly command: CommandName; readonly input?: unknown },
  { socketName = SOCKET_NAME, ...run }: SendOptions = {},
): Promise<{ readonly result: unknown } | undefined> {
  if (!hasSocket(dataFolder, socketName)) return undefined;
  const socket = openSocketPath(socketFolder(dataFolder), socketName);
  try {
    return await sendRequest(socket.path, { input: undefined, ...request }, run);
  } finally {
    socket.close();
  }
}

async function sendRequest(
  path: string,
  body: ControlRequest,
  { onProgress = () => {}, handOver }: Partial<CommandHandlers>,
): Promise<{ readonly result: unknown } | undefined> {
  const { request } = await import('node:http');
  return await new Promise((settle, reject) => {
    const outgoing = request(
      { socketPath: path, method: 'POST', path: '/', headers: { 'content-type': 'application/json' } },
      incoming => {
        let rest = '';
        let answer: Line | undefined;
        /** Whether an offer is being worked with, how that failed, and whether the connection has ended. */
        let isHandedOver = false;
        let failure: { readonly error: unknown } | undefined;
        let isEnded = false;
        const work = async ({ offer, id }: Extract<Line, { readonly offer: Offer }>): Promise<void> => {
          // The command did not expect an offer.
          if (!handOver) {
            outgoing.destroy();
            reject(connectionLost());
            return;
          }
          isHandedOver = true;
          failure = await handOver(offer).then(
            () => undefined,
            (error: unknown) => ({ error }),
          );
          isHandedOver = false;
          const input: Release = { id, isDone: !failure };
          if (!isEnded) await sendRequest(path, { command: RELEASE, input }, {}).catch(() => undefined);
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
          // The command may end before the answer to its release arrives.
          if (failure) reject(failure.error);
          else if (!answer) reject(connectionLost());
          else if ('error' in answer) reject(toCommandError(answer.error));
          else if ('result' in answer) settle(answer);
        });
        incoming.on('error', () => {
          isEnded = true;
          if (!isHandedOver) reject(connectionLost());
        });
      },
    );
    // No process listens: a killed server leaves its socket behind.
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ENOENT' || error.code === 'FailedToOpenSocket'
        ? settle(undefined)
        : reject(error.code === 'ECONNRESET' ? connectionLost() : error),
    );
    outgoing.end(JSON.stringify(body));
  });
}
