/** Export of a site's rows as a file that an import reads back without loss. */
import type { Span } from '../span.ts';
import type { ImportedKind } from './columns.ts';
import type { FileFormat } from './import.ts';

/** How an export is written: as an import reads it. */
export type ExportFormat = FileFormat;

/** A request to export rows of one kind. */
export interface ExportRequest {
  readonly siteId: number;
  /** Completes the url of rows that are stored without it. */
  readonly siteUrl: string;
  readonly kind: ImportedKind;
  /** Null: all time. */
  readonly span: Span | null;
  readonly format: ExportFormat;
  /** A new file in the data folder. The engine may write Parquet there as a whole; nothing is streamed then. */
  readonly file?: string;
  readonly signal?: AbortSignal;
}

/** The bytes of an export, in chunks; the value that it returns is the number of rows. A reader that stops early calls `return`. */
export type ExportStream = AsyncGenerator<Uint8Array, number, void>;
