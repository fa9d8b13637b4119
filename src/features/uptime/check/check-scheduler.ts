/** Runs the checks that are due, many concurrently. */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { raceSignal } from '../../../outbound/deadline.ts';
import type { Impact } from '../impact/impact.ts';
import type { EndingCheck } from '../impact/impact-recorder.ts';
import type { MonitorRow } from '../store.ts';
import type { Connectivity } from './connectivity.ts';
import type { CheckResult, RunCheck } from './run-check.ts';
import { createSuspension } from './suspension.ts';

export interface CheckSchedulerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly runCheck: RunCheck;
  readonly connectivity: Connectivity;
  /** Between two checks of a monitor that is up. */
  readonly intervalMs: number;
  /** Returns the URL of a site; undefined while it is not monitored. */
  readonly findUrl: (siteId: number) => string | undefined;
  /** Records a result and returns the monitor after it. Throws when it cannot be written. */
  readonly recordCheck: (
    before: MonitorRow,
    result: CheckResult,
    at: { readonly url: string; readonly atMs: number; readonly impact: Impact | null },
  ) => MonitorRow;
  /** Finds what the downtime cost that ends with a check; null for any other check. */
  readonly findImpact: (monitor: MonitorRow, check: EndingCheck) => Promise<Impact | null>;
}

export interface CheckScheduler {
  /** Adds or replaces a monitor. */
  add(monitor: MonitorRow): void;
  /** Loads the monitors of an earlier run, and spreads those that are overdue. */
  load(monitors: readonly MonitorRow[]): void;
  /** Replaces a monitor with its changed version; a running check goes on. */
  put(monitor: MonitorRow): void;
  drop(siteId: number): void;
  /** Returns the monitor after its last check. */
  find(siteId: number): MonitorRow | undefined;
  list(): MonitorRow[];
  /** Returns since when this server has been offline and checks are suspended; null while it is online. */
  offlineSince(): Date | null;
  /** The same for one site; null also for a site inside the operator's own network, which is checked all the same. */
  suspendedSince(siteId: number): Date | null;
  /** Starts every check that is due, without waiting for them. */
  startDue(): void;
  /** Resolves once no check is running. */
  settled(): Promise<void>;
  /** Aborts running checks. */
  stop(): Promise<void>;
}

interface ScheduledMonitor {
  monitor: MonitorRow;
  /** When to check it; later than `nextCheckAt` after an inconclusive check. */
  tryAtMs: number;
  isRunning: boolean;
  /** Whether the site was inside the operator's own network at the last check; null before the first one. */
  isInternal: boolean | null;
}

/** Concurrent checks. Each takes ten seconds at most, so that slow sites do not delay others. */
const MAX_RUNNING = 100;
const RETRY_MS = 5000;
const UNMONITORED_RETRY_MS = MINUTE_MS;
/** The loop runs a few milliseconds early or late; without this a check would wait for the next second. */
const EARLY_MS = 100;
/** Up to so many overdue monitors are checked at once. */
const MAX_IMMEDIATE = 10;
const MAX_SPREAD_MS = MINUTE_MS;

/** Creates the loop of all monitors; `startDue` is called every second. */
export function createCheckScheduler(deps: CheckSchedulerDeps): CheckScheduler {
  const { clock, log, runCheck, connectivity } = deps;
  const entries = new Map<number, ScheduledMonitor>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const suspension = createSuspension(deps);
  let runningCount = 0;
  let isSaturated = false;

  const nowMs = (): number => clock.now().getTime();
  const isLate = ({ tryAtMs }: ScheduledMonitor): boolean => tryAtMs <= nowMs();

  function track(work: Promise<void>): void {
    const tracked = work
      .catch(error => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'an uptime check could not be recorded');
      })
      .finally(() => running.delete(tracked));
    running.add(tracked);
  }

  function addEntry(monitor: MonitorRow): ScheduledMonitor {
    const entry = { monitor, tryAtMs: monitor.nextCheckAt.getTime(), isRunning: false, isInternal: null };
    entries.set(monitor.siteId, entry);
    return entry;
  }

  function startDue(): void {
    if (stopping.signal.aborted) return;
    const probe = suspension.probe();
    if (probe) track(probe.then(isOver => (isOver ? resume() : undefined)));
    const isSuspended = suspension.since() !== null;
    const due = [...entries.values()].filter(entry => isDue(entry, nowMs(), isSuspended));
    const free = MAX_RUNNING - runningCount;
    isSaturated = due.length > free;
    for (const entry of due.sort((a, b) => a.tryAtMs - b.tryAtMs).slice(0, free)) start(entry);
  }

  function resume(): void {
    spread([...entries.values()].filter(isLate), deps.intervalMs, nowMs());
    startDue();
  }

  function start(entry: ScheduledMonitor): void {
    entry.isRunning = true;
    runningCount++;
    const checking = check(entry).finally(() => {
      entry.isRunning = false;
      runningCount--;
      if (isSaturated) startDue();
    });
    track(checking);
  }

  async function check(entry: ScheduledMonitor): Promise<void> {
    const { siteId } = entry.monitor;
    const atMs = nowMs();
    const url = deps.findUrl(siteId);
    // Scheduled first, so that an error does not end the checks.
    entry.tryAtMs = atMs + (url === undefined ? Math.min(UNMONITORED_RETRY_MS, deps.intervalMs) : RETRY_MS);
    if (url === undefined) return;
    const [isInternal, result] = await Promise.all([
      raceSignal(stopping.signal, connectivity.isInternal(url)),
      runCheck(url, stopping.signal),
    ]);
    entry.isInternal = isInternal;
    if (result.isInconclusive) return;
    const isServerFault =
      !result.isUp && !isInternal && !(await raceSignal(stopping.signal, connectivity.isOnline()));
    const impact = await deps.findImpact(entry.monitor, { result, atMs, signal: stopping.signal });
    if (stopping.signal.aborted || entries.get(siteId) !== entry) return;
    if (isServerFault) {
      suspension.begin();
      entry.tryAtMs = atMs;
      return;
    }
    entry.monitor = deps.recordCheck(entry.monitor, result, { url, atMs, impact });
    entry.tryAtMs = Math.max(entry.monitor.nextCheckAt.getTime(), atMs);
  }

  return {
    add: monitor => void addEntry(monitor),
    load(monitors) {
      spread(monitors.map(addEntry).filter(isLate), deps.intervalMs, nowMs());
    },
    put(monitor) {
      const entry = entries.get(monitor.siteId);
      if (entry) entry.monitor = monitor;
    },
    drop: siteId => void entries.delete(siteId),
    find: siteId => entries.get(siteId)?.monitor,
    list: () => [...entries.values()].map(({ monitor }) => monitor),
    offlineSince: suspension.since,
    suspendedSince: siteId => (entries.get(siteId)?.isInternal === false ? suspension.since() : null),
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
  { isRunning, isInternal, monitor, tryAtMs }: ScheduledMonitor,
  nowMs: number,
  isSuspended: boolean,
): boolean {
  if (isRunning || (isSuspended && isInternal === false)) return false;
  // When the clock was set back, the monitor would wait for too long.
  const isClockBack = (monitor.lastCheckAt?.getTime() ?? 0) > nowMs;
  return isClockBack || tryAtMs - EARLY_MS <= nowMs;
}

/** Spreads many overdue monitors over time, those that may be down first. */
function spread(late: readonly ScheduledMonitor[], intervalMs: number, nowMs: number): void {
  if (late.length <= MAX_IMMEDIATE) return;
  const urgency = ({ monitor: { state } }: ScheduledMonitor) => (state.isDown || state.failures > 0 ? 0 : 1);
  const stepMs = Math.min(intervalMs, MAX_SPREAD_MS) / late.length;
  for (const [index, entry] of [...late].sort((a, b) => urgency(a) - urgency(b)).entries())
    entry.tryAtMs = nowMs + Math.floor(index * stepMs);
}
