import { AppError } from '../../core/errors.ts';
import { parseSpamList } from '../../ingest/parse-spam-list.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time-units.ts';
import type { SpamListStore } from './store.ts';

export interface SpamListDeps {
  readonly store: SpamListStore;
  /** URL of the operator's list; null for none. */
  readonly url: string | null;
  readonly fetchText: (
    url: string,
    limits: { readonly timeoutMs: number; readonly maxBytes: number },
  ) => Promise<string>;
}

const LIMITS = { timeoutMs: 30_000, maxBytes: 2 * 1024 ** 2 };
/** A little less than a day, so that an hourly job keeps its hour. */
const FRESH_MS = DAY_MS - 30 * MINUTE_MS;
const NO_HOSTS: ReadonlySet<string> = new Set();

/**
 * Creates the operator's list of spam hosts: stored over restarts, fetched once a day; a failed fetch keeps the last
 * one.
 */
export function createSpamList({ store, url, fetchText }: SpamListDeps) {
  const source = url === null ? '' : new Bun.CryptoHasher('sha256').update(url).digest('hex');
  const kept = url === null ? undefined : store.find();
  let hosts = kept?.source === source ? new Set(kept.hosts.split('\n')) : NO_HOSTS;
  let fetchedAt = kept?.source === source ? kept.fetchedAt : null;

  /** A clock that was set back makes a list stale as well. */
  const isFresh = (now: Date): boolean => {
    const ageMs = fetchedAt === null ? FRESH_MS : now.getTime() - fetchedAt.getTime();
    return ageMs >= 0 && ageMs < FRESH_MS;
  };

  return {
    /** In the form that referrers are compared in; another set whenever the list has changed. */
    hosts: (): ReadonlySet<string> => hosts,
    /**
     * Fetches the list when it is due. Rejects, and keeps the current one, when the response is no list; the next
     * call tries again.
     */
    async refresh(now: Date): Promise<{ isRefreshed: boolean; hosts: number }> {
      if (url === null || isFresh(now)) return { isRefreshed: false, hosts: hosts.size };
      const read = parseSpamList(await fetchText(url, LIMITS));
      if (!read.ok)
        throw new AppError(
          'unavailable',
          `FOOTFALL_SPAM_LIST_URL gives no list of hosts, one on a line: ${read.errors.join('; ')}. The last good list stays in use`,
        );
      store.replace({ source, hosts: [...read.value].join('\n'), fetchedAt: now });
      hosts = read.value;
      fetchedAt = now;
      return { isRefreshed: true, hosts: hosts.size };
    },
  };
}

export type SpamList = ReturnType<typeof createSpamList>;
