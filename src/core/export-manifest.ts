/** The manifest of an exported folder: what makes it complete. */

export const MANIFEST_NAME = 'manifest.json';
export const SITE_NAME = 'site.json';
/** Raised when older versions could not read a folder. */
export const EXPORT_VERSION = 1;

/** A file of the folder. */
export interface ManifestFile {
  readonly name: string;
  /** Null for files that are no tables. */
  readonly rows: number | null;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly format_version: number;
  readonly site: { readonly id: number; readonly url: string; readonly zone: string };
  readonly created_at: string;
  readonly files: readonly ManifestFile[];
}
