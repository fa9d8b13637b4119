import { expect, test } from 'bun:test';
import { formatFigure, formatPoints, formatShare } from '../../src/web/format.ts';

test('figures stay short: nine of them stand in one row', () => {
  expect([0, 12_345, 999_999, 1_234_567, 123_456_789].map(formatFigure)).toEqual([
    '0',
    '12,345',
    '999,999',
    '1.23M',
    '123M',
  ]);
});

test('percentages have one decimal, whole ones too', () => {
  expect([0, 0.0004, 0.05, 0.47, 1].map(formatShare)).toEqual(['0.0%', '<0.1%', '5.0%', '47.0%', '100.0%']);
});

test('the difference of two percentages is in points', () => {
  expect([0.8, -1.25, 0.04, 0].map(formatPoints)).toEqual(['+0.8 pts', '−1.3 pts', '0.0 pts', '0.0 pts']);
});
