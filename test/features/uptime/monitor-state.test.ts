/** State machine of a monitor. Source: decisions, section 7. */
import { expect, test } from 'bun:test';
import {
  afterGap,
  afterResume,
  INITIAL_STATE,
  type MonitorSettings,
  type MonitorState,
  type Transition,
  transition,
} from '../../../src/features/uptime/state/monitor-state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SETTINGS: MonitorSettings = { intervalMs: MINUTE, confirmations: 3 };

const SUCCESS = { isUp: true } as const;
const FAILURE = { isUp: false, error: 'broken' } as const;
const fail = (state: MonitorState, nowMs: number, settings = SETTINGS) =>
  transition(state, FAILURE, { nowMs, settings });

/** Runs a sequence of checks, each at the time that the one before scheduled: `+` succeeds, `-` fails. */
function check(
  signs: string,
  settings = SETTINGS,
  from: { state: MonitorState; atMs: number } | null = null,
) {
  let [state, atMs] = [from?.state ?? INITIAL_STATE, from?.atMs ?? 0];
  const steps: (Transition & { atMs: number })[] = [];
  for (const sign of signs) {
    const next = transition(state, sign === '+' ? SUCCESS : FAILURE, { nowMs: atMs, settings });
    steps.push({ ...next, atMs });
    state = next.state;
    atMs += next.waitMs;
  }
  const last = steps.at(-1);
  if (!last) throw new Error('no check');
  return { ...last, steps, nextAtMs: atMs };
}
/** With one failure a site is down, with two successes it is up. */
const QUICK: MonitorSettings = { intervalMs: MINUTE, confirmations: 1 };

test.each([
  ['+', 3, false],
  ['-', 3, false],
  ['--', 3, false],
  ['---', 3, true],
  ['--+--', 3, false],
  ['--+---', 3, true],
  ['-', 1, true],
  ['----', 5, false],
  ['---+', 3, true],
  ['---++', 3, false],
  ['---+-+', 3, true],
  ['---+-++', 3, false],
  ['-+', 1, true],
  ['-++', 1, false],
])('checks %s with %d confirmations leave it down: %p', (signs, confirmations, isDown) => {
  expect(check(signs, { ...SETTINGS, confirmations }).state.isDown).toBe(isDown);
});

test('a downtime starts at the first failed check and ends at the first of two successful ones', () => {
  const { steps } = check('+---++');
  expect(steps.map(({ atMs }) => atMs / 1000)).toEqual([0, 60, 80, 100, 160, 170]);
  const down = { kind: 'down', startedAtMs: 60_000, error: 'broken' };
  const up = { kind: 'up', endedAtMs: 160_000 };
  expect(steps.map(({ change }) => change as unknown)).toEqual([null, null, null, down, null, up]);
});

test.each([
  [60_000, 20_000, 10_000],
  [15_000, 15_000, 10_000],
  [1000, 1000, 1000],
])(
  'with an interval of %d ms a failure is confirmed after %d ms and a success after %d ms',
  (intervalMs, down, up) => {
    const { steps } = check('---+', { intervalMs, confirmations: 3 });
    expect(steps.map(({ waitMs }) => waitMs)).toEqual([down, down, intervalMs, up]);
  },
);

test('a site that is down is checked less and less often, then once a day, until it answers', () => {
  const waits = new Map<number, number>();
  let { state } = check('---');
  const startedMs = state.rareSinceMs ?? 0;
  for (const ageMs of [59 * MINUTE, HOUR, 23 * HOUR, DAY, 6 * DAY, 7 * DAY, 30 * DAY]) {
    const next = fail(state, startedMs + ageMs);
    waits.set(ageMs, next.waitMs);
    expect([ageMs, next.state.isAutoPaused]).toEqual([ageMs, ageMs >= 7 * DAY]);
    state = next.state;
  }
  expect([...waits.values()]).toEqual([1, 5, 5, 30, 30, 1440, 1440].map(minutes => minutes * MINUTE));
  const answered = transition(state, SUCCESS, { nowMs: startedMs + 31 * DAY, settings: SETTINGS });
  expect([answered.state.isAutoPaused, answered.waitMs]).toEqual([false, 10_000]);
  const failed = fail(answered.state, startedMs + 31 * DAY);
  expect([failed.state.isAutoPaused, failed.waitMs]).toEqual([true, DAY]);
});

test('a longer interval is never shortened by going down', () => {
  const settings = { intervalMs: 2 * HOUR, confirmations: 1 };
  const { state } = check('-', settings);
  expect(fail(state, 2 * HOUR, settings).waitMs).toBe(2 * HOUR);
});

test('the owner resumes frequent checks', () => {
  const awake = afterResume(fail(check('---').state, 8 * DAY).state, 8 * DAY);
  expect(awake.isAutoPaused).toBe(false);
  const next = fail(awake, 8 * DAY);
  expect([next.waitMs, next.state.isAutoPaused, next.state.isDown]).toEqual([MINUTE, false, true]);
});

test('each change has one notification', () => {
  const notifications = check('+---+++---').steps.map(({ notification }) => notification ?? '.');
  expect(notifications.join(' ')).toBe('. . . down . up . . . down');
});

test('more than four changes in an hour have one more notification and then none', () => {
  const flaps = check('-++'.repeat(6), QUICK);
  const notifications = flaps.steps.flatMap(({ notification }) => notification ?? []);
  expect(notifications.join(' ')).toBe('down up down up down');
  expect(flaps.steps.filter(({ change }) => change).length).toBe(12);
  expect(flaps.state.isFlapping).toBe(true);
});

test('four changes in an hour have four notifications, and a fifth an hour later has one too', () => {
  const { state, nextAtMs } = check('-++-++', QUICK);
  const later = check('-', QUICK, { state, atMs: nextAtMs + HOUR });
  expect([later.notification, later.state.isFlapping]).toEqual(['down', false]);
});

test.each([
  ['-++-++-++', 'up'],
  ['-++-++-++-', null],
] as const)('after %s and half an hour of calm the last word is %p', (signs, word) => {
  const { state, atMs } = check(signs, QUICK);
  expect(state.isFlapping).toBe(true);
  const outcome = state.isDown ? FAILURE : SUCCESS;
  const early = transition(state, outcome, { nowMs: atMs + 29 * MINUTE, settings: QUICK });
  expect([early.notification, early.state.isFlapping]).toEqual([null, true]);
  const calm = transition(early.state, outcome, { nowMs: atMs + 30 * MINUTE, settings: QUICK });
  expect([calm.notification, calm.state.isFlapping]).toEqual([word, false]);
});

test('after a time without checks, confirmations start again and a downtime continues', () => {
  expect(afterGap(check('--').state)).toEqual(INITIAL_STATE);
  const halfUp = check('---+').state;
  expect(afterGap(halfUp)).toEqual({ ...halfUp, firstSuccessAtMs: null });
});
