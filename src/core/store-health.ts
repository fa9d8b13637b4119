/** Health of the hits store. */
export interface StoreHealth {
  /** True while reports wait because memory ran out for rows that are not in the file yet. */
  readonly isBehind: boolean;
  /** True while hits are refused because they cannot be written to disk. */
  readonly isRefusing: boolean;
  /** True once a block of the file could not be read. */
  readonly isDamaged: boolean;
  /** Why the last rewrite of the file failed; undefined once one succeeds. */
  readonly rewriteFailure: string | undefined;
  /** Number of queued reads. */
  readonly waitingReads: number;
  readonly freeBytes: number;
  /** Free bytes that the next rewrite of the file needs. */
  readonly neededBytes: number;
}
