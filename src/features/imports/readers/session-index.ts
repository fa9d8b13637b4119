/** What sessions know, by their ids: millions of them, in 12 to 32 bytes each, since ids are kept as hashes of 64 bits. */
import { copyTexts } from '../../../lib/text.ts';

export interface SessionIndex<Facts> {
  set(id: string, facts: Facts): void;
  get(id: string): Facts | undefined;
}

/** Slots are spread over parts that grow one by one, so that growth takes little memory at a time. */
const PARTS = 64;
const SLOT = 3;
const FIRST_SLOTS = 64;
const MAX_LOAD = 0.75;

interface Part {
  slots: Uint32Array;
  used: number;
}

const upper = (id: string): number => Bun.hash.xxHash32(id, 1);
const lower = (id: string): number => Bun.hash.xxHash32(id, 2);

/** Returns where the slot of a hash begins: its own, or a free one. A slot is two halves of the hash and a number from 1. */
function findSlot(slots: Uint32Array, high: number, low: number): number {
  const count = slots.length / SLOT;
  for (let slot = low & (count - 1); ; slot = (slot + 1) & (count - 1)) {
    const at = slot * SLOT;
    if (slots[at + 2] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
  }
}

function grow({ slots }: Part): Uint32Array {
  const wider = new Uint32Array(slots.length * 2);
  for (let at = 0; at < slots.length; at += SLOT) {
    if (slots[at + 2] === 0) continue;
    wider.set(slots.subarray(at, at + SLOT), findSlot(wider, slots[at] ?? 0, slots[at + 1] ?? 0));
  }
  return wider;
}

/** Creates an index. Facts that are equal have the same `toKey`, and are kept once. */
export function createSessionIndex<Facts>(toKey: (facts: Facts) => string): SessionIndex<Facts> {
  const numbers = new Map<string, number>();
  const known: Facts[] = [];
  const parts = Array.from(
    { length: PARTS },
    (): Part => ({ slots: new Uint32Array(FIRST_SLOTS * SLOT), used: 0 }),
  );
  const partOf = (high: number): Part => parts[high % PARTS] as Part;
  return {
    set(id, facts) {
      const key = toKey(facts);
      let number = numbers.get(key);
      if (number === undefined) {
        number = known.push(copyTexts(facts));
        numbers.set(copyTexts(key), number);
      }
      const [high, low] = [upper(id), lower(id)];
      const part = partOf(high);
      if ((part.used + 1) * SLOT > part.slots.length * MAX_LOAD) part.slots = grow(part);
      const at = findSlot(part.slots, high, low);
      if (part.slots[at + 2] === 0) part.used += 1;
      part.slots.set([high, low, number], at);
    },
    get(id) {
      if (known.length === 0) return undefined;
      const [high, low] = [upper(id), lower(id)];
      const { slots } = partOf(high);
      return known[(slots[findSlot(slots, high, low) + 2] ?? 0) - 1];
    },
  };
}
