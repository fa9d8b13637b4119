/** Where nightly exports and backups go: a folder, or a bucket of S3. */

/** The place, as the setting names it. */
export type ExportPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'bucket'; readonly bucket: string; readonly prefix: string };

/** A local file, up to a number of bytes; the whole file without one. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes?: number;
}

/** What arrived of a file. */
export interface StoredFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Stores files under names with slashes; a name that is there already is replaced, and never shows half of a file. */
export interface ExportTarget {
  put(name: string, file: LocalFile, signal: AbortSignal): Promise<StoredFile>;
}
