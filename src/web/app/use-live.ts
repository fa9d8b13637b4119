/** Live data of a site, from the server's event stream. */
import { useCallback, useSyncExternalStore } from 'react';
import { LIVE_KINDS, type LiveKind } from '../../core/hits/row.ts';
import { apiUrl } from '../api-url.ts';

export interface LiveNumbers {
  /** Of the last 5 minutes. */
  readonly visitors: number;
  readonly hits: number;
  readonly since: string;
  readonly last_30_minutes: LiveHistory;
  readonly recent: readonly LiveRow[];
}

interface LiveCounts {
  readonly visitors: number;
  readonly hits: number;
}

export interface LiveHistory extends LiveCounts {
  /** Oldest first; the last one is the current minute. */
  readonly minutes: readonly ({ readonly started_at: string } & LiveCounts)[];
  readonly pages: readonly ({ readonly path: string } & LiveCounts)[];
  readonly referrers: readonly ({ readonly referrer_host: string | null } & LiveCounts)[];
  readonly countries: readonly ({ readonly country: string } & LiveCounts)[];
}

/** A stored row with the fields of its kind. */
export type LiveRow = { readonly type: LiveKind } & Readonly<
  Record<string, string | number | boolean | null>
>;

export interface Live {
  /** Undefined until the first event. */
  readonly numbers: LiveNumbers | undefined;
  /** Newest first. */
  readonly recent: readonly LiveRow[];
  readonly isConnected: boolean;
}

const DISCONNECTED: Live = { numbers: undefined, recent: [], isConnected: false };
const MAX_RECENT = 100;
const MIN_RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 60_000;
/** Delay before closing, so that the stream is kept when changing pages of the same site. */
const CLOSE_DELAY_MS = 2_000;

interface Stream {
  readonly subscribe: (changed: () => void) => () => void;
  readonly read: () => Live;
}

const streams = new Map<number, Stream>();

/** Returns the shared stream of a site. */
function getStream(siteId: number): Stream {
  const known = streams.get(siteId);
  if (known) return known;
  const stream = createStream(apiUrl(`/sites/${siteId}/live`));
  streams.set(siteId, stream);
  return stream;
}

function createStream(address: string): Stream {
  let live = DISCONNECTED;
  let waitMs = MIN_RECONNECT_MS;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const update = (part: Partial<Live>): void => {
    live = { ...live, ...part };
    for (const listener of listeners) listener();
  };
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    if (source || document.hidden || listeners.size === 0) return;
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener('live', ({ data }: MessageEvent<string>) => {
      waitMs = MIN_RECONNECT_MS;
      const numbers = JSON.parse(data) as LiveNumbers;
      // The first event of a connection fills in the rows that were missed.
      update({ numbers, isConnected: true, ...(live.isConnected ? {} : { recent: numbers.recent }) });
    });
    for (const type of LIVE_KINDS) {
      opened.addEventListener(type, ({ data }: MessageEvent<string>) =>
        update({ recent: [{ ...JSON.parse(data), type } as LiveRow, ...live.recent].slice(0, MAX_RECENT) }),
      );
    }
    opened.addEventListener('error', () => {
      close();
      update({ isConnected: false });
      // `EventSource` gives up after some errors and reconnects at once after others: reconnects with a back-off instead.
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, MAX_RECONNECT_MS);
    });
  };
  // Browsers allow few connections to one server: hidden tabs must not hold them.
  const onVisibility = (): void => {
    if (document.hidden) {
      close();
      live = { ...live, isConnected: false };
    } else open();
  };
  return {
    read: () => live,
    subscribe: changed => {
      if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility);
      listeners.add(changed);
      open();
      return () => {
        listeners.delete(changed);
        if (listeners.size > 0) return;
        document.removeEventListener('visibilitychange', onVisibility);
        setTimeout(() => {
          if (listeners.size > 0) return;
          close();
          live = DISCONNECTED;
        }, CLOSE_DELAY_MS);
      };
    },
  };
}

const subscribeToNothing = () => () => {};

/** Returns live numbers of the last 5 minutes and rows as they are stored; re-renders on every event. */
export function useLive(siteId: number): Live {
  const subscribe = useCallback(
    (changed: () => void) => (siteId > 0 ? getStream(siteId).subscribe(changed) : subscribeToNothing()),
    [siteId],
  );
  return useSyncExternalStore(subscribe, () => (siteId > 0 ? getStream(siteId).read() : DISCONNECTED));
}
