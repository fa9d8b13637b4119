/** Runs the checks that are due, many concurrently. */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { MINUTE_MS, SECOND_MS } from '../../../lib/time-units.ts';
import { raceSignal } from '../../../outbound/deadline.ts';
import type { Impact } from '../impact/impact.ts';
import type { EndingCheck } from '../impact/impact-recorder.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { CheckedAt } from './check-recorder.ts';
import type { CheckResult } from './check-result.ts';
import type { Connectivity } from './connectivity.ts';
import { overdue, type RunCheck } from './run-check.ts';
import { createSuspension } from './suspension.ts';
import { isExampleTarget, type MonitorTarget, toReachedUrl } from './target.ts';

export interface CheckSchedulerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly runCheck: RunCheck;
  readonly connectivity: Connectivity;
  /** Interval between two checks of a monitor that is up. */
  readonly intervalMs: number;
  /** Returns what a monitor checks; undefined while it is not monitored. */
  readonly findTarget: (monitor: MonitorRow) => MonitorTarget | undefined;
  /** Records a result and returns the monitor after it. Throws when it cannot be written. */
  readonly recordCheck: (before: MonitorRow, result: CheckResult, at: CheckedAt) => MonitorRow;
  /** Estimates the impact of the downtime that a check ends; null for any other check. */
  readonly findImpact: (monitor: MonitorRow, check: EndingCheck) => Promise<Impact | null>;
}

export interface CheckScheduler {
  /** Adds or replaces a monitor. */
  add(monitor: MonitorRow): void;
  /** Loads the monitors of an earlier run, and spreads those that are overdue. */
  load(monitors: readonly MonitorRow[]): void;
  /** Replaces a monitor with its changed version; a running check goes on. */
  put(monitor: MonitorRow): void;
  drop(monitorId: number): void;
  /** Returns the monitor after its last check. */
  find(monitorId: number): MonitorRow | undefined;
  /** Returns the monitor of a site's own address after its last check. */
  findHome(siteId: number): MonitorRow | undefined;
  list(): MonitorRow[];
  /** Returns since when this server has been offline and checks are suspended; null while it is online. */
  offlineSince(): Date | null;
  /** The same for one monitor; also null inside the operator's own network, where checks go on. */
  suspendedSince(monitorId: number): Date | null;
  /** Records a result that was pushed, such as a heartbeat. */
  report(monitorId: number, result: CheckResult): void;
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
  /** Whether the target was inside the operator's own network at the last check; null before the first one. */
  isInternal: boolean | null;
}

/** Concurrent checks. Each takes ten seconds at most, so that slow sites do not delay others. */
const MAX_RUNNING = 100;
const RETRY_MS = 5000;
const UNMONITORED_RETRY_MS = MINUTE_MS;
/** The loop runs a few milliseconds early or late; without this a check would wait for the next second. */
const EARLY_MS = 100;
/** Maximum number of overdue monitors that are checked at once. */
const MAX_IMMEDIATE = 10;
const MAX_SPREAD_MS = MINUTE_MS;

/** Creates the loop of all monitors; `startDue` is called every second. */
export function createCheckScheduler(deps: CheckSchedulerDeps): CheckScheduler {
  const { clock, log, runCheck, connectivity } = deps;
  const entries = new Map<number, ScheduledMonitor>();
  /** Ids of the monitors of sites' own addresses, by site. */
  const homes = new Map<number, number>();
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
    entries.set(monitor.id, entry);
    if (monitor.isHome) homes.set(monitor.siteId, monitor.id);
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
    for (const entry of entries.values()) awaitAnew(entry);
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
    const { id, lastCheckAt } = entry.monitor;
    const atMs = nowMs();
    const target = deps.findTarget(entry.monitor);
    const isChecked = target !== undefined && !isExampleTarget(target.settings) && !isAwaited(entry, target);
    // Scheduled first, so that an error does not end the checks.
    entry.tryAtMs = atMs + (isChecked ? RETRY_MS : Math.min(UNMONITORED_RETRY_MS, deps.intervalMs));
    if (!isChecked) return;
    const { settings } = target;
    const reachedUrl = toReachedUrl(settings);
    const [isInternal, result] = await Promise.all([
      reachedUrl !== null && raceSignal(stopping.signal, connectivity.isInternal(reachedUrl)),
      runCheck(settings, stopping.signal),
    ]);
    entry.isInternal = isInternal;
    if (result.isInconclusive) return;
    const isServerFault =
      !result.isUp && !isInternal && !(await raceSignal(stopping.signal, connectivity.isOnline()));
    const impact = await deps.findImpact(entry.monitor, { result, atMs, signal: stopping.signal });
    // It may have been replaced, or a heartbeat may have come, in the meantime.
    const isCurrent = entries.get(id) === entry && entry.monitor.lastCheckAt === lastCheckAt;
    if (stopping.signal.aborted || !isCurrent) return;
    if (isServerFault) {
      suspension.begin();
      entry.tryAtMs = atMs;
      return;
    }
    record(entry, result, { target, atMs, impact });
  }

  function record(entry: ScheduledMonitor, result: CheckResult, at: CheckedAt): void {
    entry.monitor = deps.recordCheck(entry.monitor, result, at);
    entry.tryAtMs = Math.max(entry.monitor.nextCheckAt.getTime(), at.atMs);
  }

  /** Restarts the period of heartbeats: they could not reach a server that was offline. */
  function awaitAnew(entry: ScheduledMonitor): void {
    const target = deps.findTarget(entry.monitor);
    const dueMs = target && findFreshDeadline(entry.monitor, target, nowMs());
    if (dueMs === undefined) return;
    entry.monitor = { ...entry.monitor, nextCheckAt: new Date(dueMs) };
    entry.tryAtMs = dueMs;
  }

  return {
    add: monitor => void addEntry(monitor),
    load: monitors => spread(monitors.map(addEntry).filter(isLate), deps.intervalMs, nowMs()),
    put(monitor) {
      const entry = entries.get(monitor.id);
      if (entry) entry.monitor = monitor;
    },
    drop(monitorId) {
      const entry = entries.get(monitorId);
      entries.delete(monitorId);
      if (entry?.monitor.isHome) homes.delete(entry.monitor.siteId);
    },
    find: monitorId => entries.get(monitorId)?.monitor,
    findHome: siteId => entries.get(homes.get(siteId) ?? -1)?.monitor,
    list: () => [...entries.values()].map(({ monitor }) => monitor),
    offlineSince: suspension.since,
    suspendedSince: monitorId => (entries.get(monitorId)?.isInternal === false ? suspension.since() : null),
    report(monitorId, result) {
      const entry = entries.get(monitorId);
      const target = entry && deps.findTarget(entry.monitor);
      if (!entry || !target) return;
      const at = { target, atMs: nowMs(), impact: null };
      const missed = findMissed(entry, target, at.atMs);
      if (missed) record(entry, missed, at);
      record(entry, result, at);
    },
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

/** Returns when a heartbeat that begins now would be overdue; undefined for other monitors, and for one already missing. */
const findFreshDeadline = ({ state }: MonitorRow, { settings }: MonitorTarget, nowMs: number) =>
  settings.kind === 'heartbeat' && !state.isDown
    ? nowMs + (settings.periodS + settings.graceS) * SECOND_MS
    : undefined;

/** Returns the result of a heartbeat that comes after its deadline, before that was noticed: in the first second after a start. */
const findMissed = ({ monitor }: ScheduledMonitor, { settings }: MonitorTarget, nowMs: number) =>
  settings.kind === 'heartbeat' &&
  monitor.lastCheckAt !== null &&
  !monitor.state.isDown &&
  monitor.nextCheckAt.getTime() <= nowMs
    ? overdue(settings)
    : undefined;

/** Returns whether a heartbeat has never come: it is awaited, and not missing yet. */
const isAwaited = ({ monitor }: ScheduledMonitor, { settings }: MonitorTarget): boolean =>
  settings.kind === 'heartbeat' && monitor.lastCheckAt === null;

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
