/** Where a follower of logs is. */

/** A place in a log file. The file is known by its beginning: names and inodes change when logs are rotated and packed. */
export interface LogPosition {
  /** SHA-256 of the first `bytes` bytes, in hexadecimal. */
  readonly fingerprint: string;
  readonly bytes: number;
  /** Bytes that were read, all of them whole lines. */
  readonly offset: number;
}

/** What is stored of a followed log. */
export interface FollowState {
  /** Up to where lines are stored; null before the first. */
  readonly position: LogPosition | null;
  /** Up to where lines were being stored when the server ended: it is not known whether they are. */
  readonly pending: LogPosition | null;
}

/** Returns whether two positions are in the same file. */
export const isSameLog = (a: LogPosition | null, b: LogPosition | null): boolean =>
  a?.fingerprint === b?.fingerprint && a?.bytes === b?.bytes;

/** Returns whether two positions are the same. */
export const isSamePosition = (a: LogPosition | null, b: LogPosition | null): boolean =>
  isSameLog(a, b) && a?.offset === b?.offset;
