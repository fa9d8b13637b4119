/**
 * Changes of what is stored: rows are removed by filters, and held for a while so that they can come back. Each is recorded before it
 * begins; what a stop of the server interrupts is completed at the next start.
 */
import { invalidBody, tooMany } from '../../core/errors.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Page } from '../../core/page.ts';
import type { Site } from '../../core/site.ts';
import { preview } from '../../ingest/fields.ts';
import { toDay } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { bareHost, parseSiteHost } from '../../lib/url.ts';
import { type ApplyDeps, createAppliers } from './apply.ts';
import { createCount } from './count.ts';
import { isRenaming, toRenamingRequest } from './renaming.ts';
import { createRuns, type RunDeps } from './run.ts';
import { type ChangeInput, isUndoable } from './schema.ts';
import type { ChangeRow } from './store.ts';
import type { ChangeCounts, ChangeRequest, RequestedKind } from './tables.ts';

const UNDO_DAYS = 30;
/** Changes of a site that hold rows at a time. */
const MAX_HELD = 50;

export interface ChangesDeps extends ApplyDeps, RunDeps {
  /** For counts, which wait in the account's queue. */
  readonly reads: Pick<HitStore, 'ask'>;
  /** Forgets what was made of a site's hits, within the transaction of a reset. */
  readonly onReset: (siteId: number) => void;
}

const REMOVAL_FIELDS = ['filters', 'start_date', 'end_date', 'events'] as const;

/** Returns the request of a change. 422 for fields that its kind does not have. */
const toRequest = (site: Site, input: ChangeInput): ChangeRequest => {
  const { kind, filters, start_date, end_date, events } = input;
  if (isRenaming(kind)) {
    const given = REMOVAL_FIELDS.filter(name => input[name] != null);
    if (given.length > 0)
      throw invalidBody(
        ...given.map(name => `${name} is for remove_hits only: ${kind} is of all stored pages`),
      );
    return toRenamingRequest(kind, site);
  }
  return {
    ...(filters !== undefined && { filters }),
    ...(start_date != null && { startDate: start_date }),
    ...(end_date != null && { endDate: end_date }),
    ...(events === true && { events }),
  };
};

/** Why a change is not made. */
const NO_MATCH = {
  remove_hits: 'filters and dates match no hit: nothing would change',
  page_rules: 'the rules of the site change no stored page: nothing would change',
  clean_paths: 'no stored path has a query or is a whole address: nothing would change',
} as const satisfies Record<RequestedKind, string>;

const ENDED = {
  undone: 'has been undone already',
  permanent: 'can no longer be undone',
} as const;

export function createChangesService(deps: ChangesDeps) {
  const { store, findZone, clock } = deps;
  /** Sites of which a change is counted before it begins. */
  const starting = new Set<number>();
  const appliers = createAppliers(deps);
  const { run, drop, stop, findFailure } = createRuns(deps, appliers);
  const count = createCount(deps, appliers.select);

  const checkNoneRuns = (siteId: number): void => {
    if (starting.has(siteId))
      throw invalidBody('another change of the site is being started: wait until it is done');
    const [newest] = store.listHeld(siteId).filter(({ status }) => status !== 'done');
    if (newest) throw invalidBody(`change ${newest.id} is ${newest.status}: wait until it is done`);
  };

  /** Checks that a change of a site may begin. 422 while another one is not done, or where too many can be undone. */
  const checkMayStart = ({ id: siteId }: Site): void => {
    checkNoneRuns(siteId);
    if (store.listHeld(siteId).length >= MAX_HELD)
      throw tooMany('a site', MAX_HELD, 'changes that can be undone');
  };

  /** Counts what a change would be of, before it begins: no other one begins meanwhile. */
  const countFirst: typeof count = (site, ...counting) => {
    starting.add(site.id);
    return count(site, ...counting).finally(() => starting.delete(site.id));
  };

  /** Begins a change; undefined where there is nothing to change. */
  const startIfAny = async (
    site: Site,
    input: ChangeInput,
    signal: AbortSignal,
  ): Promise<ChangeRow | undefined> => {
    const { kind } = input;
    const request = toRequest(site, input);
    checkMayStart(site);
    const createdAt = clock.now();
    const counts = await countFirst(site, kind, { request, createdAt, signal });
    if (counts.hits + counts.events === 0) return undefined;
    const row = store.insert({
      ...{ siteId: site.id, kind, request, counts, createdAt },
      status: 'running',
      undoUntil: input.permanent === true ? null : new Date(+createdAt + UNDO_DAYS * DAY_MS),
    });
    void run(row);
    return row;
  };

  return {
    checkMayStart,
    startIfAny,
    findFailure,
    find: (site: Site, id: number): ChangeRow | undefined => store.find(site.id, id),
    list: (site: Site, page: Page): { rows: ChangeRow[]; total: number } => ({
      rows: store.list(site.id, page),
      total: store.count(site.id),
    }),

    /** Counts what a change would be of. 422 with a sentence for what cannot be meant. */
    preview: (site: Site, input: ChangeInput, signal: AbortSignal): Promise<ChangeCounts> =>
      count(site, input.kind, { request: toRequest(site, input), createdAt: clock.now(), signal }),

    /** Begins a change. 422 while another one of the site is not done, or where there is nothing to change. */
    async start(site: Site, input: ChangeInput, signal: AbortSignal): Promise<ChangeRow> {
      const row = await startIfAny(site, input, signal);
      if (!row) throw invalidBody(NO_MATCH[input.kind]);
      return row;
    },

    /** Removes all that was counted for a site, for good. 422 unless its host confirms that, or while rows change or are imported. */
    async reset(site: Site, confirm: string, signal: AbortSignal): Promise<ChangeRow> {
      const host = parseSiteHost(site.url) ?? '';
      if (bareHost(confirm.trim().toLowerCase()) !== host)
        throw invalidBody(`confirm must be the host of the site, ${host}, got ${preview(confirm)}`);
      checkNoneRuns(site.id);
      deps.imports.checkNoneRuns(site.id);
      const counts = await countFirst(site, 'reset', { request: {}, createdAt: clock.now(), signal });
      deps.imports.checkNoneRuns(site.id);
      const row = store.transaction(() => {
        deps.onReset(site.id);
        const change = { siteId: site.id, kind: 'reset', request: {}, counts } as const;
        return store.insertReset({ ...change, createdAt: clock.now(), status: 'running', undoUntil: null });
      });
      void run(row);
      return row;
    },

    /** Begins to undo a change. 422 for one that cannot be undone, or while a later one can. */
    undo(site: Site, row: ChangeRow): ChangeRow {
      const { id, status, undoUntil } = row;
      if (status === 'undone' || status === 'permanent') throw invalidBody(`change ${id} ${ENDED[status]}`);
      if (!isUndoable(row)) throw invalidBody(`change ${id} cannot be undone: a reset holds nothing`);
      if (status === 'undoing') return row;
      checkNoneRuns(site.id);
      if (undoUntil !== null && undoUntil < clock.now())
        throw invalidBody(`change ${id} could be undone until ${toDay(undoUntil, findZone(site.id))}`);
      const [later] = store.listHeld(site.id);
      if (later && later.id > id) throw invalidBody(`change ${later.id} came later: undo it first`);
      const undoing = store.update(id, { status: 'undoing' });
      void run(undoing);
      return undoing;
    },

    /** Completes what was interrupted or has failed, and removes what can no longer be undone. */
    async resume(signal?: AbortSignal): Promise<void> {
      for (const row of store.listUnfinished()) {
        if (signal?.aborted) return;
        await run(row);
      }
      for (const row of store.listExpired(clock.now())) {
        if (signal?.aborted) return;
        await drop(row);
      }
    },
    /** Leaves what is under way to the next start: the store ends it when it closes. */
    stop,
    removeOfSite: (siteId: number): void => store.removeOfSite(siteId),
  };
}

export type ChangesService = ReturnType<typeof createChangesService>;
