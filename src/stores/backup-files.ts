/** A file that belongs to a backup, with so many of its first bytes. */
export interface BackupFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** A backup that is ready to be copied. */
export interface PreparedBackup {
  readonly files: readonly BackupFile[];
  /** Removes what was prepared; files that are open can still be read. */
  remove(): void;
}
