import { expect, test } from 'bun:test';
import { createFormats } from '../../../src/features/status-pages/view/formats.ts';

test('uptime is rounded down to two decimals, and what has two stays', () => {
  const { percent } = createFormats('en', 'UTC');
  const wrong = Array.from({ length: 100_001 }, (_, thousandths) => thousandths)
    .filter(thousandths => percent(thousandths / 1000) !== `${Math.floor(thousandths / 10) / 100}%`)
    .map(thousandths => percent(thousandths / 1000));
  expect(wrong).toEqual([]);
});
