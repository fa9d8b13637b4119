/** The memory budget of request bodies. */
import { rateLimited, unavailable } from '../core/errors.ts';
import { availableMemoryBytes } from '../lib/available-memory.ts';

const MIB = 1024 ** 2;
/** Bodies up to this size have a separate part of the budget, so that batches never block hits of pages and single writes. */
export const SMALL_BODY_BYTES = 64 * 1024;
/** An owner may hold this part of the bytes of large bodies, and at least one batch of the largest size. */
const OWNERS = 4;
const MIN_SHARE_BYTES = 10 * MIB;
const RETRY_AFTER_SECONDS = 10;

/** The owner of bodies that come without a key or a session. */
export const PUBLIC = 'public';

/** Returns the owner of a caller's bodies: all keys and sessions of a user share one. */
export const bodyOwner = (caller: { readonly user: { readonly id: number } } | undefined): string =>
  caller ? `user ${caller.user.id}` : PUBLIC;

/** The reservation of a body. */
export interface Lease {
  /** Reserves further bytes. Throws 503 when the budget is exhausted, 429 when the owner's share is. */
  grow(bytes: number): void;
  /** Notes that the body has arrived: what is being processed cannot be evicted any more. */
  settle(): void;
  /** Releases everything. Must always be called; idempotent. */
  release(): void;
}

/** A body that is to be reserved. */
export interface Reservation {
  /** The user who sends it, or `PUBLIC`. */
  readonly owner: string;
  /** Receives the error to answer when the bytes are needed for a body of another owner. */
  readonly evict: (error: Error) => void;
}

export interface BodyBudget {
  /**
   * Reserves `bytes`. While the budget is exhausted, the owner that holds most loses the body that arrives longest; throws
   * 503 when there is none, and 429 when the share of the owner is exhausted.
   */
  reserve(bytes: number, isSmall: boolean, reservation: Reservation): Lease;
}

const overloaded = () =>
  unavailable(`too many request bodies are arriving at once: try again in ${RETRY_AFTER_SECONDS} seconds`);

const shareExceeded = (bytes: number) =>
  rateLimited(
    `too many request bodies of this user at once: at most ${Math.floor(bytes / MIB)} MiB; try again in ${RETRY_AFTER_SECONDS} seconds`,
    RETRY_AFTER_SECONDS,
  );

/** Creates a budget: a quarter for small bodies, the rest for large ones. */
export function createBodyBudget(totalBytes: number): BodyBudget {
  const smallBytes = Math.floor(totalBytes / 4);
  const largeBytes = totalBytes - smallBytes;
  const small = createPool(smallBytes, Number.POSITIVE_INFINITY);
  const large = createPool(largeBytes, Math.max(MIN_SHARE_BYTES, Math.floor(largeBytes / OWNERS)));
  return { reserve: (bytes, isSmall, reservation) => (isSmall ? small : large)(bytes, reservation) };
}

/** Returns the budget for the memory of a machine or control group: a sixteenth, 16 to 64 MiB. */
export const bodyBudgetBytes = (memoryBytes = availableMemoryBytes()): number =>
  Math.min(64 * MIB, Math.max(16 * MIB, Math.floor(memoryBytes / 16)));

interface Holder extends Reservation {
  heldBytes: number;
  isReleased: boolean;
}

interface Owner {
  heldBytes: number;
  /** Bodies of which bytes are held and more are arriving, oldest first. */
  readonly arriving: Set<Holder>;
}

/** Creates the function that reserves bytes of a pool of `capacity`, of which an owner may hold `share`. */
function createPool(capacity: number, share: number) {
  const owners = new Map<string, Owner>();
  let used = 0;

  /** Finds the oldest arriving body of the owner that holds most. */
  function findEvicted(): Holder | undefined {
    let most: Owner | undefined;
    for (const owner of owners.values())
      if (owner.arriving.size > 0 && owner.heldBytes > (most?.heldBytes ?? 0)) most = owner;
    return most?.arriving.values().next().value;
  }

  function makeRoom(holder: Holder, bytes: number): void {
    while (used + bytes > capacity) {
      const evicted = findEvicted();
      if (!evicted || evicted === holder) throw overloaded();
      release(evicted);
      evicted.evict(overloaded());
    }
  }

  function take(holder: Holder, bytes: number): void {
    if ((owners.get(holder.owner)?.heldBytes ?? 0) + bytes > share) throw shareExceeded(share);
    makeRoom(holder, bytes);
    if (bytes === 0) return;
    const owner = owners.get(holder.owner) ?? { heldBytes: 0, arriving: new Set() };
    owners.set(holder.owner, owner);
    owner.arriving.add(holder);
    owner.heldBytes += bytes;
    holder.heldBytes += bytes;
    used += bytes;
  }

  function release(holder: Holder): void {
    holder.isReleased = true;
    const owner = owners.get(holder.owner);
    if (!owner) return;
    owner.arriving.delete(holder);
    owner.heldBytes -= holder.heldBytes;
    used -= holder.heldBytes;
    holder.heldBytes = 0;
    if (owner.heldBytes === 0) owners.delete(holder.owner);
  }

  return (bytes: number, reservation: Reservation): Lease => {
    const holder: Holder = { ...reservation, heldBytes: 0, isReleased: false };
    take(holder, bytes);
    return {
      grow(more) {
        // Further chunks of an evicted body are dropped.
        if (!holder.isReleased) take(holder, more);
      },
      settle: () => owners.get(holder.owner)?.arriving.delete(holder),
      release: () => release(holder),
    };
  };
}
