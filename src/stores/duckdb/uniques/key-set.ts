/** A set of 64-bit keys, each given as two 32-bit halves, in 8 bytes a slot. */
export interface KeySet {
  readonly size: number;
  has(high: number, low: number): boolean;
  /** Adds a key. Returns false when the set has it already. */
  add(high: number, low: number): boolean;
}

const INITIAL_SLOTS = 32;

/** Creates an empty set; it doubles when seven tenths full. */
export function createKeySet(): KeySet {
  let slots = new Uint32Array(INITIAL_SLOTS * 2);
  let size = 0;
  /** Zero marks a free slot. */
  let hasZero = false;
  const slotOf = (table: Uint32Array, high: number, low: number): number => {
    const mask = table.length / 2 - 1;
    let slot = spread(high, low) & mask;
    while (!isFree(table, slot) && (table[slot * 2] !== high || table[slot * 2 + 1] !== low))
      slot = (slot + 1) & mask;
    return slot;
  };
  const grow = () => {
    const larger = new Uint32Array(slots.length * 2);
    for (let slot = 0; slot < slots.length / 2; slot += 1) {
      if (isFree(slots, slot)) continue;
      const high = slots[slot * 2] ?? 0;
      const low = slots[slot * 2 + 1] ?? 0;
      const target = slotOf(larger, high, low);
      larger[target * 2] = high;
      larger[target * 2 + 1] = low;
    }
    slots = larger;
  };
  return {
    get size() {
      return size;
    },
    has: (high, low) => (isZero(high, low) ? hasZero : !isFree(slots, slotOf(slots, high >>> 0, low >>> 0))),
    add: (high, low) => {
      if (isZero(high, low)) {
        if (hasZero) return false;
        hasZero = true;
        size += 1;
        return true;
      }
      const slot = slotOf(slots, high >>> 0, low >>> 0);
      if (!isFree(slots, slot)) return false;
      slots[slot * 2] = high >>> 0;
      slots[slot * 2 + 1] = low >>> 0;
      size += 1;
      if (size * 10 > (slots.length / 2) * 7) grow();
      return true;
    },
  };
}

/** Mixes the bits of a key: consecutive keys would fill consecutive slots. */
function spread(high: number, low: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const isFree = (table: Uint32Array, slot: number): boolean =>
  table[slot * 2] === 0 && table[slot * 2 + 1] === 0;

const isZero = (high: number, low: number): boolean => (high | low) === 0;
