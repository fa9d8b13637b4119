/**
 * Live view of a site: read once, or streamed. Stored rows are passed on within the process: while nothing happens, nothing
 * is read.
 */

import type { Clock } from '../../core/clock.ts';
import { rateLimited, unavailable } from '../../core/errors.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { NewHit, StoredHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Kudo } from '../../core/kudo.ts';
import type { Log } from '../../core/log.ts';
import type { Site } from '../../core/site.ts';
import { createTurns } from '../../lib/fair-pool.ts';
import { restAfterLong } from '../../lib/rest-after-long.ts';
import type { SitesService } from '../sites/service.ts';
import { type Channel, createChannel } from './channel.ts';
import { createEventStream } from './event-stream.ts';
import { type LiveHistory, lastMs, RECENT_MS, readFigures, readHistory } from './figures.ts';
import { isStoredKind, type LiveRow, MAX_RECENT, type RecentDeps, readRecent } from './rows.ts';
import { presentLive } from './schema.ts';

/** Open streams of one user at most. */
const MAX_STREAMS = 20;

/** Half an hour of a busy site is millions of hits. That of any other is read with the other figures, so that they agree. */
const BUSY_HITS = 100_000;
const isBusy = ({ hits }: LiveHistory): boolean => hits > BUSY_HITS;

type LiveHits = Pick<HitStore, 'ask'>;

export interface LiveDeps extends RecentDeps {
  readonly hits: LiveHits;
  /** The same for streams, whose readings are background work: one at a time for all of them. */
  readonly streamedHits: LiveHits;
  readonly sites: Pick<SitesService, 'find'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A client that subscribes to a site. */
export interface LiveClient {
  readonly site: Site;
  readonly userId: number;
  /** Returns whether key or session, role and plan still allow the stream. */
  readonly isStillAuthorized: () => boolean;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** The live view of all sites. `beat` must be called every second, and `stop` before the server waits for its answers. */
export function createLiveService(deps: LiveDeps) {
  const { hits, streamedHits, sites, present, clock, log } = deps;
  const channels = new Map<number, Channel>();
  const streams = new Map<number, number>();
  const stopping = new AbortController();
  const turns = createTurns();

  const historyReader = (from: LiveHits, siteId: number, options: ReadOptions) => () =>
    readHistory(from, { siteId, now: clock.now() }, options);
  const loadRecent = (from: LiveHits, { id, url }: Site, options: ReadOptions) =>
    readRecent(
      { ...deps, hits: from },
      { siteId: id, siteUrl: url, span: lastMs(clock.now(), RECENT_MS) },
      options,
    );

  function openChannel(site: Site): Channel {
    const known = channels.get(site.id);
    if (known) return known;
    const options = { signal: stopping.signal };
    const inTurn = <T>(read: () => Promise<T>) => turns.run(`account ${site.ownerId}`, read);
    const loadHistory = restAfterLong(historyReader(streamedHits, site.id, options), isBusy);
    const channel = createChannel({
      nowMs: () => clock.now().getTime(),
      readFigures: () =>
        inTurn(() => readFigures(streamedHits, { siteId: site.id, now: clock.now(), loadHistory }, options)),
      readRecent: () => inTurn(() => loadRecent(streamedHits, sites.find(site.id) ?? site, options)),
      log,
    });
    channels.set(site.id, channel);
    return channel;
  }

  /** Counts a stream of a user; the answer gives its place free. 429 for one too many. */
  function reserveStream(userId: number): () => void {
    const open = streams.get(userId) ?? 0;
    if (open >= MAX_STREAMS)
      throw rateLimited(`at most ${MAX_STREAMS} live streams per user: close one of yours`);
    streams.set(userId, open + 1);
    return () => {
      const left = (streams.get(userId) ?? 1) - 1;
      if (left > 0) streams.set(userId, left);
      else streams.delete(userId);
    };
  }

  function noteHits(rows: readonly NewHit[], ids: readonly number[]): void {
    for (const [siteId, channel] of channels) {
      const url = sites.find(siteId)?.url;
      if (url === undefined) continue;
      const newest = newestStored(rows, ids, siteId).map(
        (row): LiveRow => ({ type: row.kind, ...present[row.kind](row, url) }),
      );
      if (newest.length > 0) channel.note(newest);
    }
  }

  return {
    /** Reads the live view of a site. */
    async read(site: Site, options: ReadOptions) {
      const loadHistory = historyReader(hits, site.id, options);
      const [figures, recent] = await Promise.all([
        readFigures(hits, { siteId: site.id, now: clock.now(), loadHistory }, options),
        loadRecent(hits, site, options),
      ]);
      return presentLive(figures, recent);
    },

    /** Opens a stream of a site. It ends when the client disconnects, loses access, or the server stops. */
    async open({ site, userId, isStillAuthorized, signal }: LiveClient): Promise<ReadableStream<Uint8Array>> {
      if (stopping.signal.aborted) throw unavailable('The server is stopping');
      const releaseStream = reserveStream(userId);
      const channel = openChannel(site);
      const stream = createEventStream(() => {
        releaseStream();
        channel.leave(stream);
        if (!channel.isWatched() && channels.get(site.id) === channel) channels.delete(site.id);
      });
      signal.addEventListener('abort', stream.end, { once: true });
      try {
        await channel.join({ stream, isStillAuthorized });
        signal.throwIfAborted();
      } catch (error) {
        stream.end();
        throw error;
      }
      return stream.body;
    },

    /** Streams rows that are on disk; their ids are in the same order. */
    noteHits(rows: readonly NewHit[], ids: readonly number[]): void {
      if (channels.size > 0) noteHits(rows, ids);
    },

    /** Streams kudos that are on disk. */
    noteKudos(kudos: readonly Kudo[]): void {
      for (const kudo of kudos) channels.get(kudo.siteId)?.note([{ type: 'kudo', ...present.kudo(kudo) }]);
    },

    /** Sends what has changed in this second, and checks the streams every 15 seconds. */
    beat(): void {
      for (const channel of channels.values()) channel.beat();
    },

    /** Ends every stream, and opens no more. */
    stop(): void {
      stopping.abort(unavailable('The server is stopping'));
      for (const channel of channels.values()) channel.end();
    },
  };
}

export type LiveService = ReturnType<typeof createLiveService>;

type StoredRow = StoredHit & { readonly kind: 'hit' | 'event' | 'agent_visit' };

/** Returns the newest rows of a site, oldest first. */
function newestStored(rows: readonly NewHit[], ids: readonly number[], siteId: number): StoredRow[] {
  const newest: StoredRow[] = [];
  for (let place = rows.length - 1; place >= 0 && newest.length < MAX_RECENT; place--) {
    const [row, id] = [rows[place], ids[place]];
    if (row?.siteId !== siteId || id === undefined || !isStoredKind(row.kind)) continue;
    newest.push({ ...row, kind: row.kind, id });
  }
  return newest.reverse();
}
