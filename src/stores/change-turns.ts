/** Gives the accounts turns to change what is stored: each change reads or writes much of the file of hits. */
import type { HitStore } from '../core/hits/store.ts';
import { createTurns } from '../lib/fair-pool.ts';

/**
 * Adapts a hits store so that one change of stored rows runs at a time, in turns of the accounts that own the sites: however many
 * an account asks for, another's waits for one of them, and writes of hits come between any two.
 */
export function withChangeTurns<Store extends HitStore>(
  hits: Store,
  findOwner: (siteId: number) => number | undefined,
): Store {
  const turns = createTurns();
  const inTurn = <T>(siteId: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    turns.run(`account ${findOwner(siteId)}`, work, { signal });
  return {
    ...hits,
    setZones: (zones, options) => {
      const [siteId] = zones.keys();
      if (siteId === undefined) return Promise.resolve();
      return inTurn(siteId, () => hits.setZones(zones, options), options?.signal);
    },
    remove: removal => inTurn(removal.siteId, () => hits.remove(removal)),
    restoreSpam: restoration => inTurn(restoration.siteId, () => hits.restoreSpam(restoration)),
    rewritePaths: rewriting => inTurn(rewriting.siteId, () => hits.rewritePaths(rewriting)),
    restoreHeld: restoration => inTurn(restoration.siteId, () => hits.restoreHeld(restoration)),
    importFile: request => inTurn(request.siteId, () => hits.importFile(request), request.signal),
    importDays: request => inTurn(request.siteId, () => hits.importDays(request), request.signal),
    removeDays: (siteId, importKey) => inTurn(siteId, () => hits.removeDays(siteId, importKey)),
  };
}
