/** What preparing a file takes, and what it finds on the way. `prepare.ts` does it. */
import type { Clock } from '../../core/clock.ts';
import type { LeftOut } from '../../core/hits/import.ts';
import type { LogMark } from '../../core/hits/log-sums.ts';
import type { ImportFormat } from '../../core/import-formats.ts';
import type { Recognised } from './formats.ts';
import type { ImportSource, Input, InputEntry } from './input/input.ts';
import type { Sample } from './input/sample.ts';
import type { ReadOptions } from './readers/reader.ts';
import type { RowDerivations } from './row-values.ts';
import type { ImportKind } from './tables.ts';

/** An entry of the input with its format. */
export interface Found {
  readonly entry: InputEntry;
  readonly sample: Sample;
  readonly recognised: Recognised;
}

/** A recognised file. */
export interface OpenedSource {
  readonly format: ImportFormat;
  readonly kind: ImportKind;
  readonly input: Input;
  readonly found: readonly Found[];
  /** Files of an archive in another format. */
  readonly leftOut: readonly LeftOut[];
}

export interface PrepareOptions {
  readonly source: ImportSource;
  /** A folder for scratch files, which the caller removes. */
  readonly folder: string;
  readonly options: Omit<ReadOptions, 'sample' | 'tally' | 'memory'>;
  /** By what rows are completed. */
  readonly derivations: RowDerivations;
  /** What was read of the site's logs before, where log sums are asked for. */
  readonly logMarks?: readonly LogMark[] | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Receives the share of the packed bytes that were read, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}
