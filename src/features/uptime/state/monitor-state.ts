/** State machine of a monitor: up, down, flapping. Pure functions, without a clock or a database. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../lib/time-units.ts';

/** State of a monitor between checks. Instants are milliseconds since 1970. */
export interface MonitorState {
  readonly isDown: boolean;
  /** Failed checks in a row, while up. */
  readonly failures: number;
  /** The first of them. */
  readonly firstFailure: { readonly atMs: number; readonly error: string } | null;
  /** While down: the first success, which a second one must confirm. */
  readonly firstSuccessAtMs: number | null;
  /** While down: start of the time after which checks become rarer: of the downtime, or when the owner resumed checks. */
  readonly rareSinceMs: number | null;
  readonly isAutoPaused: boolean;
  /** Recent changes, for the detection of flapping. */
  readonly changesAtMs: readonly number[];
  /** True: it changes too often, and no notification is sent until it has been stable for a while. */
  readonly isFlapping: boolean;
  /** The state that the owner was last notified of. Stored under this name. */
  readonly isToldDown: boolean;
}

export const INITIAL_STATE: MonitorState = {
  isDown: false,
  failures: 0,
  firstFailure: null,
  firstSuccessAtMs: null,
  rareSinceMs: null,
  isAutoPaused: false,
  changesAtMs: [],
  isFlapping: false,
  isToldDown: false,
};

export interface MonitorSettings {
  /** Between two checks of a monitor that is up. */
  readonly intervalMs: number;
  /** Failed checks in a row before a monitor is down. */
  readonly confirmations: number;
  /** Successes in a row before it is up again. Default: 2. */
  readonly recoveries?: 1 | 2;
}

/** Outcome of a check. */
export type CheckOutcome = { readonly isUp: true } | { readonly isUp: false; readonly error: string };

export interface TransitionContext {
  /** When the check started. */
  readonly nowMs: number;
  /** From when on a failure counts. Default: when the check started. */
  readonly failedAtMs?: number;
  readonly settings: MonitorSettings;
}

/** Transition after a check. */
export interface Transition {
  readonly state: MonitorState;
  /** Delay of the next check. */
  readonly waitMs: number;
  /** False: the next check confirms this one and is not jittered. */
  readonly isRoutine: boolean;
  readonly change:
    | { readonly kind: 'down'; readonly startedAtMs: number; readonly error: string }
    | { readonly kind: 'up'; readonly endedAtMs: number }
    | null;
  /** Notification to send now. */
  readonly notification: 'down' | 'up' | null;
}

/** Source: decisions, section 1, `FOOTFALL_UPTIME_CONFIRM`; decisions, section 7. */
const CONFIRM_DOWN_MS = 20 * SECOND_MS;
const CONFIRM_UP_MS = 10 * SECOND_MS;
const MAX_CHANGES = 4;
const FLAP_SPAN_MS = HOUR_MS;
const STABLE_MS = 30 * MINUTE_MS;
/** Intervals of checks during a downtime, by its age. */
const BACKOFF: readonly { readonly afterMs: number; readonly waitMs: number; readonly isPause: boolean }[] = [
  { afterMs: 7 * DAY_MS, waitMs: DAY_MS, isPause: true },
  { afterMs: DAY_MS, waitMs: 30 * MINUTE_MS, isPause: false },
  { afterMs: HOUR_MS, waitMs: 5 * MINUTE_MS, isPause: false },
];

/** Returns the transition after a check. */
export function transition(
  before: MonitorState,
  outcome: CheckOutcome,
  context: TransitionContext,
): Transition {
  const next = before.isDown
    ? transitionWhileDown(before, outcome, context)
    : transitionWhileUp(before, outcome, context);
  return { ...next, ...decideNotification(next, context.nowMs) };
}

type UnnotifiedTransition = Omit<Transition, 'notification'>;

function transitionWhileUp(
  before: MonitorState,
  outcome: CheckOutcome,
  { nowMs, failedAtMs = nowMs, settings: { intervalMs, confirmations } }: TransitionContext,
): UnnotifiedTransition {
  if (outcome.isUp) {
    const state = { ...before, failures: 0, firstFailure: null };
    return { state, waitMs: intervalMs, isRoutine: true, change: null };
  }
  const failures = before.failures + 1;
  const firstFailure = before.firstFailure ?? { atMs: failedAtMs, error: outcome.error };
  if (failures < confirmations) {
    const waitMs = Math.min(CONFIRM_DOWN_MS, intervalMs);
    return { state: { ...before, failures, firstFailure }, waitMs, isRoutine: false, change: null };
  }
  const startedAtMs = firstFailure.atMs;
  return {
    state: { ...before, isDown: true, failures: 0, firstFailure: null, rareSinceMs: startedAtMs },
    waitMs: intervalMs,
    isRoutine: true,
    change: { kind: 'down', startedAtMs, error: outcome.error },
  };
}

function transitionWhileDown(
  before: MonitorState,
  outcome: CheckOutcome,
  { nowMs, settings: { intervalMs, recoveries = 2 } }: TransitionContext,
): UnnotifiedTransition {
  if (!outcome.isUp) {
    const ageMs = nowMs - (before.rareSinceMs ?? nowMs);
    const rare = BACKOFF.find(({ afterMs }) => ageMs >= afterMs);
    return {
      state: { ...before, firstSuccessAtMs: null, isAutoPaused: rare?.isPause ?? false },
      waitMs: Math.max(intervalMs, rare?.waitMs ?? 0),
      isRoutine: true,
      change: null,
    };
  }
  if (before.firstSuccessAtMs === null && recoveries > 1) {
    const state = { ...before, firstSuccessAtMs: nowMs, isAutoPaused: false };
    return { state, waitMs: Math.min(CONFIRM_UP_MS, intervalMs), isRoutine: false, change: null };
  }
  return {
    state: { ...before, isDown: false, firstSuccessAtMs: null, rareSinceMs: null, isAutoPaused: false },
    waitMs: intervalMs,
    isRoutine: true,
    change: { kind: 'up', endedAtMs: before.firstSuccessAtMs ?? nowMs },
  };
}

/** Decides on a notification: one for each change, except while flapping. */
function decideNotification(
  { state, change }: UnnotifiedTransition,
  nowMs: number,
): Pick<Transition, 'state' | 'notification'> {
  const { isDown, isFlapping, isToldDown, changesAtMs } = state;
  const word = isDown ? 'down' : 'up';
  if (change) {
    const recent = [...changesAtMs.filter(atMs => atMs > nowMs - FLAP_SPAN_MS), nowMs];
    if (isFlapping) return { state: { ...state, changesAtMs: recent.slice(-1) }, notification: null };
    const startsFlapping = recent.length > MAX_CHANGES;
    return {
      state: { ...state, changesAtMs: recent, isFlapping: startsFlapping, isToldDown: isDown },
      notification: word,
    };
  }
  const lastChangeMs = changesAtMs.at(-1) ?? 0;
  if (!isFlapping || nowMs - lastChangeMs < STABLE_MS) return { state, notification: null };
  return {
    state: { ...state, changesAtMs: [], isFlapping: false, isToldDown: isDown },
    notification: isDown === isToldDown ? null : word,
  };
}

/** Returns the state after a time without checks: confirmations start again. */
export const afterGap = (state: MonitorState): MonitorState => ({
  ...state,
  failures: 0,
  firstFailure: null,
  firstSuccessAtMs: null,
});

/** Returns the state after the owner resumed checks: they are frequent again. */
export const afterResume = (state: MonitorState, nowMs: number): MonitorState => ({
  ...state,
  isAutoPaused: false,
  rareSinceMs: state.isDown ? nowMs : null,
});
