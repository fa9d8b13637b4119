/** Access to the data folder of a service that runs as another user: root drops its privileges to that user's. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** A user and its group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the owner of a data folder when this process runs as root and the folder belongs to another user; otherwise undefined. */
export function findFolderOwner(dataFolder: string): Owner | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const found = statSync(resolve(dataFolder), { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

/** Switches this process to an owner's user and group permanently. */
export function dropPrivileges({ uid, gid }: Owner): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/**
 * Calls `work`, which must be synchronous, with an owner's permissions, so that a symbolic link in the folder cannot make
 * root read or write a file that the owner has no access to. Without an owner it just calls `work`.
 */
export function runAsOwner<Result>(owner: Owner | undefined, work: () => Result): Result {
  if (!owner) return work();
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([owner.gid]);
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.(groups);
  }
}
