/** Looks at every site that is due, many side by side. */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { within } from '../../outbound/deadline.ts';
import type { Look, LookAt } from './check.ts';
import type { Connectivity } from './connectivity.ts';
import type { MonitorRow } from './store.ts';
import { createSuspension } from './suspension.ts';

export interface WatcherDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly lookAt: LookAt;
  readonly connectivity: Connectivity;
  /** Between two checks of a monitor that is up. */
  readonly intervalMs: number;
  /** Where a site is; undefined while it is not to be looked at. */
  readonly addressOf: (siteId: number) => string | undefined;
  /** Keeps what a look brought, and gives the monitor as it is now. Throws when that cannot be written. */
  readonly keep: (
    before: MonitorRow,
    look: Look,
    at: { readonly url: string; readonly atMs: number },
  ) => MonitorRow;
}

export interface Watcher {
  /** Begins to look at a site when it is due; replaces what was known of its monitor. */
  add(monitor: MonitorRow): void;
  /** Takes over the monitors of an earlier run: of many that are late, each gets its turn. */
  load(monitors: readonly MonitorRow[]): void;
  /** Takes over what another hand has changed of a monitor; a look that is under way goes on. */
  put(monitor: MonitorRow): void;
  drop(siteId: number): void;
  /** The monitor as of its last look. */
  find(siteId: number): MonitorRow | undefined;
  list(): MonitorRow[];
  /** Since when this server has been offline and checks are suspended; null while it is not. */
  offlineSince(): Date | null;
  /** The same for one site: null also while it is checked all the same, since it is inside the operator's own network. */
  suspendedSince(siteId: number): Date | null;
  /** Starts every look that is due; does not wait for them. */
  startDue(): void;
  /** Resolves once nothing that was started runs. */
  settled(): Promise<void>;
  /** Ends what runs, without a result. */
  stop(): Promise<void>;
}

interface Watched {
  monitor: MonitorRow;
  /** When it is looked at; later than `nextCheckAt` when a look came to nothing. */
  tryAtMs: number;
  isRunning: boolean;
  /** Whether the site was inside the operator's own network at the last look; null before the first one. */
  isInside: boolean | null;
}

/** A site takes ten seconds at most: so many slow ones delay none of the others. */
const MAX_RUNNING = 100;
const RETRY_MS = 5000;
const UNWATCHED_RETRY_MS = 60_000;
/** The loop turns a few milliseconds early or late; without this a check would wait for a whole turn then. */
const EARLY_MS = 100;
/** Late monitors are taken at once while they are few. */
const FEW = 10;
const MAX_SPREAD_MS = 60_000;

/** One loop for all monitors: `startDue` is called every second. */
export function createWatcher(deps: WatcherDeps): Watcher {
  const { clock, log, lookAt, connectivity } = deps;
  const watched = new Map<number, Watched>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const suspension = createSuspension(deps);
  let lookCount = 0;
  let isSaturated = false;

  const nowMs = (): number => clock.now().getTime();
  const isLate = ({ tryAtMs }: Watched): boolean => tryAtMs <= nowMs();

  function track(work: Promise<void>): void {
    const tracked = work
      .catch(error => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'an uptime check could not be kept');
      })
      .finally(() => running.delete(tracked));
    running.add(tracked);
  }

  function watch(monitor: MonitorRow): Watched {
    const entry = { monitor, tryAtMs: monitor.nextCheckAt.getTime(), isRunning: false, isInside: null };
    watched.set(monitor.siteId, entry);
    return entry;
  }

  function startDue(): void {
    if (stopping.signal.aborted) return;
    const probe = suspension.probe();
    if (probe) track(probe.then(isOver => (isOver ? goOn() : undefined)));
    const isSuspended = suspension.since() !== null;
    const due = [...watched.values()].filter(entry => isDue(entry, nowMs(), isSuspended));
    const free = MAX_RUNNING - lookCount;
    isSaturated = due.length > free;
    for (const entry of due.sort((a, b) => a.tryAtMs - b.tryAtMs).slice(0, free)) start(entry);
  }

  function goOn(): void {
    spread([...watched.values()].filter(isLate), deps.intervalMs, nowMs());
    startDue();
  }

  function start(entry: Watched): void {
    entry.isRunning = true;
    lookCount++;
    const look = take(entry).finally(() => {
      entry.isRunning = false;
      lookCount--;
      if (isSaturated) startDue();
    });
    track(look);
  }

  async function take(entry: Watched): Promise<void> {
    const { siteId } = entry.monitor;
    const atMs = nowMs();
    const url = deps.addressOf(siteId);
    // Whatever becomes of this look, the next one comes.
    entry.tryAtMs = atMs + (url === undefined ? Math.min(UNWATCHED_RETRY_MS, deps.intervalMs) : RETRY_MS);
    if (url === undefined) return;
    const [isInside, look] = await Promise.all([
      within(stopping.signal, connectivity.isInside(url)),
      lookAt(url, stopping.signal),
    ]);
    entry.isInside = isInside;
    if (look.isInconclusive) return;
    const isOurFault = !look.isUp && !isInside && !(await within(stopping.signal, connectivity.isOnline()));
    if (stopping.signal.aborted || watched.get(siteId) !== entry) return;
    if (isOurFault) {
      suspension.begin();
      entry.tryAtMs = atMs;
      return;
    }
    entry.monitor = deps.keep(entry.monitor, look, { url, atMs });
    entry.tryAtMs = Math.max(entry.monitor.nextCheckAt.getTime(), atMs);
  }

  return {
    add: monitor => void watch(monitor),
    load(monitors) {
      spread(monitors.map(watch).filter(isLate), deps.intervalMs, nowMs());
    },
    put(monitor) {
      const entry = watched.get(monitor.siteId);
      if (entry) entry.monitor = monitor;
    },
    drop: siteId => void watched.delete(siteId),
    find: siteId => watched.get(siteId)?.monitor,
    list: () => [...watched.values()].map(({ monitor }) => monitor),
    offlineSince: suspension.since,
    suspendedSince: siteId => (watched.get(siteId)?.isInside === false ? suspension.since() : null),
    startDue,
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

function isDue(
  { isRunning, isInside, monitor, tryAtMs }: Watched,
  nowMs: number,
  isSuspended: boolean,
): boolean {
  if (isRunning || (isSuspended && isInside === false)) return false;
  // After the clock was set back a monitor would wait for long.
  const isClockBack = (monitor.lastCheckAt?.getTime() ?? 0) > nowMs;
  return isClockBack || tryAtMs - EARLY_MS <= nowMs;
}

/** Gives many late ones their turns one after the other, what may be down first. */
function spread(late: readonly Watched[], intervalMs: number, nowMs: number): void {
  if (late.length <= FEW) return;
  const urgency = ({ monitor: { state } }: Watched) => (state.isDown || state.failures > 0 ? 0 : 1);
  const stepMs = Math.min(intervalMs, MAX_SPREAD_MS) / late.length;
  for (const [index, entry] of [...late].sort((a, b) => urgency(a) - urgency(b)).entries())
    entry.tryAtMs = nowMs + Math.floor(index * stepMs);
}
