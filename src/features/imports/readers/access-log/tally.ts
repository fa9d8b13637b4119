/** Sums up what a log shows beside the visits that become rows, in bounded memory. */
import {
  addHashes,
  formatSlots,
  type LogClass,
  type LogMark,
  type LogSlot,
  type LogSumKind,
  type LogSumRow,
  slotOf,
  toMarkRow,
} from '../../../../core/hits/log-sums.ts';
import type { Day } from '../../../../core/span.ts';
import { copyTexts } from '../../../../lib/text.ts';
import { toDay } from '../../../../lib/time.ts';
import { DAY_MS } from '../../../../lib/time-units.ts';
import { createOverlap, type LogLine, type LogNote } from './overlap.ts';

/** Days whose sums are in memory; a log is nearly in order. */
const MAX_OPEN_DAYS = 4;
/** Names of a day and kind in memory; when there are more, what was counted of them is written, and counted anew. */
const MAX_NAMES = 2000;
const MAX_NAME_LENGTH = 300;
/** Of the day in an ISO 8601 time. */
const DAY_LENGTH = 10;
const FIRST_DAY: Day = '1970-01-01';

export interface LogTally {
  /** Counts a line of a time (ISO 8601) and class, with what else it adds. */
  add(line: string, time: string, found: { readonly is: LogClass; readonly notes: readonly LogNote[] }): void;
  /** Ends the reading: every sum is written, and a mark for each day. */
  close(): void;
}

interface Sum {
  readonly name: string;
  readonly detail: string;
  requests: number;
  subscribers: number;
}

/** Sums of a day that is open. */
interface OpenDay {
  readonly classes: Map<LogClass, { requests: number }>;
  readonly notes: Map<LogSumKind, Map<string, Sum>>;
}

/** Lines that count. */
interface Counted {
  lines: number;
  hash: number;
}

/** How far a day was read. */
interface DayState {
  readonly day: Day;
  /** All lines since the last of an earlier reading. */
  lines: number;
  hash: number;
  /** Those that count, by slot. */
  readonly counted: Map<string, Counted>;
  /** The slot that was counted last: most lines are of the one of the line before. */
  last: { readonly slot: string; readonly counted: Counted } | undefined;
  /** Undefined while the day is not open. */
  sums: OpenDay | undefined;
  readonly overlap: ReturnType<typeof createOverlap>;
  /** Rises each time that sums of the day are written. */
  part: number;
  /** What was read of the day before, in other readings. */
  known: LogMark[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Returns a name as it is kept: a part of a line would keep the text of the block that the line is of. */
const toName = (text: string): string =>
  copyTexts(text.slice(0, MAX_NAME_LENGTH).replace(CONTROLS, '\ufffd').toWellFormed());

/** Returns the mark of a day whose lines were counted by slot. */
const toDayMark = (day: Day, counted: ReadonlyMap<string, LogSlot>): LogMark => ({
  day,
  lines: counted.values().reduce((sum, { lines }) => sum + lines, 0),
  hash: counted.values().reduce((sum, { hash }) => addHashes(sum, hash), 0),
  slots: formatSlots(counted),
});

/** Returns the last day that lines may have which are read now. */
export const lastLogDay = (now: Date): Day => toDay(new Date(+now + DAY_MS), 'UTC');

const NO_SUM = { kind: 'request', name: '', detail: '', requests: 0, subscribers: 0 } as const;

interface TallyOptions {
  /** What was read of the site's logs before: lines that are among it are not counted once more. */
  readonly known: readonly LogMark[];
  /** The last day that a line may have. */
  readonly last: Day;
  readonly write: (row: LogSumRow) => void;
}

export function createLogTally({ known, last: lastDay, write }: TallyOptions): LogTally {
  let last:
    | { readonly time: string; readonly slot: string; readonly state: DayState | undefined }
    | undefined;
  const states = new Map<Day, DayState>();
  /** Those with sums, in the order in which they were opened. */
  const open = new Set<DayState>();
  const marks = Map.groupBy(known, mark => mark.day);

  const find = (day: Day): DayState => {
    let state = states.get(day);
    if (!state) {
      const known = [...(marks.get(day) ?? [])];
      const created: DayState = {
        day,
        lines: 0,
        hash: 0,
        part: 0,
        known,
        counted: new Map(),
        last: undefined,
        sums: undefined,
        overlap: createOverlap(known, line => countLine(created, line)),
      };
      state = created;
      states.set(day, state);
    }
    return state;
  };
  /** Returns where lines of a time are counted; without a state, they are not. */
  const findPlace = (time: string) => {
    const slot = slotOf(time);
    const before = last?.state;
    if (before && time.startsWith(before.day)) return { time, slot, state: before };
    const day = time.slice(0, DAY_LENGTH);
    const isCounted = day >= FIRST_DAY && day <= lastDay;
    return { time, slot, state: isCounted ? find(day) : undefined };
  };
  const closeDay = (state: DayState): void => {
    open.delete(state);
    state.sums = undefined;
  };
  const writeDay = (state: DayState): void => {
    const { day, sums } = state;
    if (!sums) return;
    closeDay(state);
    state.part += 1;
    const { part } = state;
    for (const [name, { requests }] of sums.classes) write({ ...NO_SUM, day, part, name, requests });
    for (const [kind, byKey] of sums.notes)
      for (const sum of byKey.values()) write({ day, part, kind, ...sum });
  };
  const openDay = (state: DayState): OpenDay => {
    if (state.sums) return state.sums;
    const [oldest] = open;
    if (open.size >= MAX_OPEN_DAYS && oldest) {
      oldest.overlap.close();
      writeDay(oldest);
    }
    state.sums = { classes: new Map(), notes: new Map() };
    open.add(state);
    return state.sums;
  };
  const writeNames = (state: DayState, kind: LogSumKind, sums: Map<string, Sum>): void => {
    state.part += 1;
    for (const sum of sums.values()) write({ day: state.day, part: state.part, kind, ...sum });
    sums.clear();
  };
  const count = (
    state: DayState,
    { notes }: OpenDay,
    { kind, name, detail = '', subscribers = 0 }: LogNote,
  ) => {
    const sums = notes.get(kind) ?? new Map<string, Sum>();
    notes.set(kind, sums);
    const key = `${name}\n${detail}`;
    const sum = sums.get(key);
    if (sum) {
      sum.requests += 1;
      sum.subscribers = Math.max(sum.subscribers, subscribers);
      return;
    }
    sums.set(key, { name: toName(name), detail: toName(detail), requests: 1, subscribers });
    if (sums.size >= MAX_NAMES) writeNames(state, kind, sums);
  };
  const findSlot = (state: DayState, slot: string): Counted => {
    if (state.last?.slot === slot) return state.last.counted;
    let counted = state.counted.get(slot);
    if (!counted) {
      counted = { lines: 0, hash: 0 };
      state.counted.set(slot, counted);
    }
    state.last = { slot, counted };
    return counted;
  };
  const countLine = (state: DayState, { slot, hash, is, notes }: LogLine): void => {
    const own = findSlot(state, slot);
    own.lines += 1;
    own.hash = addHashes(own.hash, hash);
    const sums = openDay(state);
    const ofClass = sums.classes.get(is);
    if (ofClass) ofClass.requests += 1;
    else sums.classes.set(is, { requests: 1 });
    for (const note of notes) count(state, sums, note);
  };
  /** Forgets what was read of a day when all of it is stored already. */
  const skipKnown = (state: DayState): void => {
    const { day } = state;
    const index = state.known.findIndex(({ lines, hash }) => lines === state.lines && hash === state.hash);
    if (index === -1) return;
    for (const mark of state.known.splice(index, 1)) state.overlap.forget(mark);
    state.counted.clear();
    state.last = undefined;
    closeDay(state);
    if (state.part > 0) write({ ...NO_SUM, day, part: state.part, kind: 'void' });
    state.lines = 0;
    state.hash = 0;
  };
  return {
    add(line, time, { is, notes }) {
      // Lines of one second come together.
      if (time !== last?.time) last = findPlace(time);
      const { slot, state } = last;
      if (!state) return;
      const hash = Bun.hash.crc32(line);
      state.lines += 1;
      state.hash = addHashes(state.hash, hash);
      const read = { slot, hash, is, notes };
      openDay(state);
      if (state.known.length === 0 || !state.overlap.add(read)) countLine(state, read);
      if (state.known.length > 0) skipKnown(state);
    },
    close() {
      for (const { overlap } of states.values()) overlap.close();
      for (const state of [...open]) writeDay(state);
      for (const [day, { counted, part }] of states)
        if (counted.size > 0) write({ ...toMarkRow(toDayMark(day, counted)), part: part + 1 });
    },
  };
}
