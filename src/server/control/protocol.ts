/**
 * The protocol between commands and a running server: one JSON request over a socket inside the data folder, which only its
 * owner can open, answered by lines of JSON. One process alone writes a data folder; a command sends its work to that
 * process, or becomes it for a moment when no server runs.
 */
import { join, resolve } from 'node:path';
import { AppError, CommandError, getErrorMessage, isDiskFull } from '../../core/errors.ts';
import type { Offer } from '../commands/command-run.ts';
import type { CommandName } from '../commands/commands.ts';

export const SOCKET_NAME = 'control.sock';

/** Returns the folder of a data folder's sockets. */
export const socketFolder = (dataFolder: string): string => join(resolve(dataFolder), 'tmp');

/** Name of the request that releases an offer; its input is a `Release`. */
export const RELEASE = 'release';

export interface ControlRequest {
  readonly command: CommandName | typeof RELEASE;
  readonly input: unknown;
}

export interface Release {
  readonly id: string;
  /** Whether the client has done its work on the offer without a failure. */
  readonly isDone: boolean;
}

/** A line of the answer. Blank lines between them keep the connection open. */
export type Line =
  | { readonly progress: [number, number | null] }
  | { readonly offer: Offer; readonly id: string }
  | { readonly result: unknown }
  | { readonly error: string };

export const UNKNOWN_COMMAND =
  'the running server does not know this command: it is older or newer than the program; restart it';
/** Returns the message of an error for the caller of a command: every fault that our own errors list, on a line each. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof AppError) return (error.details.messages ?? [error.message]).join('\n');
  // A name of a file or folder may have line feeds in it.
  if (error instanceof CommandError)
    return error.lines.map(line => line.replace(/\p{Cc}+/gu, ' ')).join('\n');
  if (isDiskFull(error)) return 'the disk is full: free some space and try again';
  return getErrorMessage(error);
}
