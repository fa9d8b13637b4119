/** Follows how a file grows that something else writes. */
import { statSync } from 'node:fs';

const LOOK_MS = 200;

/** Runs work that writes a file, and tells its size in bytes time and again until it has ended. */
export async function watchGrowth<T>(
  path: string,
  onBytes: (bytes: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  const look = (): void => {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size !== undefined) onBytes(size);
  };
  const looking = setInterval(look, LOOK_MS);
  try {
    return await work();
  } finally {
    clearInterval(looking);
  }
}
