/** What a process that reads a part is asked for and reports, a line of JSON each. */
import { CommandError, isDiskFull } from '../../../core/errors.ts';
import type { LeftOut } from '../../../core/hits/import.ts';
import type { LogSumRow } from '../../../core/hits/log-sums.ts';
import type { Day } from '../../../core/span.ts';
import type { SiteSettings } from '../../../ingest/site-facts.ts';
import type { SpamRules } from '../../../ingest/spam.ts';
import type { ByteRange, ImportSource } from '../input/input.ts';
import type { ReadOptions } from '../readers/reader.ts';
import type { ReadCounts } from '../scratch-file.ts';
import type { LogSumsOptions } from '../scratch-log-sums.ts';

/** What is to be read, as JSON. */
export interface PartTask {
  /** Of the program that asks: an update may have put another in its place. */
  readonly version: string;
  readonly source: ImportSource;
  readonly range: ByteRange;
  readonly options: Pick<ReadOptions, 'timeZone' | 'siteHost' | 'isWithoutHits'> & {
    readonly logFormat: string | null;
  };
  readonly exclusions: ExclusionSettings;
  /** Path of the scratch file of rows. */
  readonly rows: string;
  /** Null where no sums are asked for. */
  readonly sums: LogSumsOptions | null;
}

/** What was read, as JSON; the rest is in the scratch files. */
export interface PartResult extends Pick<ReadCounts, 'bad' | 'faults'> {
  readonly faultCounts: readonly (readonly [kind: string, count: number])[];
  readonly leftOut: readonly LeftOut[];
  /** Marks of what was read, which are in no scratch file. */
  readonly marks: readonly LogSumRow[];
  /** Days that were read that have a mark of an earlier reading. */
  readonly knownDays: readonly Day[];
}

/** The rules by which a site does not count visits, as JSON. */
export interface ExclusionSettings {
  readonly site: Pick<SiteSettings, 'url' | 'ignoreRules'>;
  readonly spam: { readonly level: SpamRules['level']; readonly hosts: readonly string[] };
  /** Those of the list that is downloaded. */
  readonly spamHosts: readonly string[];
  /** Path of the operator's database of countries; null for the one in the program. */
  readonly geoDb: string | null;
}

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
