/** What a process that reads a part reports, a line of JSON each. */
import { CommandError, isDiskFull } from '../../../core/errors.ts';
import type { PartResult } from './read-part.ts';

export type PartMessage =
  | { readonly bytes: number }
  | { readonly result: PartResult }
  | { readonly error: PartError };

interface PartError {
  readonly message: string;
  readonly kind: 'command' | 'disk-full' | 'other';
}

/** Describes an error for the process that has asked. */
export const toErrorMessage = (error: unknown): PartMessage => ({
  error: {
    message: error instanceof Error ? error.message : String(error),
    kind: error instanceof CommandError ? 'command' : isDiskFull(error) ? 'disk-full' : 'other',
  },
});

/** A process ended without a result, or with an error that says nothing of the file. */
export class PartLost extends Error {
  override readonly name = 'PartLost';
}

/** Returns the error that a process has described. */
export const toError = ({ message, kind }: PartError): Error => {
  if (kind === 'command') return new CommandError(message);
  return kind === 'other' ? new PartLost(message) : Object.assign(new Error(message), { code: 'ENOSPC' });
};
