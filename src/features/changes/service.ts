/**
 * Changes of what is stored: rows are removed by filters, and held for a while so that they can come back. Each is recorded before it
 * begins; what a stop of the server interrupts is completed at the next start.
 */
import type { Clock } from '../../core/clock.ts';
import { invalidBody, tooMany } from '../../core/errors.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Log } from '../../core/log.ts';
import type { Page } from '../../core/page.ts';
import type { Site } from '../../core/site.ts';
import { toDay } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { type ApplyDeps, createAppliers } from './apply.ts';
import { createCount } from './count.ts';
import { isRenaming, toRenamingRequest } from './renaming.ts';
import type { ChangeInput } from './schema.ts';
import type { ChangeRow, ChangesStore } from './store.ts';
import type { ChangeCounts, ChangeKind, ChangeRequest } from './tables.ts';

const UNDO_DAYS = 30;
/** Changes of a site that hold rows at a time. */
const MAX_HELD = 50;

export interface ChangesDeps extends ApplyDeps {
  readonly store: ChangesStore;
  /** For counts, which wait in the account's queue. */
  readonly reads: Pick<HitStore, 'ask'>;
  /** Receives the days whose rows change, before they do. */
  readonly onChange: (days: {
    readonly siteId: number;
    readonly firstDay: string;
    readonly lastDay: string;
  }) => void;
  readonly clock: Clock;
  readonly log: Log;
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
} as const satisfies Record<ChangeKind, string>;

const ENDED = {
  undone: 'has been undone already',
  permanent: 'can no longer be undone',
} as const;

export function createChangesService(deps: ChangesDeps) {
  const { store, findZone, onChange, clock, log } = deps;
  /** Changes that this process applies or reverts. */
  const underWay = new Map<number, Promise<void>>();
  /** Sites of which a change is counted before it begins. */
  const starting = new Set<number>();
  let isStopped = false;
  const { select, change, restore, removeHeld } = createAppliers(deps);

  const announce = ({ siteId, counts: { firstDay, lastDay } }: ChangeRow): void => {
    if (firstDay !== null && lastDay !== null) onChange({ siteId, firstDay, lastDay });
  };

  /** Removes for good what a change holds. */
  const drop = async (row: ChangeRow): Promise<void> => {
    await removeHeld(row);
    store.update(row.id, { status: 'permanent', undoUntil: null });
  };

  const apply = async (row: ChangeRow): Promise<void> => {
    announce(row);
    await change(row);
    if (row.undoUntil === null) await drop(row);
    else store.update(row.id, { status: 'done' });
    announce(row);
  };

  const revert = async (row: ChangeRow): Promise<void> => {
    announce(row);
    await restore(row);
    store.update(row.id, { status: 'undone', undoUntil: null });
    announce(row);
  };

  /** Applies or reverts a change; what fails is tried again by `resume`. */
  const run = (row: ChangeRow): Promise<void> => {
    const running = underWay.get(row.id);
    if (running) return running;
    const work = (row.status === 'undoing' ? revert : apply)(row)
      .catch(error => {
        if (!isStopped) log.warn({ err: error, change: row.id }, 'a change of stored hits is not done yet');
      })
      .finally(() => underWay.delete(row.id));
    underWay.set(row.id, work);
    return work;
  };

  const count = createCount(deps, select);

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
    starting.add(site.id);
    const counts = await count(site, kind, { request, createdAt, signal }).finally(() =>
      starting.delete(site.id),
    );
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

    /** Begins to undo a change. 422 for one that cannot be undone, or while a later one can. */
    undo(site: Site, row: ChangeRow): ChangeRow {
      const { id, status, undoUntil } = row;
      if (status === 'undone' || status === 'permanent') throw invalidBody(`change ${id} ${ENDED[status]}`);
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
    stop: (): void => {
      isStopped = true;
    },
    removeOfSite: (siteId: number): void => store.removeOfSite(siteId),
  };
}

export type ChangesService = ReturnType<typeof createChangesService>;
