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
import { toDay } from '../../../../lib/time.ts';
import { DAY_MS } from '../../../../lib/time-units.ts';
import { createOverlap, type LogLine } from './overlap.ts';

/** Days whose sums are in memory; a log is nearly in order. */
const MAX_OPEN_DAYS = 4;
/** Names of a day and kind in memory; when there are more, those with the fewest requests lose theirs. */
const MAX_NAMES = 2000;
const MAX_NAME_LENGTH = 300;
/** Of the day in an ISO 8601 time. */
const DAY_LENGTH = 10;
const FIRST_DAY: Day = '1970-01-01';

/** What a request adds. */
export interface LogNote {
  readonly kind: LogSumKind;
  readonly name: string;
  readonly detail?: string;
  readonly subscribers?: number;
}

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
  readonly classes: Map<LogClass, number>;
  readonly notes: Map<LogSumKind, Map<string, Sum>>;
}

/** How far a day was read. */
interface DayState {
  /** All lines since the last of an earlier reading. */
  lines: number;
  hash: number;
  /** Those that count, by slot. */
  readonly counted: Map<string, { lines: number; hash: number }>;
  readonly overlap: ReturnType<typeof createOverlap>;
  /** Rises each time that sums of the day are written. */
  part: number;
  /** What was read of the day before, in other readings. */
  known: LogMark[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Returns a name as it is kept. */
const toName = (text: string): string =>
  text.slice(0, MAX_NAME_LENGTH).replace(CONTROLS, '\ufffd').toWellFormed();

/** Gives up the names with the fewest requests. */
function prune(sums: Map<string, Sum>): void {
  const byRequests = [...sums].sort(([, a], [, b]) => b.requests - a.requests);
  const rest: Sum = { name: '', detail: '', requests: 0, subscribers: 0 };
  for (const [key, sum] of byRequests.slice(MAX_NAMES / 2)) {
    rest.requests += sum.requests;
    sums.delete(key);
  }
  const before = sums.get('\n');
  sums.set('\n', { ...rest, requests: rest.requests + (before?.requests ?? 0) });
}

/** Returns the mark of a day whose lines were counted by slot. */
const toDayMark = (day: Day, counted: ReadonlyMap<string, LogSlot>): LogMark => ({
  day,
  lines: counted.values().reduce((sum, { lines }) => sum + lines, 0),
  hash: counted.values().reduce((sum, { hash }) => addHashes(sum, hash), 0),
  slots: formatSlots(counted),
});

/** Returns the last day that lines may have which are read now. */
export const lastLogDay = (now: Date): Day => toDay(new Date(+now + DAY_MS), 'UTC');

interface TallyOptions {
  /** What was read of the site's logs before: lines that are among it are not counted once more. */
  readonly known: readonly LogMark[];
  /** The last day that a line may have. */
  readonly last: Day;
  readonly write: (row: LogSumRow) => void;
}

export function createLogTally({ known, last: lastDay, write }: TallyOptions): LogTally {
  let last = { time: '', day: '', slot: '' };
  const states = new Map<Day, DayState>();
  const open = new Map<Day, OpenDay>();
  const marks = Map.groupBy(known, mark => mark.day);

  const find = (day: Day): DayState => {
    let state = states.get(day);
    if (!state) {
      const known = [...(marks.get(day) ?? [])];
      const overlap = createOverlap(known, line => countLine(day, line));
      state = { lines: 0, hash: 0, part: 0, known, counted: new Map(), overlap };
      states.set(day, state);
    }
    return state;
  };
  const writeDay = (day: Day): void => {
    const sums = open.get(day);
    if (!sums) return;
    open.delete(day);
    const state = find(day);
    state.part += 1;
    const { part } = state;
    for (const [name, requests] of sums.classes)
      write({ day, part, kind: 'request', name, detail: '', requests, subscribers: 0 });
    for (const [kind, byKey] of sums.notes)
      for (const sum of byKey.values()) write({ day, part, kind, ...sum });
  };
  const openDay = (day: Day): OpenDay => {
    let sums = open.get(day);
    if (!sums) {
      const [oldest] = open.keys();
      if (open.size >= MAX_OPEN_DAYS && oldest !== undefined) {
        find(oldest).overlap.close();
        writeDay(oldest);
      }
      sums = { classes: new Map(), notes: new Map() };
      open.set(day, sums);
    }
    return sums;
  };
  const count = ({ notes }: OpenDay, { kind, name, detail = '', subscribers = 0 }: LogNote): void => {
    let sums = notes.get(kind);
    if (!sums) {
      sums = new Map();
      notes.set(kind, sums);
    }
    const key = `${name}\n${detail}`;
    const sum = sums.get(key);
    if (sum) {
      sum.requests += 1;
      sum.subscribers = Math.max(sum.subscribers, subscribers);
      return;
    }
    sums.set(key, { name: toName(name), detail: toName(detail), requests: 1, subscribers });
    if (sums.size > MAX_NAMES) prune(sums);
  };
  const countLine = (day: Day, { slot, hash, is, notes }: LogLine): void => {
    const { counted } = find(day);
    let own = counted.get(slot);
    if (!own) {
      own = { lines: 0, hash: 0 };
      counted.set(slot, own);
    }
    own.lines += 1;
    own.hash = addHashes(own.hash, hash);
    const sums = openDay(day);
    sums.classes.set(is, (sums.classes.get(is) ?? 0) + 1);
    for (const note of notes) count(sums, note);
  };
  /** Forgets what was read of a day when all of it is stored already. */
  const skipKnown = (day: Day, state: DayState): void => {
    const index = state.known.findIndex(({ lines, hash }) => lines === state.lines && hash === state.hash);
    if (index === -1) return;
    for (const mark of state.known.splice(index, 1)) state.overlap.forget(mark);
    state.counted.clear();
    open.delete(day);
    if (state.part > 0)
      write({ day, part: state.part, kind: 'void', name: '', detail: '', requests: 0, subscribers: 0 });
    state.lines = 0;
    state.hash = 0;
  };
  return {
    add(line, time, { is, notes }) {
      // Lines of one second come together.
      if (time !== last.time) last = { time, day: time.slice(0, DAY_LENGTH), slot: slotOf(time) };
      const { day, slot } = last;
      if (day < FIRST_DAY || day > lastDay) return;
      const state = find(day);
      const hash = Bun.hash.crc32(line);
      state.lines += 1;
      state.hash = addHashes(state.hash, hash);
      const read = { slot, hash, is, notes };
      openDay(day);
      if (state.known.length === 0 || !state.overlap.add(read)) countLine(day, read);
      if (state.known.length > 0) skipKnown(day, state);
    },
    close() {
      for (const { overlap } of states.values()) overlap.close();
      for (const day of [...open.keys()]) writeDay(day);
      for (const [day, { counted, part }] of states)
        if (counted.size > 0) write({ ...toMarkRow(toDayMark(day, counted)), part: part + 1 });
    },
  };
}
