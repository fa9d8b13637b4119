/** Files that are read from the page cache of the operating system instead of memory of the process. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Smaller files are read whole. */
const MIN_MAPPED_BYTES = 16 * 1024 ** 2;

/**
 * Reads a file; a large one is mapped. What is mapped is a copy without a name: the program that replaces the file may write
 * into it, and a mapped file that becomes shorter ends the process. Without room for a copy the file is read whole.
 */
export function readMapped(path: string, bytes: number): Buffer {
  if (bytes < MIN_MAPPED_BYTES) return readFileSync(path);
  try {
    return mapCopy(path);
  } catch {
    return readFileSync(path);
  }
}

function mapCopy(path: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-geo-'));
  try {
    const copy = join(folder, 'copy');
    copyFileSync(path, copy);
    const mapped = Bun.mmap(copy, { shared: false });
    return Buffer.from(mapped.buffer, mapped.byteOffset, mapped.byteLength);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
