/** Whether a store can go on as it is. */
export interface StoreHealth {
  /** True while reports wait because memory ran out for rows that are not in the file yet. */
  readonly isBehind: boolean;
  /** True once a block of the file could not be read. */
  readonly isDamaged: boolean;
  /** Why the last rewriting of the file failed; undefined once one succeeds. */
  readonly rewriteFailure: string | undefined;
  /** Number of reads that wait for their turn. */
  readonly waitingReads: number;
  readonly freeBytes: number;
  /** Free bytes that the next rewriting of the file takes. */
  readonly neededBytes: number;
}
