/** What a running command receives. */
import type { RunningStores } from '../../compose/check.ts';
import type { BackupFile } from '../../stores/data-folder.ts';

export type Progress = (done: number, total: number | null) => void;

/** The signal that cancels a command, and its functions to report progress and to hand something over. */
export interface CommandRun {
  readonly signal: AbortSignal;
  readonly onProgress: Progress;
  /**
   * Hands something to the calling process, which works on it with its own permissions. Resolves when that has finished
   * or disconnected, with whether it has succeeded.
   */
  readonly handOver: (offer: Offer) => Promise<boolean>;
}

/** A part of an exported file. */
export interface ExportedPart {
  /** Name of the whole file. */
  readonly name: string;
  /** Where the part is. */
  readonly path: string;
}

/**
 * What a command hands over until it is released: files to copy, a part to be appended to a file, a scratch folder to write
 * to, or stores to check.
 */
export type Offer =
  | { readonly files: readonly BackupFile[] }
  | { readonly part: ExportedPart }
  | { readonly folder: string }
  | { readonly stores: RunningStores };
