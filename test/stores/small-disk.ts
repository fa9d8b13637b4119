import { temporaryPath } from './durability-folder.ts';

/** A small file system of a test's own; undefined where this user may not mount one. */
export function mountSmall(sizeBytes: number) {
  const place = temporaryPath();
  const { exitCode } = Bun.spawnSync(
    ['mount', '-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', place.path],
    { stderr: 'ignore' },
  );
  if (exitCode !== 0) {
    place[Symbol.dispose]();
    return undefined;
  }
  return {
    path: place.path,
    [Symbol.dispose]: () => {
      Bun.spawnSync(['umount', '-l', place.path]);
      place[Symbol.dispose]();
    },
  };
}

const probe = mountSmall(4096 * 16);
probe?.[Symbol.dispose]();

/** Whether this user may mount a small file system. */
export const canMount = probe !== undefined;
