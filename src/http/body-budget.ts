/** The memory budget of request bodies. */
import { unavailable } from '../core/errors.ts';
import { availableMemoryBytes } from '../lib/available-memory.ts';

const MIB = 1024 ** 2;
/** Bodies up to this limit have a separate share of the budget, so that batches never block hits of pages. */
const SMALL_BYTES = 64 * 1024;

/** The share of a body. */
export interface Lease {
  /** Reserves further bytes. Throws 503 when the budget is exhausted. */
  grow(bytes: number): void;
  /** Releases everything. Must always be called; idempotent. */
  release(): void;
}

export interface BodyBudget {
  /**
   * Reserves the announced bytes of a body whose limit is `limit`. Among small bodies the oldest is evicted: its `evict`
   * is called with the error to answer. Large ones throw 503 when the budget is exhausted.
   */
  reserve(bytes: number, options: { readonly limit: number; readonly evict: (error: Error) => void }): Lease;
}

const overloaded = () => unavailable('too many request bodies are arriving at once: try again in 10 seconds');

/** Creates a budget: a quarter for small bodies, the rest for large ones. */
export function createBodyBudget(totalBytes: number): BodyBudget {
  const small = createPool(Math.floor(totalBytes / 4), true);
  const large = createPool(totalBytes - Math.floor(totalBytes / 4), false);
  return {
    reserve: (bytes, { limit, evict }) => (limit <= SMALL_BYTES ? small : large).reserve(bytes, evict),
  };
}

/** Returns the budget for the memory of a machine or control group: a sixteenth, 16 to 64 MiB. */
export const bodyBudgetBytes = (memoryBytes = availableMemoryBytes()): number =>
  Math.min(64 * MIB, Math.max(16 * MIB, Math.floor(memoryBytes / 16)));

interface Holder {
  heldBytes: number;
  readonly evict: (error: Error) => void;
}

function createPool(capacity: number, evicts: boolean) {
  /** Oldest first. */
  const holders = new Set<Holder>();
  let used = 0;

  function take(holder: Holder, bytes: number): void {
    for (const oldest of holders) {
      if (used + bytes <= capacity || !evicts) break;
      if (oldest === holder) continue;
      release(oldest);
      oldest.evict(overloaded());
    }
    if (used + bytes > capacity) throw overloaded();
    used += bytes;
    holder.heldBytes += bytes;
  }

  function release(holder: Holder): void {
    if (!holders.delete(holder)) return;
    used -= holder.heldBytes;
  }

  return {
    reserve(bytes: number, evict: (error: Error) => void): Lease {
      const holder: Holder = { heldBytes: 0, evict };
      take(holder, bytes);
      holders.add(holder);
      return {
        grow(more) {
          // Further chunks of an evicted body are dropped.
          if (holders.has(holder)) take(holder, more);
        },
        release: () => release(holder),
      };
    },
  };
}
