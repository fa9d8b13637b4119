/** Warnings about the disk and memory of the hits, long before anything fails. */
import type { Clock } from '../../core/clock.ts';
import type { StoreHealth } from '../../core/store-health.ts';
import { formatNumber } from '../../lib/english.ts';
import { DAY_MS, WEEK_MS } from '../../lib/time-units.ts';

/** A problem of the storage. */
export interface StorageProblem {
  readonly kind: 'refusal' | 'memory' | 'damage' | 'rewrite' | 'no_room' | 'little_room';
  /** One sentence: what it is and what to do. */
  readonly text: string;
  /** True when hits are lost or reports fail because of it. */
  readonly isOutage: boolean;
}

/** Free space below this multiple of what the next rewrite needs is a warning. */
const LOW_SPACE_FACTOR = 2.5;
const REMIND_MS = WEEK_MS;

const formatMebibytes = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1024 ** 2))} MiB`;

/** Lists what is wrong with the storage, the worst first. */
export function findStorageProblems(health: StoreHealth): StorageProblem[] {
  const { isBehind, isRefusing, isDamaged, rewriteFailure, freeBytes, neededBytes } = health;
  const hasRoom = freeBytes >= neededBytes;
  const room = `${formatMebibytes(freeBytes)} are free in the data folder, and rewriting the file of hits takes ${formatMebibytes(neededBytes)}`;
  const problems: StorageProblem[] = [];
  if (isRefusing)
    problems.push({
      kind: 'refusal',
      text: 'hits are refused, since they cannot be written to disk: free space on it, or see the log',
      isOutage: true,
    });
  if (isBehind)
    problems.push({
      kind: 'memory',
      text: 'hits are counted, but reports wait: memory ran out for hits that are not in their file yet; free space on the disk or raise --memory-limit',
      isOutage: true,
    });
  if (isDamaged)
    problems.push({
      kind: 'damage',
      text: 'a block of the file of hits cannot be read: hits are still counted; the next start restores it if an older file in the data folder still has it, otherwise restore a copy of the folder',
      isOutage: false,
    });
  if (rewriteFailure !== undefined && hasRoom)
    problems.push({
      kind: 'rewrite',
      text: `hits are counted, but rewriting their file failed and is tried again, while reports get slower: ${rewriteFailure}`,
      isOutage: false,
    });
  if (!hasRoom) problems.push({ kind: 'no_room', text: `${room}: free some space`, isOutage: false });
  else if (freeBytes < LOW_SPACE_FACTOR * neededBytes)
    problems.push({
      kind: 'little_room',
      text: `${room}: there should be more, free some space soon`,
      isOutage: false,
    });
  return problems;
}

export interface StorageWatchDeps {
  readonly health: () => StoreHealth;
  /** Mails the operator. */
  readonly notify: (problem: StorageProblem) => void;
  /** When the operator was last mailed about the storage, in this run of the server or an earlier one. */
  readonly findLastMailAt: () => Date | undefined;
  readonly clock: Clock;
}

/** A problem that was mailed. */
interface Notified {
  /** When the next reminder is due while it lasts. */
  readonly remindMs: number;
  readonly seenMs: number;
}

/**
 * Mails the operator when a problem begins, and again each week while it lasts. One that comes and goes, such as free
 * space around its threshold, counts as new only once it has been absent for a day. A problem that exists at the start
 * of the server is not mailed within a day of the last mail, since that may have been about it.
 */
export function createStorageWatch({ health, notify, findLastMailAt, clock }: StorageWatchDeps) {
  let notified: Map<StorageProblem['kind'], Notified> | undefined;

  /** Assumes that all problems at the start were mailed: it is not stored which one the last mail was about. */
  function assumeNotified(problems: readonly StorageProblem[], nowMs: number): NonNullable<typeof notified> {
    const remindMs = (findLastMailAt()?.getTime() ?? Number.NEGATIVE_INFINITY) + DAY_MS;
    return new Map(problems.map(({ kind }) => [kind, { remindMs, seenMs: nowMs }]));
  }

  return {
    check(): { problems: number } {
      const problems = findStorageProblems(health());
      const nowMs = clock.now().getTime();
      notified ??= assumeNotified(problems, nowMs);
      for (const problem of problems) {
        const previous = notified.get(problem.kind);
        const isDue = !previous || nowMs >= previous.remindMs || nowMs - previous.seenMs >= DAY_MS;
        if (isDue) notify(problem);
        const remindMs = isDue ? nowMs + REMIND_MS : previous.remindMs;
        notified.set(problem.kind, { remindMs, seenMs: nowMs });
      }
      return { problems: problems.length };
    },
  };
}
