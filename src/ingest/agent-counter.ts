import type { Day } from '../core/span.ts';
import { createLru } from '../lib/lru.ts';

/** Counts the user agents that addresses have on a day of a site, in memory: addresses are not stored. */
export interface AgentCounter {
  /** Adds a user agent to those of an address. Returns whether it has had many. */
  hasMany(address: string, userAgent: string, of: { readonly siteId: number; readonly day: Day }): boolean;
}

/** User agents that are many. */
const MANY = 200;
const MAX_ADDRESSES = 10_000;

/** Bits of a linear counter: each user agent sets one by its hash, so that counting takes the same memory however many there are. */
const BITS = 512;
/** Bits that are set by `MANY`, give or take a tenth of them. */
const MANY_BITS = Math.round(BITS * (1 - Math.exp(-MANY / BITS)));

interface Counter {
  readonly day: Day;
  readonly bits: Uint8Array;
  set: number;
}

/** Creates a counter of user agents. It forgets the addresses that came longest ago, and all of them when the server stops. */
export function createAgentCounter(): AgentCounter {
  const counters = createLru<string, Counter>(MAX_ADDRESSES);

  /** One for each site: an account could name any address in the API. */
  function findCounter(address: string, siteId: number, day: Day): Counter {
    const key = `${siteId} ${address}`;
    const known = counters.get(key);
    if (known?.day === day) return known;
    const counter = { day, bits: new Uint8Array(BITS / 8), set: 0 };
    counters.set(key, counter);
    return counter;
  }

  return {
    hasMany(address, userAgent, { siteId, day }) {
      const counter = findCounter(address, siteId, day);
      const index = Bun.hash.xxHash32(userAgent) % BITS;
      const byte = counter.bits[index >> 3] ?? 0;
      const bit = 1 << (index & 7);
      if ((byte & bit) === 0) {
        counter.bits[index >> 3] = byte | bit;
        counter.set += 1;
      }
      return counter.set >= MANY_BITS;
    },
  };
}
