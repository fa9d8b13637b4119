import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';

/** Where each version of control groups is usually mounted, and the file of a group that holds its memory limit. */
const HIERARCHIES = [
  { version: 2, mount: 'sys/fs/cgroup', file: 'memory.max' },
  { version: 2, mount: 'sys/fs/cgroup/unified', file: 'memory.max' },
  { version: 1, mount: 'sys/fs/cgroup/memory', file: 'memory.limit_in_bytes' },
] as const;

/**
 * Returns the bytes of memory that this process may use: the machine's, or the smallest limit of its control group and
 * the groups above it (`memory.max`, in version 1 `memory.limit_in_bytes`) when that is less. `root` is the root of the
 * file system.
 */
export function availableMemoryBytes(root = '/'): number {
  const limits = HIERARCHIES.flatMap(({ version, mount, file }) =>
    listControlGroups(root, version).flatMap(group => readLimit(join(root, mount, group, file))),
  );
  return Math.min(totalmem(), ...limits);
}

/** Paths of the process's group and of all above it. Source: cgroups(7), /proc/[pid]/cgroup. */
function listControlGroups(root: string, version: 1 | 2): string[] {
  // Inside a container the path may be the host's, which is not mounted here: the root of the mount is the group then.
  const groups = new Set(['/']);
  for (const line of readText(join(root, 'proc/self/cgroup')).split('\n')) {
    const [, id = '', controllers = '', path = ''] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    const isMeant =
      version === 2 ? id === '0' && controllers === '' : controllers.split(',').includes('memory');
    if (!isMeant) continue;
    for (let group = path; group !== '/'; group = dirname(group)) groups.add(group);
  }
  return [...groups];
}

/** The limit in a file; none for `max`, for version 1's enormous number is more than any machine has. */
function readLimit(path: string): number[] {
  const text = readText(path).trim();
  return /^[1-9]\d*$/.test(text) ? [Number(text)] : [];
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
