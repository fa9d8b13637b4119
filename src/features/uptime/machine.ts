/** When a monitor is down and when it is up again: what a check changes, without a clock and without a database. */

/** What a monitor remembers from check to check. Instants are milliseconds since 1970. */
export interface WatchState {
  readonly isDown: boolean;
  /** Failed checks in a row, while up. */
  readonly failures: number;
  /** The first of them. */
  readonly firstFailure: { readonly atMs: number; readonly error: string } | null;
  /** While down: a success that another one has to confirm. */
  readonly firstSuccessAtMs: number | null;
  /** While down: from when on checks become rarer. The start of the downtime, or when its owner asked for checks again. */
  readonly rareSinceMs: number | null;
  readonly isAutoPaused: boolean;
  /** When it went down or came up, as far as that counts for flapping. */
  readonly changesAtMs: readonly number[];
  /** True: it changes all the time, and nothing more is told until it has been stable for a while. */
  readonly isFlapping: boolean;
  /** What the owner was told last. */
  readonly isToldDown: boolean;
}

export const FIRST_STATE: WatchState = {
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

export interface WatchSettings {
  /** Between two checks of a monitor that is up. */
  readonly intervalMs: number;
  /** Failed checks in a row before a monitor is down. */
  readonly confirmations: number;
}

/** What a check found. */
export type Finding = { readonly isUp: true } | { readonly isUp: false; readonly error: string };

/** What a check changes. */
export interface Step {
  readonly state: WatchState;
  /** Until the next check. */
  readonly waitMs: number;
  /** False: the next check confirms this one, and its time is kept to. */
  readonly isRoutine: boolean;
  readonly change:
    | { readonly kind: 'down'; readonly startedAtMs: number; readonly error: string }
    | { readonly kind: 'up'; readonly endedAtMs: number }
    | null;
  /** What the owner is to be told now. */
  readonly tells: 'down' | 'up' | null;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Source: decisions, section 1 (`FOOTFALL_UPTIME_CONFIRM`) and section 7, as everything below. */
const CONFIRM_DOWN_MS = 20 * SECOND_MS;
const CONFIRM_UP_MS = 10 * SECOND_MS;
const MAX_CHANGES = 4;
const FLAP_SPAN_MS = HOUR_MS;
const STABLE_MS = 30 * MINUTE_MS;
/** How long a downtime lasts before checks become rarer, and how rare they then are. */
const RARE: readonly { readonly afterMs: number; readonly waitMs: number; readonly isPause: boolean }[] = [
  { afterMs: 7 * DAY_MS, waitMs: DAY_MS, isPause: true },
  { afterMs: DAY_MS, waitMs: 30 * MINUTE_MS, isPause: false },
  { afterMs: HOUR_MS, waitMs: 5 * MINUTE_MS, isPause: false },
];

/** Takes in what a check at `nowMs` found. */
export function step(before: WatchState, finding: Finding, nowMs: number, settings: WatchSettings): Step {
  const next = before.isDown
    ? stepWhileDown(before, finding, nowMs, settings)
    : stepWhileUp(before, finding, nowMs, settings);
  return { ...next, ...tell(next, nowMs) };
}

type Unheard = Omit<Step, 'tells'>;

function stepWhileUp(
  before: WatchState,
  finding: Finding,
  nowMs: number,
  { intervalMs, confirmations }: WatchSettings,
): Unheard {
  if (finding.isUp) {
    const state = { ...before, failures: 0, firstFailure: null };
    return { state, waitMs: intervalMs, isRoutine: true, change: null };
  }
  const failures = before.failures + 1;
  const firstFailure = before.firstFailure ?? { atMs: nowMs, error: finding.error };
  if (failures < confirmations) {
    const waitMs = Math.min(CONFIRM_DOWN_MS, intervalMs);
    return { state: { ...before, failures, firstFailure }, waitMs, isRoutine: false, change: null };
  }
  const startedAtMs = firstFailure.atMs;
  return {
    state: { ...before, isDown: true, failures: 0, firstFailure: null, rareSinceMs: startedAtMs },
    waitMs: intervalMs,
    isRoutine: true,
    change: { kind: 'down', startedAtMs, error: finding.error },
  };
}

function stepWhileDown(
  before: WatchState,
  finding: Finding,
  nowMs: number,
  { intervalMs }: WatchSettings,
): Unheard {
  if (!finding.isUp) {
    const ageMs = nowMs - (before.rareSinceMs ?? nowMs);
    const rare = RARE.find(({ afterMs }) => ageMs >= afterMs);
    return {
      state: { ...before, firstSuccessAtMs: null, isAutoPaused: rare?.isPause ?? false },
      waitMs: Math.max(intervalMs, rare?.waitMs ?? 0),
      isRoutine: true,
      change: null,
    };
  }
  if (before.firstSuccessAtMs === null) {
    const state = { ...before, firstSuccessAtMs: nowMs, isAutoPaused: false };
    return { state, waitMs: Math.min(CONFIRM_UP_MS, intervalMs), isRoutine: false, change: null };
  }
  return {
    state: { ...before, isDown: false, firstSuccessAtMs: null, rareSinceMs: null, isAutoPaused: false },
    waitMs: intervalMs,
    isRoutine: true,
    change: { kind: 'up', endedAtMs: before.firstSuccessAtMs },
  };
}

/** One word for each change, but not for every one of a monitor that changes all the time. */
function tell({ state, change }: Unheard, nowMs: number): Pick<Step, 'state' | 'tells'> {
  const { isDown, isFlapping, isToldDown, changesAtMs } = state;
  const word = isDown ? 'down' : 'up';
  if (change) {
    const recent = [...changesAtMs.filter(atMs => atMs > nowMs - FLAP_SPAN_MS), nowMs];
    if (isFlapping) return { state: { ...state, changesAtMs: recent.slice(-1) }, tells: null };
    const flaps = recent.length > MAX_CHANGES;
    return {
      state: { ...state, changesAtMs: recent, isFlapping: flaps, isToldDown: isDown },
      tells: word,
    };
  }
  const lastChangeMs = changesAtMs.at(-1) ?? 0;
  if (!isFlapping || nowMs - lastChangeMs < STABLE_MS) return { state, tells: null };
  return {
    state: { ...state, changesAtMs: [], isFlapping: false, isToldDown: isDown },
    tells: isDown === isToldDown ? null : word,
  };
}

/** After a time without checks: what had to be confirmed begins anew. */
export const afterGap = (state: WatchState): WatchState => ({
  ...state,
  failures: 0,
  firstFailure: null,
  firstSuccessAtMs: null,
});

/** After its owner asked for checks again: they are as frequent as at the beginning of a downtime. */
export const resumed = (state: WatchState, nowMs: number): WatchState => ({
  ...state,
  isAutoPaused: false,
  rareSinceMs: state.isDown ? nowMs : null,
});
