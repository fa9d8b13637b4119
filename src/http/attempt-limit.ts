/** Limits attempts by key within a sliding window. In memory, since strangers cannot cause a restart. */
import type { Clock } from '../core/clock.ts';
import { createLru } from '../lib/lru.ts';
import { networksOf } from '../lib/net.ts';

/** Names in memory at most; the least recently used are dropped. */
const MAX_NAMES = 20_000;

export interface AttemptRule {
  readonly max: number;
  readonly windowMs: number;
}

export interface Attempt {
  /** Removes the attempt from the count. */
  withdraw(): void;
}

/** Counts attempts within the last `windowMs` by name, such as an address or an account. */
export function createAttemptLimit(clock: Clock, { max, windowMs }: AttemptRule) {
  const made = createLru<string, readonly number[]>(MAX_NAMES);

  function recent(name: string, nowMs: number): readonly number[] {
    // An attempt in the future was counted before the clock was set back.
    return (made.get(name) ?? []).filter(atMs => atMs > nowMs - windowMs && atMs <= nowMs);
  }

  /** Returns the names of the networks of an address: each wider one may make twice as many attempts. */
  const namesOf = (address: string) =>
    networksOf(address).map((network, index) => ({ name: `network ${network}`, limit: max * 2 ** index }));

  return {
    /**
     * Counts an attempt under each name, and for the networks of `address`. Returns undefined and counts nothing once any of
     * them is over the limit.
     */
    begin(texts: readonly string[], address?: string): Attempt | undefined {
      const nowMs = clock.now().getTime();
      const names = [
        ...texts.map(name => ({ name, limit: max })),
        ...(address === undefined ? [] : namesOf(address)),
      ];
      if (names.some(({ name, limit }) => recent(name, nowMs).length >= limit)) return undefined;
      for (const { name } of names) made.set(name, [...recent(name, nowMs), nowMs]);
      return {
        withdraw() {
          for (const { name } of names) {
            const left = [...(made.get(name) ?? [])];
            const at = left.indexOf(nowMs);
            if (at >= 0) made.set(name, left.toSpliced(at, 1));
          }
        },
      };
    },
  };
}
