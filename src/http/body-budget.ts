/** How many bytes of request bodies the process holds at once. */
import { unavailable } from '../core/errors.ts';
import { availableMemoryBytes } from '../lib/memory-limit.ts';

const MIB = 1024 ** 2;
/** Bodies of at most this have a share of the budget of their own, so that batches never keep out hits of pages. */
const SMALL_BYTES = 64 * 1024;

/** Bytes that one body holds, or is going to. */
export interface Lease {
  /** Counts further bytes. Throws 503 when there is no room for them. */
  grow(bytes: number): void;
  /** Gives everything back. To be called in any case; once more does no harm. */
  release(): void;
}

/** Room for bodies. */
export interface BodyBudget {
  /**
   * Room for a body of an endpoint that takes at most `limit` bytes, of which so many are announced. Of small bodies
   * the one that has been arriving for longest gives way: `evict` is called with what its sender is told. Large ones
   * throw 503 when there is no room.
   */
  reserve(bytes: number, options: { readonly limit: number; readonly evict: (error: Error) => void }): Lease;
}

const overloaded = () => unavailable('too many request bodies are arriving at once: try again in 10 seconds');

/** A budget of so many bytes: a quarter for small bodies, the rest for large ones. */
export function createBodyBudget(totalBytes: number): BodyBudget {
  const small = createPool(Math.floor(totalBytes / 4), true);
  const large = createPool(totalBytes - Math.floor(totalBytes / 4), false);
  return {
    reserve: (bytes, { limit, evict }) => (limit <= SMALL_BYTES ? small : large).reserve(bytes, evict),
  };
}

/** Bytes for a machine, or a control group, with so much memory: a sixteenth, 16 to 64 MiB. */
export const bodyBudgetBytes = (memoryBytes = availableMemoryBytes()): number =>
  Math.min(64 * MIB, Math.max(16 * MIB, Math.floor(memoryBytes / 16)));

interface Holder {
  heldBytes: number;
  readonly evict: (error: Error) => void;
}

function createPool(capacity: number, givesWay: boolean) {
  /** In the order in which they began. */
  const holders = new Set<Holder>();
  let used = 0;

  function take(holder: Holder, bytes: number): void {
    for (const oldest of holders) {
      if (used + bytes <= capacity || !givesWay) break;
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
          // What still comes of a body that was given up is dropped.
          if (holders.has(holder)) take(holder, more);
        },
        release: () => release(holder),
      };
    },
  };
}
