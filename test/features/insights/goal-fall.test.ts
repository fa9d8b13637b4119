/** A goal's fall as a finding: told of where it is one, and never of a quiet goal or of what traffic explains. */
import { expect, test } from 'bun:test';
import { findGoalFalls } from '../../../src/features/insights/detect/goal-fall.ts';
import { createRandom, generateSite, poisson, toWeekFigures } from '../../support/generated-weeks.ts';

/** Figures of a site whose goal is reached so often a day, and in the last week by a factor of it. */
function figuresOf(aDay: number, factor: number, { seed = 7, traffic = 1, weeks = 9 } = {}) {
  const random = createRandom(seed);
  const { figures } = toWeekFigures(generateSite(1000, random));
  const days = figures.days.map((_, day) =>
    day < 63 - weeks * 7 ? 0 : poisson(day < 56 ? aDay : aDay * factor, random),
  );
  const hits = figures.hits.map((count, day) => (day < 56 ? count : Math.round(count * traffic)));
  return { ...figures, hits, goals: [{ id: 4, name: 'Order', days }] };
}

test('a goal that falls to a third is told of, with its weeks', () => {
  for (const aDay of [10, 40, 500]) {
    const figures = figuresOf(aDay, 0.3);
    const [finding, ...more] = findGoalFalls(figures);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      type: 'goal_fall',
      direction: 'down',
      subject: 'Order',
      of: 'goal',
      goalId: 4,
    });
    const week = (from: number, to: number) =>
      figures.goals[0]?.days.slice(from, to).reduce((a, b) => a + b, 0);
    expect([finding?.current, finding?.previous]).toEqual([week(56, 63), week(49, 56)]);
  }
});

test('no finding where traffic fell as much, where conversions are few, where there are too few weeks, or of a rise', () => {
  expect(findGoalFalls(figuresOf(40, 0.3, { traffic: 0.3 }))).toEqual([]);
  expect(findGoalFalls(figuresOf(1, 0.3))).toEqual([]);
  expect(findGoalFalls(figuresOf(40, 0.3, { weeks: 3 }))).toEqual([]);
  expect(findGoalFalls(figuresOf(40, 3))).toEqual([]);
  expect(findGoalFalls(figuresOf(40, 0.85))).toEqual([]);
});

test('of 2,000 quiet weeks of goals of every size, none or nearly none is told of', () => {
  const told = Array.from({ length: 2000 }, (_, seed) =>
    findGoalFalls(figuresOf([1, 3, 6, 10, 30, 100, 1000][seed % 7] ?? 1, 1, { seed })),
  ).filter(findings => findings.length > 0);
  expect(told.length).toBeLessThanOrEqual(2);
});
