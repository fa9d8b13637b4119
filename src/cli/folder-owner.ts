import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** User and group of a data folder that root is to act for; undefined for any other user, and where the folder is root's own. */
export function ownerToActAs(dataFolder: string): { readonly uid: number; readonly gid: number } | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const found = statSync(resolve(dataFolder), { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

/**
 * Takes on the user of a data folder, for good, when root works on it: files that root made in it could not be
 * opened by the server that runs as that user.
 */
export function actAsOwner(dataFolder: string): void {
  const owner = ownerToActAs(dataFolder);
  if (!owner) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
