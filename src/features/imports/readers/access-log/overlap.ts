/**
 * Finds the lines of a day that were read before, where a log begins in the middle of what was read or was cut out of it. Marks have
 * the number of lines and the sum of their hashes for every ten minutes: lines one after the other that amount to the same are the
 * same.
 */
import {
  addHashes,
  type LogClass,
  type LogMark,
  type LogSumKind,
  parseSlots,
  subtractHashes,
} from '../../../../core/hits/log-sums.ts';

/** What a request adds. */
export interface LogNote {
  readonly kind: LogSumKind;
  readonly name: string;
  readonly detail?: string;
  readonly subscribers?: number;
}

/** Lines that wait, of all slots of a day. */
const MAX_WAITING = 100_000;

/** A line with what it adds. */
export interface LogLine {
  readonly slot: string;
  readonly hash: number;
  readonly is: LogClass;
  readonly notes: readonly LogNote[];
}

/** What was read of a slot in an earlier reading. */
interface KnownSlot {
  readonly mark: LogMark;
  readonly lines: number;
  readonly hash: number;
  isFound: boolean;
  /** Those before and after it in the same reading. */
  readonly neighbours: KnownSlot[];
}

/** Lines of a slot, with the sum of the hashes of all before each of them. */
interface Waiting {
  lines: LogLine[];
  sums: number[];
}

/** Lists the slots of marks. */
function listSlots(known: readonly LogMark[]): Map<string, KnownSlot[]> {
  const bySlot = new Map<string, KnownSlot[]>();
  for (const mark of known) {
    let before: KnownSlot | undefined;
    for (const [slot, { lines, hash }] of parseSlots(mark.slots ?? '')) {
      const own: KnownSlot = { mark, lines, hash, isFound: false, neighbours: before ? [before] : [] };
      before?.neighbours.push(own);
      before = own;
      bySlot.set(slot, [...(bySlot.get(slot) ?? []), own]);
    }
  }
  return bySlot;
}

export function createOverlap(known: readonly LogMark[], count: (line: LogLine) => void) {
  const bySlot = listSlots(known);
  const waiting = new Map<string, Waiting>();
  let waitingCount = 0;

  const open = (slot: string): Waiting => {
    let found = waiting.get(slot);
    if (!found) {
      found = { lines: [], sums: [0] };
      waiting.set(slot, found);
    }
    return found;
  };
  const sumOfLast = ({ lines, sums }: Waiting, count: number): number =>
    subtractHashes(sums.at(-1) ?? 0, sums[lines.length - count] ?? 0);
  /** Drops the last lines when they are those of an earlier reading. */
  const dropKnown = (own: Waiting, slots: readonly KnownSlot[]): void => {
    const found = slots.find(
      ({ isFound, lines, hash }) => !isFound && lines <= own.lines.length && sumOfLast(own, lines) === hash,
    );
    if (!found) return;
    found.isFound = true;
    own.lines.length -= found.lines;
    own.sums.length -= found.lines;
    waitingCount -= found.lines;
  };
  /**
   * Returns whether fewer lines than were read of a slot are a part of those: where a log was cut, they are, as what was read next to
   * them was found, or is such a part.
   */
  const isPart = (slot: string): boolean => {
    const { lines } = waiting.get(slot) ?? { lines: [] };
    const part = bySlot
      .get(slot)
      ?.find(
        each => !each.isFound && lines.length < each.lines && each.neighbours.some(next => next.isFound),
      );
    if (part) part.isFound = true;
    return part !== undefined;
  };
  const drop = (slot: string): readonly LogLine[] => {
    const { lines } = waiting.get(slot) ?? { lines: [] };
    waiting.delete(slot);
    waitingCount -= lines.length;
    return lines;
  };
  const settle = (slot: string): void => {
    for (const line of drop(slot)) count(line);
  };
  /** Leaves out the parts of what was read, from one to the next. */
  const dropParts = (): void => {
    for (let found = true; found; ) {
      const parts = [...waiting.keys()].filter(isPart);
      for (const slot of parts) drop(slot);
      found = parts.length > 0;
    }
  };
  return {
    /** Receives a line; false for one of which nothing was read before. */
    add(line: LogLine): boolean {
      const slots = bySlot.get(line.slot);
      if (!slots || slots.length === 0) return false;
      const own = open(line.slot);
      own.lines.push(line);
      own.sums.push(addHashes(own.sums.at(-1) ?? 0, line.hash));
      waitingCount += 1;
      dropKnown(own, slots);
      const [oldest] = waiting.keys();
      if (waitingCount <= MAX_WAITING || oldest === undefined) return true;
      // Of the slot that is being read, more may come.
      if (oldest !== line.slot && isPart(oldest)) drop(oldest);
      else settle(oldest);
      return true;
    },
    /** Forgets the lines that wait, and a reading all of which was found. */
    forget(mark: LogMark): void {
      waiting.clear();
      waitingCount = 0;
      for (const [slot, slots] of bySlot)
        bySlot.set(
          slot,
          slots.filter(each => each.mark !== mark),
        );
    },
    /** Decides on every line that waits. */
    close(): void {
      dropParts();
      for (const slot of [...waiting.keys()]) settle(slot);
    },
  };
}
