/** Collects the garbage of readers: reading a million lines left 100 MiB. */
import { collectGarbage } from '../../lib/garbage.ts';

/** Groups of lines between two collections: some 32 MiB of text. */
const GROUPS = 512;

/** Returns what a reader calls after each group of lines; garbage is collected after many. */
export function createCollector(): () => void {
  let groups = 0;
  return () => {
    groups += 1;
    if (groups % GROUPS === 0) collectGarbage();
  };
}
