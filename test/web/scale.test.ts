import { expect, test } from 'bun:test';
import { niceDurationStep, niceStep } from '../../src/web/charts/scale.ts';

test.each([
  [0, 1],
  [3, 1],
  [7, 2],
  [12, 5],
  [120, 25],
  [1101, 250],
  [2107, 500],
])('the lines of a chart up to %d are %d apart', (max, step) => {
  expect(niceStep(max)).toBe(step);
});

test.each([
  [0, 10],
  [50, 10],
  [95, 60],
  [310, 60],
  [700, 120],
  [9000, 1800],
])('an axis of %d seconds has ticks every %d seconds', (max, step) => {
  expect(niceDurationStep(max)).toBe(step);
});
