/** Decides whose import comes next, so that nobody's small file waits for large ones, nor for all files of another account. */
import { createTurns, type WaitLimits } from '../../lib/fair-pool.ts';
import { createMutex, type Mutex } from '../../lib/mutex.ts';

/** A piece of work on the history of a site. */
interface Work {
  readonly siteId: number;
  /** Whether it takes seconds at most. */
  readonly isSmall: boolean;
  /** Whether nothing is stored: it may then run beside another import of the same account. */
  readonly isDryRun?: boolean;
}

/**
 * Creates the turns of imports: one small and one large piece of work at a time, each in turns of the accounts. Those of an
 * account that store something run one after the other.
 */
export function createImportTurns(findOwner: (siteId: number) => number | undefined) {
  const lanes = { small: createTurns(), large: createTurns() };
  /** Of accounts whose work is waiting or running. */
  const accounts = new Map<string, { readonly mutex: Mutex; users: number }>();

  async function runAlone<T>(account: string, work: () => Promise<T>): Promise<T> {
    const own = accounts.get(account) ?? { mutex: createMutex(), users: 0 };
    accounts.set(account, own);
    own.users += 1;
    try {
      return await own.mutex.runExclusive(work);
    } finally {
      own.users -= 1;
      if (own.users === 0) accounts.delete(account);
    }
  }

  return {
    /** Calls `work` in its turn; resolves and rejects as it does. */
    run<T>(
      { siteId, isSmall, isDryRun = false }: Work,
      work: () => Promise<T>,
      limits: Pick<WaitLimits, 'signal'> = {},
    ): Promise<T> {
      const account = `account ${findOwner(siteId)}`;
      const inLane = () => lanes[isSmall ? 'small' : 'large'].run(account, work, limits);
      return isDryRun ? inLane() : runAlone(account, inLane);
    },
    /** Resolves when nothing is going on or waiting. */
    async idle(): Promise<void> {
      await Promise.all([...accounts.values()].map(({ mutex }) => mutex.idle()));
      await Promise.all([lanes.small.idle(), lanes.large.idle()]);
    },
  };
}
