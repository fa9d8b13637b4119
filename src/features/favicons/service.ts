/** Favicons of sites and referrers, fetched by the server: no browser of a user asks a stranger for them. */

import PQueue from 'p-queue';
import { createCache } from '../../core/cache.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import { OutboundError } from '../../outbound/errors.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import { findIconLinks } from './icon-links.ts';
import { imageTypeOf } from './image-type.ts';

/** Memory for all favicons. */
const MAX_CACHE_BYTES = 4 * 1024 ** 2;
/** What an entry takes beside its picture; hosts without a favicon are remembered, too. */
const ENTRY_BYTES = 512;
const MAX_ICON_BYTES = 64 * 1024;
/** A page names its icons in its head. */
const MAX_PAGE_BYTES = 128 * 1024;
const TTL_MS = 24 * HOUR_MS;
const TIMEOUT_MS = 5000;
const CONCURRENCY = 6;
/** More hosts at a time than a page has rows; those beyond are asked when the page is opened again. */
const MAX_WAITING = 200;
const MAX_LINKS = 2;
/** How long a request waits: a browser makes only six at a time, and figures are among them. */
const PATIENCE_MS = 800;

export interface Favicon {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
type Found = { readonly icon: Favicon | null };

export interface Favicons {
  /** Returns the favicon of a host; null where it has none; undefined while that is not known. */
  find(host: string): Promise<Favicon | null | undefined>;
  /** Ends what is being fetched. */
  stop(): Promise<void>;
}

/** Creates the service. `isEnabled` false: no host has a favicon. */
export function createFavicons({
  fetchPublic,
  clock,
  log,
  isEnabled,
}: {
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly clock: Clock;
  readonly log: Log;
  readonly isEnabled: boolean;
}): Favicons {
  const cache = createCache<string, Found>({ maxSize: MAX_CACHE_BYTES }, { ttlMs: TTL_MS, clock });
  const running = new Map<string, Promise<Found>>();
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const ended = new AbortController();

  const get = (url: string, { maxBytes, accept }: { readonly maxBytes: number; readonly accept: string }) =>
    fetchPublic(url, {
      maxBytes,
      timeoutMs: TIMEOUT_MS,
      connectTimeoutMs: TIMEOUT_MS,
      redirects: 3,
      cutsBody: true,
      headers: { accept },
      signal: ended.signal,
    });

  async function fetchIcon(url: string): Promise<Favicon | null> {
    const { status, body, isCut } = await get(url, { maxBytes: MAX_ICON_BYTES, accept: 'image/*' });
    const type = status === 200 && !isCut ? imageTypeOf(body) : null;
    return type === null ? null : { type, bytes: new Uint8Array(body) };
  }

  /** An address that a page names may be of any host: one that cannot be fetched is passed over. */
  const fetchLinked = (url: string): Promise<Favicon | null> =>
    fetchIcon(url).catch(error => {
      if (error instanceof OutboundError) return null;
      throw error;
    });

  /** The usual address first: most sites have it, and their pages are far larger. */
  async function fetchFrom(origin: string): Promise<Favicon | null> {
    const icon = await fetchIcon(`${origin}/favicon.ico`);
    if (icon) return icon;
    const { body, finalUrl } = await get(`${origin}/`, { maxBytes: MAX_PAGE_BYTES, accept: 'text/html' });
    const links = await findIconLinks(new TextDecoder().decode(body), finalUrl);
    for (const link of links.slice(0, MAX_LINKS)) {
      const linked = await fetchLinked(link);
      if (linked) return linked;
    }
    return null;
  }

  async function fetchOf(host: string): Promise<Favicon | null> {
    for (const scheme of ['https', 'http']) {
      try {
        return await fetchFrom(`${scheme}://${host}`);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        if (error.code === 'refused_target' || error.code === 'dns') break;
      }
    }
    return null;
  }

  async function load(host: string): Promise<Found> {
    let icon: Favicon | null = null;
    try {
      icon = await queue.add(() => fetchOf(host));
    } catch (error) {
      if (!ended.signal.aborted) log.error({ err: error }, 'a favicon could not be fetched');
    }
    const found = { icon };
    cache.set(host, found, { size: ENTRY_BYTES + (icon?.bytes.byteLength ?? 0) });
    running.delete(host);
    return found;
  }

  return {
    async find(host) {
      if (!isEnabled) return null;
      const known = cache.get(host);
      if (known) return known.icon;
      let pending = running.get(host);
      if (!pending) {
        if (running.size >= MAX_WAITING || ended.signal.aborted) return undefined;
        pending = load(host);
        running.set(host, pending);
      }
      return (await Promise.race([pending, Bun.sleep(PATIENCE_MS)]))?.icon;
    },
    async stop() {
      ended.abort(new OutboundError('timeout', 'the server stops'));
      queue.clear();
      await queue.onIdle();
    },
  };
}
