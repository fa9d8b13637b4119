import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Enough for the thread that answers to be taken first, little enough that reports go on beside it. */
const NICE = 10;

/**
 * Lets the thread that answers requests go before all others of the process: those that compute reports, wait for the
 * disk or collect garbage. Without it, a few reports at once make every hit wait for its turn on the processor.
 * Linux only, where a thread's id works like a process's; elsewhere, and where it is not allowed, nothing changes.
 */
export function favourMainThread(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      if (Number(thread) !== process.pid) setPriority(Number(thread), NICE);
    }
  } catch {
    // A thread that has just ended, or a sandbox that forbids it.
  }
}

/** Lets this process go before one that it has started. Where that is not allowed, nothing changes. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE);
  } catch {
    // It has just ended, or a sandbox forbids it.
  }
}
