/** When a site is down and when it is up again. Source: decisions, section 7. */
import { expect, test } from 'bun:test';
import {
  afterGap,
  FIRST_STATE,
  type MonitorState,
  resumed,
  type Step,
  step,
  type WatchSettings,
} from '../../../src/features/uptime/monitor-state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SETTINGS: WatchSettings = { intervalMs: MINUTE, confirmations: 3 };

/** Checks one after the other, each when the one before asked for it: `+` succeeds, `-` fails. */
function check(
  signs: string,
  settings = SETTINGS,
  from: { state: MonitorState; atMs: number } | null = null,
) {
  let [state, atMs] = [from?.state ?? FIRST_STATE, from?.atMs ?? 0];
  const steps: (Step & { atMs: number })[] = [];
  for (const sign of signs) {
    const finding = sign === '+' ? { isUp: true as const } : { isUp: false as const, error: 'broken' };
    const next = step(state, finding, atMs, settings);
    steps.push({ ...next, atMs });
    state = next.state;
    atMs += next.waitMs;
  }
  const last = steps.at(-1);
  if (!last) throw new Error('no check');
  return { ...last, steps, nextAtMs: atMs };
}
const tellsOf = (signs: string, settings = SETTINGS) =>
  check(signs, settings).steps.map(({ notification }) => notification);

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

test('a downtime starts at the first failed check and ends at the first of two good ones', () => {
  const { steps } = check('+---++');
  expect(steps.map(({ atMs }) => atMs / 1000)).toEqual([0, 60, 80, 100, 160, 170]);
  expect(steps.map(({ change }) => change)).toEqual([
    null,
    null,
    null,
    { kind: 'down', startedAtMs: 60_000, error: 'broken' },
    null,
    { kind: 'up', endedAtMs: 160_000 },
  ]);
});

test.each([
  [60_000, 20_000, 10_000],
  [15_000, 15_000, 10_000],
  [1000, 1000, 1000],
])(
  'with an interval of %d ms a failure is confirmed after %d ms and a success after %d ms',
  (intervalMs, down, up) => {
    const waits = check('--  -+'.replaceAll(' ', ''), { intervalMs, confirmations: 3 }).steps.map(
      ({ waitMs }) => waitMs,
    );
    expect(waits).toEqual([down, down, intervalMs, up]);
  },
);

test('what is down is looked at less and less often, then once a day, until it answers', () => {
  const waits = new Map<number, number>();
  let { state } = check('---');
  const startedMs = state.rareSinceMs ?? 0;
  for (const ageMs of [59 * MINUTE, HOUR, 23 * HOUR, DAY, 6 * DAY, 7 * DAY, 30 * DAY]) {
    const next = step(state, { isUp: false, error: 'broken' }, startedMs + ageMs, SETTINGS);
    waits.set(ageMs, next.waitMs);
    expect([ageMs, next.state.isAutoPaused]).toEqual([ageMs, ageMs >= 7 * DAY]);
    state = next.state;
  }
  expect([...waits.values()]).toEqual([1, 5, 5, 30, 30, 1440, 1440].map(minutes => minutes * MINUTE));
  const answered = step(state, { isUp: true }, startedMs + 31 * DAY, SETTINGS);
  expect([answered.state.isAutoPaused, answered.waitMs]).toEqual([false, 10_000]);
  const failed = step(answered.state, { isUp: false, error: 'broken' }, startedMs + 31 * DAY, SETTINGS);
  expect([failed.state.isAutoPaused, failed.waitMs]).toEqual([true, DAY]);
});

test('a longer interval is never shortened by going down', () => {
  const settings = { intervalMs: 2 * HOUR, confirmations: 1 };
  const { state } = check('-', settings);
  expect(step(state, { isUp: false, error: 'broken' }, 2 * HOUR, settings).waitMs).toBe(2 * HOUR);
});

test('its owner brings it back to frequent checks', () => {
  const { state } = check('---');
  const paused = step(state, { isUp: false, error: 'broken' }, 8 * DAY, SETTINGS).state;
  const awake = resumed(paused, 8 * DAY);
  expect(awake.isAutoPaused).toBe(false);
  const next = step(awake, { isUp: false, error: 'broken' }, 8 * DAY, SETTINGS);
  expect([next.waitMs, next.state.isAutoPaused, next.state.isDown]).toEqual([MINUTE, false, true]);
});

test('each change is told once', () => {
  expect(tellsOf('+---+++---')).toEqual([null, null, null, 'down', null, 'up', null, null, null, 'down']);
});

test('more than four changes in an hour are told once more and then no more', () => {
  const settings = { intervalMs: MINUTE, confirmations: 1 };
  const flaps = check('-++'.repeat(6), settings);
  expect(flaps.steps.flatMap(({ notification }) => notification ?? [])).toEqual([
    'down',
    'up',
    'down',
    'up',
    'down',
  ]);
  expect(flaps.steps.filter(({ change }) => change).length).toBe(12);
  expect(flaps.state.isFlapping).toBe(true);
});

test('four changes in an hour are four words, and the fifth an hour later is not too many', () => {
  const settings = { intervalMs: MINUTE, confirmations: 1 };
  const { state, nextAtMs } = check('-++-++', settings);
  const later = check('-', settings, { state, atMs: nextAtMs + HOUR });
  expect([later.notification, later.state.isFlapping]).toEqual(['down', false]);
});

test.each([
  ['-++-++-++', 'up'],
  ['-++-++-++-', null],
] as const)('after %s and half an hour of calm the last word is %p', (signs, word) => {
  const settings = { intervalMs: MINUTE, confirmations: 1 };
  const { state, atMs } = check(signs, settings);
  expect(state.isFlapping).toBe(true);
  const finding = state.isDown ? { isUp: false as const, error: 'broken' } : { isUp: true as const };
  const early = step(state, finding, atMs + 29 * MINUTE, settings);
  expect([early.notification, early.state.isFlapping]).toEqual([null, true]);
  const calm = step(early.state, finding, atMs + 30 * MINUTE, settings);
  expect([calm.notification, calm.state.isFlapping]).toEqual([word, false]);
});

test('after a time without checks, confirming begins anew and a downtime goes on', () => {
  expect(afterGap(check('--').state)).toEqual(FIRST_STATE);
  const halfUp = check('---+').state;
  expect(afterGap(halfUp)).toEqual({ ...halfUp, firstSuccessAtMs: null });
});
