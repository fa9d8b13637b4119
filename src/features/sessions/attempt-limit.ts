/** How often somebody may try: counts by name, forgotten after a while. In memory: a restart is nothing a stranger can cause. */
import type { Clock } from '../../core/clock.ts';
import { createLru } from '../../lib/lru.ts';

/** So many names are remembered; those tried least lately make room. */
const MAX_NAMES = 20_000;

export interface AttemptRule {
  readonly max: number;
  readonly windowMs: number;
}

export interface Attempt {
  /** It counts no more. */
  withdraw(): void;
}

/** Attempts of every name within the last `windowMs`; a name may be anything that tells who tries, or what is tried. */
export function createAttemptLimit(clock: Clock, { max, windowMs }: AttemptRule) {
  const made = createLru<string, readonly number[]>(MAX_NAMES);

  function recent(name: string, nowMs: number): readonly number[] {
    // One in the future belongs to a clock that was set back since.
    return (made.get(name) ?? []).filter(atMs => atMs > nowMs - windowMs && atMs <= nowMs);
  }

  return {
    /** Counts an attempt under each of the names; undefined, and nothing is counted, once any of them has made too many. */
    begin(names: readonly string[]): Attempt | undefined {
      const nowMs = clock.now().getTime();
      if (names.some(name => recent(name, nowMs).length >= max)) return undefined;
      for (const name of names) made.set(name, [...recent(name, nowMs), nowMs]);
      return {
        withdraw() {
          for (const name of names) {
            const left = [...(made.get(name) ?? [])];
            const at = left.indexOf(nowMs);
            if (at >= 0) made.set(name, left.toSpliced(at, 1));
          }
        },
      };
    },
  };
}
