/** Counts what changes or removes rows, so that what is kept of them is known to be out of date. */
import type { HitEngine } from './engine-types.ts';

/** Returns an engine that counts its changes, and its rebuilds with work. */
export const countAlterations = (engine: Omit<HitEngine, 'alterations'>): HitEngine => {
  let running = 0;
  let ended = 0;
  const count = async <T>(work: () => Promise<T>): Promise<T> => {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      ended += 1;
    }
  };
  return {
    ...engine,
    change: work => count(() => engine.change(work)),
    rebuild: (work, options) => count(() => engine.rebuild(work, options)),
    alterations: () => (running > 0 ? null : ended),
  };
};
