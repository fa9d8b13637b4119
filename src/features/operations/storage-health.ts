/** What an operator has to know about the disk and memory of the hits, long before anything stops. */
import type { Clock } from '../../core/clock.ts';
import type { StoreHealth } from '../../core/store-health.ts';

/** What is wrong with the storage. */
export interface StorageProblem {
  readonly kind: 'memory' | 'damage' | 'no_room' | 'little_room';
  /** One sentence: what it is and what to do. */
  readonly text: string;
  /** True when reports fail because of it. */
  readonly isOutage: boolean;
}

/** Free space below this many times what the next rewriting takes is too little for long. */
const AMPLE = 2.5;
const REMIND_MS = 7 * 24 * 60 * 60 * 1000;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;

/** Lists what is wrong with the storage, the worst first. */
export function findStorageProblems(health: StoreHealth): StorageProblem[] {
  const { isBehind, isDamaged, freeBytes, neededBytes } = health;
  const room = `${megabytes(freeBytes)} are free in the data folder, and rewriting the file of hits takes ${megabytes(neededBytes)}`;
  const problems: StorageProblem[] = [];
  if (isBehind)
    problems.push({
      kind: 'memory',
      text: 'hits are counted, but reports wait: memory ran out for hits that are not in their file yet; free space on the disk or raise --memory-limit',
      isOutage: true,
    });
  if (isDamaged)
    problems.push({
      kind: 'damage',
      text: 'a block of the file of hits cannot be read; restart the server, and run footfall check if it stays so',
      isOutage: false,
    });
  if (freeBytes < neededBytes)
    problems.push({ kind: 'no_room', text: `${room}: free some space`, isOutage: false });
  else if (freeBytes < AMPLE * neededBytes)
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
  readonly notify: (problem: string) => void;
  readonly clock: Clock;
}

/** Mails the operator when a problem begins, and again each week while it lasts. */
export function createStorageWatch({ health, notify, clock }: StorageWatchDeps) {
  const notifiedAt = new Map<StorageProblem['kind'], number>();
  return {
    check(): { problems: number } {
      const problems = findStorageProblems(health());
      for (const kind of [...notifiedAt.keys()])
        if (!problems.some(problem => problem.kind === kind)) notifiedAt.delete(kind);
      for (const { kind, text } of problems) {
        const now = clock.now().getTime();
        if (now - (notifiedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < REMIND_MS) continue;
        notify(text);
        notifiedAt.set(kind, now);
      }
      return { problems: problems.length };
    },
  };
}

export type StorageWatch = ReturnType<typeof createStorageWatch>;
