/** Checks all alerts, each minute. */

import { DEFAULT_CHANGE, isTrafficKind, type TrafficKind, toTrafficCondition } from '../../core/alerts.ts';
import type { Clock } from '../../core/clock.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { FindSiteZone, Site } from '../../core/site.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { checkEvents, type EventDeps } from './check-events.ts';
import { createHitHours, type HitHours, toGap } from './detect/hit-hours.ts';
import { judge, type Verdict } from './detect/judge.ts';
import { HISTORY_HOURS, MIN_HISTORY_HOURS } from './detect/usual.ts';
import { type FiringFacts, toSeriesFacts } from './firing-facts.ts';
import { createGoalHistory, type WatchedGoal } from './goal-history.ts';
import { createHitHistory, toHourMs } from './hit-history.ts';
import type { AlertRow } from './store.ts';

export type StoredRow = Pick<NewHit, 'siteId' | 'kind' | 'createdAt'>;

/** How often it is noted that the server is running, and what is longer is a gap. */
const NOTED_EVERY_MS = 5 * MINUTE_MS;
const MAX_UNNOTED_MS = 15 * MINUTE_MS;

export interface AlertCheckerDeps extends EventDeps {
  readonly hits: Pick<HitStore, 'ask'>;
  readonly listGoals: (siteId: number) => readonly (WatchedGoal & { readonly name: string })[];
  /** Finds a site whose alerts are checked: it exists, and its owner's plan includes them. */
  readonly findSite: (id: number) => Site | undefined;
  readonly findZone: FindSiteZone;
  readonly findUptimeState: (siteId: number) => 'off' | 'up' | 'down' | 'paused' | 'unknown';
  readonly clock: Clock;
}

type TrafficAlert = AlertRow & { readonly kind: TrafficKind };

type GoalAlert = AlertRow & { readonly kind: 'goal'; readonly goalId: number };

const isGoalAlert = (alert: AlertRow): alert is GoalAlert => alert.kind === 'goal' && alert.goalId !== null;

const isTrafficAlert = (alert: AlertRow): alert is TrafficAlert => isTrafficKind(alert.kind);

export function createAlertChecker(deps: AlertCheckerDeps) {
  const { store, changes, findSite, findUptimeState } = deps;
  const history = createHitHistory(deps.hits);
  const goalHistory = createGoalHistory(deps.hits, deps.findZone);
  /** The hour in which each alert was judged last. */
  const judgedIn = new Map<number, number>();

  /** Notes that the server is running, and since when it was not. */
  function noteRunning(now: Date): void {
    const checkedAt = store.findCheckedAt();
    const passedMs = checkedAt ? now.getTime() - checkedAt.getTime() : Number.POSITIVE_INFINITY;
    if (checkedAt && passedMs > MAX_UNNOTED_MS) store.insertGap({ startedAt: checkedAt, endedAt: now });
    if (passedMs >= NOTED_EVERY_MS || passedMs < 0) store.saveCheckedAt(now);
  }

  function toTrafficFacts({ kind, siteId }: TrafficAlert, verdict: Verdict): FiringFacts {
    const facts = toSeriesFacts(kind, verdict);
    if (kind !== 'silence') return facts;
    const state = findUptimeState(siteId);
    if (state === 'up') return { ...facts, cause: 'script_missing' };
    return { ...facts, cause: state === 'down' || state === 'paused' ? 'site_down' : 'unknown' };
  }

  /** Lets an alert fire or end by a verdict, or notes that it learns. */
  function applyVerdict(alert: AlertRow, { verdict, hours, toFacts }: Judged): void {
    const isFiring = alert.state === 'firing';
    if (verdict && verdict.isFiring !== isFiring) {
      store.transaction(() => {
        if (isFiring) changes.resolve(alert);
        else changes.fire(alert, toFacts(verdict));
      });
    } else if (!isFiring) {
      const state = hours.length < MIN_HISTORY_HOURS ? 'learning' : 'ok';
      if (state !== alert.state) store.update(alert.id, { state, since: deps.clock.now() });
    }
  }

  async function checkTraffic(
    alerts: readonly TrafficAlert[],
    now: Date,
    signal: AbortSignal,
  ): Promise<void> {
    const siteIds = new Set(alerts.map(({ siteId }) => siteId));
    const changed = await history.refresh(siteIds, now, signal);
    const hourMs = toHourMs(now);
    const gaps = store.listGapsSince(new Date(hourMs - HISTORY_HOURS * HOUR_MS)).map(toGap);
    const hoursOf = new Map<number, HitHours>();
    for (const alert of alerts) {
      const { id, kind, siteId, state } = alert;
      const site = history.find(siteId);
      if (!site) continue;
      const isNewHour = judgedIn.get(id) !== hourMs;
      // Falls are judged when an hour has ended; rises, and the end of a silence, as soon as there are hits.
      const mayChange =
        changed.has(siteId) && (kind === 'spike' || (kind === 'silence' && state === 'firing'));
      if (!isNewHour && !mayChange) continue;
      const hours = hoursOf.get(siteId) ?? createHitHours(site.startMs, site.counts, gaps);
      hoursOf.set(siteId, hours);
      const verdict = judgeNow(alert, hours, (hourMs - hours.startMs) / HOUR_MS);
      applyVerdict(alert, { verdict, hours, toFacts: found => toTrafficFacts(alert, found) });
      judgedIn.set(id, hourMs);
    }
  }

  /** Judges alerts on goals, once for each hour that has ended. */
  async function checkGoals(alerts: readonly GoalAlert[], now: Date, signal: AbortSignal): Promise<void> {
    goalHistory.watch(new Set(alerts.map(({ siteId }) => siteId)));
    const hourMs = toHourMs(now);
    const due = alerts.filter(({ id }) => judgedIn.get(id) !== hourMs);
    if (due.length === 0) return;
    const dueSites = new Set(due.map(({ siteId }) => siteId));
    const goalsOf = new Map([...dueSites].map(siteId => [siteId, deps.listGoals(siteId)]));
    const goalIds = new Set(alerts.map(({ goalId }) => goalId));
    const watched = [...goalsOf].map(
      ([id, goals]) => [id, goals.filter(goal => goalIds.has(goal.id))] as const,
    );
    await goalHistory.refresh(new Map(watched), { now, signal });
    const gaps = store.listGapsSince(new Date(hourMs - HISTORY_HOURS * HOUR_MS)).map(toGap);
    for (const alert of due) {
      const { id, siteId, goalId, thresholds } = alert;
      const conversions = goalHistory.find(siteId, goalId, now);
      if (!conversions) continue;
      const hours = createHitHours(conversions.startMs, conversions.counts, gaps);
      const moment = { hours, last: hours.length - 1, wasFiring: alert.state === 'firing' };
      const condition = toTrafficCondition('goal', thresholds);
      const goal = goalsOf.get(siteId)?.find(each => each.id === goalId)?.name;
      applyVerdict(alert, {
        verdict: hours.length === 0 ? undefined : judge(condition, moment),
        hours,
        toFacts: verdict => ({
          ...toSeriesFacts('goal', verdict),
          ...(goal === undefined ? {} : { goal }),
          change: thresholds.change ?? DEFAULT_CHANGE,
        }),
      });
      judgedIn.set(id, hourMs);
    }
  }

  return {
    /** Notes a row that was stored. */
    noteStored(row: StoredRow): void {
      if (row.kind === 'hit') history.noteChanged(row.siteId);
      goalHistory.noteChanged(row.siteId, row);
    },
    /** Reloads the history of a site. */
    forget(siteId: number): void {
      history.forget(siteId);
      goalHistory.forget(siteId);
    },
    async check(now: Date, signal: AbortSignal): Promise<void> {
      const alerts = store.listAll().filter(({ siteId }) => findSite(siteId) !== undefined);
      if (alerts.length === 0) return;
      noteRunning(now);
      checkEvents(deps, alerts);
      await checkTraffic(alerts.filter(isTrafficAlert), now, signal);
      await checkGoals(alerts.filter(isGoalAlert), now, signal);
    },
    /** Judges an alert anew at the next check: its thresholds were changed. */
    forgetAlert: (id: number): void => {
      judgedIn.delete(id);
    },
  };
}

/** What was found in some hours. */
interface Judged {
  readonly verdict: Verdict | undefined;
  readonly hours: HitHours;
  readonly toFacts: (verdict: Verdict) => FiringFacts;
}

/** Judges an alert at a moment of a running hour. */
function judgeNow(alert: TrafficAlert, hours: HitHours, running: number): Verdict | undefined {
  if (hours.length === 0) return undefined;
  const { kind } = alert;
  const condition = toTrafficCondition(kind, alert.thresholds);
  const wasFiring = alert.state === 'firing';
  const judgeAt = (last: number) => judge(condition, { hours, last, wasFiring });
  if (kind === 'drop') return judgeAt(running - 1);
  const now = hours.sum(running, running);
  if (kind === 'silence')
    return now > 0 ? { isFiring: false, hits: now, expected: 0, hours: 0 } : judgeAt(running - 1);
  const verdict = judgeAt(running);
  // The running hour has just begun: a spike goes on until an hour has ended without it.
  return wasFiring && verdict && !verdict.isFiring ? judgeAt(running - 1) : verdict;
}
