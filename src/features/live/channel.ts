/** Channel of a site with live streams: its figures are read once for all of them, and only when something happens. */
import type { Log } from '../../core/log.ts';
import type { EventStream } from './event-stream.ts';
import type { LiveFigures } from './figures.ts';
import { deduplicate, type LiveRow, takeNewest } from './rows.ts';
import { presentLive } from './schema.ts';

/** A client of a live stream. */
export interface Listener {
  readonly stream: EventStream;
  /** Returns whether key or session, role and plan still allow the stream. */
  readonly isStillAuthorized: () => boolean;
}

interface ActiveStream extends Listener {
  /** False until the first figures were sent: nothing may come before them. */
  isStarted: boolean;
  /** Beats in a row at which the client had not read what waited. */
  missedBeats: number;
}

/** Between two readings of the figures at least. */
const READ_INTERVAL_MS = 1000;
/** Interval at which figures are read in any case, and streams are checked. */
const HEARTBEAT_MS = 15_000;
/** The job runs a little early or late: without this a heartbeat could be delayed by a second. */
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

/** Creates a channel. Nothing is read before the first stream joins. */
export function createChannel({ nowMs, readFigures, readRecent, log }: ChannelDeps) {
  const streams = new Set<ActiveStream>();
  let figures: LiveFigures | undefined;
  let recent: LiveRow[] = [];
  /** Rows that came while the recent ones were being read. */
  let arrived: LiveRow[] = [];
  let isChanged = false;
  let reading: Promise<void> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let beatAtMs = nowMs();
  const burst = { second: 0, rows: 0 };

  /** Returns whether so much time has passed; also when the clock was set back. */
  const hasPassed = (sinceMs: number, lengthMs: number): boolean =>
    nowMs() - sinceMs >= lengthMs || nowMs() < sinceMs;

  function sendFigures({ stream }: ActiveStream): void {
    if (figures) stream.send({ name: 'live', data: presentLive(figures, recent) });
  }

  async function readAll(isWhole: boolean): Promise<void> {
    arrived = [];
    const [read, rows] = await Promise.all([readFigures(), isWhole ? readRecent() : recent]);
    figures = read;
    // Rows that arrived during the read may be among the ones read, or not.
    recent = takeNewest(deduplicate([...arrived, ...rows]));
  }

  /** Reads and sends the figures to all streams; one read at a time. */
  function refresh(isWhole: boolean): Promise<void> {
    if (reading) return reading;
    isChanged = false;
    readAtMs = nowMs();
    reading = readAll(isWhole).finally(() => {
      reading = undefined;
    });
    return reading.then(() => {
      for (const one of streams) if (one.isStarted) sendFigures(one);
      // It may have taken longer than a second.
      refreshWhenChanged();
    });
  }

  function refreshOrBeat(isWhole: boolean): void {
    refresh(isWhole).catch(error => {
      log.warn({ err: error }, 'live figures could not be read: streams wait for the next time');
      for (const { stream } of streams) stream.beat();
    });
  }

  function refreshWhenChanged(): void {
    if (isChanged && !reading && hasPassed(readAtMs, READ_INTERVAL_MS)) refreshOrBeat(false);
  }

  /** Returns how many rows may still be sent in this second, up to the number wanted. */
  function takeQuota(wanted: number): number {
    const second = Math.floor(nowMs() / 1000);
    if (second !== burst.second) Object.assign(burst, { second, rows: 0 });
    const room = Math.min(wanted, MAX_ROWS - burst.rows);
    burst.rows += room;
    return room;
  }

  function checkStreams(): void {
    for (const one of streams) {
      one.missedBeats = one.stream.isWaiting() ? one.missedBeats + 1 : 0;
      if (one.missedBeats >= MAX_MISSED_BEATS || !one.isStillAuthorized()) one.stream.end();
    }
  }

  return {
    isWatched: (): boolean => streams.size > 0,

    /**
     * Adds a stream, which gets the figures first. Rejects when those cannot be read; the stream must be ended then.
     */
    async join(listener: Listener): Promise<void> {
      const one = { ...listener, isStarted: false, missedBeats: 0 };
      streams.add(one);
      if (!figures || hasPassed(readAtMs, READ_INTERVAL_MS)) await refresh(true);
      sendFigures(one);
      one.isStarted = true;
    },

    leave(stream: EventStream): void {
      for (const one of streams) if (one.stream === stream) streams.delete(one);
    },

    /** Rows that have just been stored, oldest first. */
    note(rows: readonly LiveRow[]): void {
      const newestFirst = [...rows].reverse();
      recent = takeNewest([...newestFirst, ...recent]);
      if (reading) arrived = takeNewest([...newestFirst, ...arrived]);
      for (const row of rows.slice(rows.length - takeQuota(rows.length))) {
        for (const { stream, isStarted } of streams)
          if (isStarted) stream.send({ name: row.type, data: row });
      }
      // The others are in no figure.
      if (rows.some(row => row.type === 'hit')) isChanged = true;
      refreshWhenChanged();
    },

    /** To be called every second. */
    beat(): void {
      if (!hasPassed(beatAtMs, HEARTBEAT_MS - EARLY_MS)) {
        refreshWhenChanged();
        return;
      }
      beatAtMs = nowMs();
      checkStreams();
      // The figures may take their time: a connection on which nothing is sent for long is cut.
      if (reading) for (const { stream } of streams) stream.beat();
      else if (streams.size > 0) refreshOrBeat(true);
    },

    end(): void {
      for (const { stream } of streams) stream.end();
    },
  };
}
