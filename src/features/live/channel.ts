/** One site that somebody watches: its figures are read once for all of its streams, and only when something happens. */
import type { Log } from '../../core/log.ts';
import type { EventStream } from './event-stream.ts';
import type { LiveFigures } from './figures.ts';
import { type LiveRow, newestOf, withoutRepeats } from './rows.ts';
import { presentLive } from './schema.ts';

/** Somebody who watches. */
export interface Listener {
  readonly stream: EventStream;
  /** Whether key or session, role and plan still let them. */
  readonly isStillAuthorized: () => boolean;
}

interface Watching extends Listener {
  /** False until the first figures were sent: nothing may come before them. */
  isBegun: boolean;
  /** Beats in a row at which the client had not read what waited. */
  missedBeats: number;
}

/** Between two readings of the figures at least. */
const STEP_MS = 1000;
/** After which figures, and what else may have changed, are read in any case, and streams are looked after. */
const BEAT_MS = 15_000;
/** Seconds are told a little early or late: without this some beats would come a whole one later. */
const EARLY_MS = 900;
/** Rows a second at most. */
const MAX_ROWS = 20;
/** A client that reads nothing for a minute is let go. */
const MAX_MISSED_BEATS = 4;

export interface ChannelDeps {
  readonly nowMs: () => number;
  readonly readFigures: () => Promise<LiveFigures>;
  readonly readRecent: () => Promise<LiveRow[]>;
  readonly log: Log;
}

export type Channel = ReturnType<typeof createChannel>;

/** Nothing is read before somebody joins. */
export function createChannel({ nowMs, readFigures, readRecent, log }: ChannelDeps) {
  const watching = new Set<Watching>();
  let figures: LiveFigures | undefined;
  let recent: LiveRow[] = [];
  /** Rows that came while the recent ones were being read. */
  let arrived: LiveRow[] = [];
  let isChanged = false;
  let reading: Promise<void> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let beatAtMs = nowMs();
  const burst = { second: 0, rows: 0 };

  /** Whether so much time has passed; a clock that was set back counts as if it had. */
  const isPast = (sinceMs: number, lengthMs: number): boolean =>
    nowMs() - sinceMs >= lengthMs || nowMs() < sinceMs;

  function tell({ stream }: Watching): void {
    if (figures) stream.send({ name: 'live', data: presentLive(figures, recent) });
  }

  async function readAll(isWhole: boolean): Promise<void> {
    arrived = [];
    const [read, rows] = await Promise.all([readFigures(), isWhole ? readRecent() : recent]);
    figures = read;
    // Those that came meanwhile may be among the ones read, or not.
    recent = newestOf(withoutRepeats([...arrived, ...rows]));
  }

  /** Reads and tells everybody; at most one reading at a time. */
  function refresh(isWhole: boolean): Promise<void> {
    if (reading) return reading;
    isChanged = false;
    readAtMs = nowMs();
    reading = readAll(isWhole).finally(() => {
      reading = undefined;
    });
    return reading.then(() => {
      for (const one of watching) if (one.isBegun) tell(one);
      // It may have taken longer than a second.
      refreshWhenChanged();
    });
  }

  function refreshOrBeat(isWhole: boolean): void {
    refresh(isWhole).catch(error => {
      log.warn({ err: error }, 'live figures could not be read: streams wait for the next time');
      for (const { stream } of watching) stream.beat();
    });
  }

  function refreshWhenChanged(): void {
    if (isChanged && !reading && isPast(readAtMs, STEP_MS)) refreshOrBeat(false);
  }

  /** How many of so many rows may still be told in this second. */
  function takeRoom(wanted: number): number {
    const second = Math.floor(nowMs() / 1000);
    if (second !== burst.second) Object.assign(burst, { second, rows: 0 });
    const room = Math.min(wanted, MAX_ROWS - burst.rows);
    burst.rows += room;
    return room;
  }

  function lookAfterStreams(): void {
    for (const one of watching) {
      one.missedBeats = one.stream.isWaiting() ? one.missedBeats + 1 : 0;
      if (one.missedBeats >= MAX_MISSED_BEATS || !one.isStillAuthorized()) one.stream.end();
    }
  }

  return {
    isWatched: (): boolean => watching.size > 0,

    /** Begins to tell somebody, the figures first. Rejects when those cannot be read; they are to leave then. */
    async join(listener: Listener): Promise<void> {
      const one = { ...listener, isBegun: false, missedBeats: 0 };
      watching.add(one);
      if (!figures || isPast(readAtMs, STEP_MS)) await refresh(true);
      tell(one);
      one.isBegun = true;
    },

    leave(stream: EventStream): void {
      for (const one of watching) if (one.stream === stream) watching.delete(one);
    },

    /** Rows that have just been stored, oldest first. */
    note(rows: readonly LiveRow[]): void {
      const newestFirst = [...rows].reverse();
      recent = newestOf([...newestFirst, ...recent]);
      if (reading) arrived = newestOf([...newestFirst, ...arrived]);
      for (const row of rows.slice(rows.length - takeRoom(rows.length))) {
        for (const { stream, isBegun } of watching) if (isBegun) stream.send({ name: row.type, data: row });
      }
      // The others are in no figure.
      if (rows.some(row => row.type === 'hit')) isChanged = true;
      refreshWhenChanged();
    },

    /** To be called every second. */
    beat(): void {
      if (!isPast(beatAtMs, BEAT_MS - EARLY_MS)) {
        refreshWhenChanged();
        return;
      }
      beatAtMs = nowMs();
      lookAfterStreams();
      // The figures may take their time: a connection on which nothing is sent for long is cut.
      if (reading) for (const { stream } of watching) stream.beat();
      else if (watching.size > 0) refreshOrBeat(true);
    },

    end(): void {
      for (const { stream } of watching) stream.end();
    },
  };
}
