import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Niceness of the other threads: the main thread goes first, and reports still make progress. */
const NICE = 10;

/**
 * Lowers the priority of every thread but the main one, which answers requests: workers compute reports, wait for the disk
 * and collect garbage, and a few reports at once would make every hit wait for the processor. On Linux only, where a
 * thread id works like a process id; elsewhere, and without permission, nothing changes.
 */
export function lowerWorkerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      if (Number(thread) !== process.pid) setPriority(Number(thread), NICE);
    }
  } catch {
    // A thread that has just ended, or a sandbox that forbids it.
  }
}
