/** A disk whose power can be cut: a file system in a file, of which only what was put on disk is left. Linux, as root. */
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '1G';

const run = (...command: string[]): void => {
  const { exitCode, stderr } = Bun.spawnSync(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString().trim()}`);
};

export interface Disk {
  /** Where its files are. */
  readonly path: string;
  /** Forgets everything that the kernel had not written yet, as a power cut does. Nothing may be open. */
  cut(): void;
  remove(): void;
}

/** Makes a disk below `root`, which is not on another one of these. */
export function makeDisk(root: string): Disk {
  const [image, survivor, path] = ['disk.img', 'survivor.img', 'disk'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ];
  const mount = () => run('mount', '-o', 'loop,commit=600', image, path);
  run('truncate', '-s', SIZE, image);
  run('mkfs.ext4', '-q', '-F', image);
  mkdirSync(path);
  mount();
  return {
    path,
    cut: () => {
      // Unmounting writes what is left: the state of before is what stays.
      copyFileSync(image, survivor);
      run('umount', path);
      renameSync(survivor, image);
      mount();
    },
    remove: () => run('umount', path),
  };
}
