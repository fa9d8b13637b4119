/** How root works on the data folder of a service that runs as another user: with that user's rights, never with its own. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** A user and its group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the owner of a data folder where this user is root and the folder another's; undefined elsewhere. */
export function ownerToActAs(dataFolder: string): Owner | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const found = statSync(resolve(dataFolder), { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

/** Takes on an owner's rights for good. */
export function becomeOwner({ uid, gid }: Owner): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/**
 * Calls `work`, which must do everything at once, with an owner's rights: what the owner has put into the folder, such as
 * a link to a file that only root can read, leads no further than the owner could go. Without an owner just calls it.
 */
export function asOwner<Result>(owner: Owner | undefined, work: () => Result): Result {
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
