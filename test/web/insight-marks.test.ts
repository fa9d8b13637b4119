import { expect, test } from 'bun:test';
import { toInsightMarks } from '../../src/web/pages/site/insight-marks.ts';

const day = (of: number) => `2026-03-${String(of).padStart(2, '0')}T00:00:00.000Z`;

const anInsight = (id: number, end: number, payload: Record<string, unknown>, days = 7) => ({
  id,
  signals: [
    {
      type: 'referrer_surge' as const,
      headline: `found on ${end}`,
      summary: '',
      importance_score: 60,
      detected_at: day(end),
      window: { started_at: day(end - days), ended_at: day(end) },
      payload_excerpt: payload,
    },
  ],
});
const news = { direction: 'up', referrer: 'news.example' };

test('a change that lasts for days is marked once, on the last day of its first window', () => {
  const marks = toInsightMarks(
    [anInsight(3, 12, news), anInsight(2, 11, news), anInsight(1, 10, news)],
    'UTC',
  );
  expect(marks.map(({ title, at }) => ({ title, at }))).toEqual([
    { title: 'found on 10', at: '2026-03-09T23:59:59.999Z' },
  ]);
});

test('a change with a peak is marked on its day', () => {
  const [mark] = toInsightMarks([anInsight(1, 10, { ...news, peak_started_at: day(5) })], 'UTC');
  expect(mark?.at).toBe(day(5));
});

test('a change is marked again when it returns', () => {
  const marks = toInsightMarks([anInsight(2, 20, news), anInsight(1, 10, news)], 'UTC');
  expect(marks.map(({ title }) => title)).toEqual(['found on 10', 'found on 20']);
});

test('changes of different subjects are different marks', () => {
  const marks = toInsightMarks(
    [
      anInsight(1, 10, news),
      anInsight(2, 10, { ...news, referrer: 'other.example' }),
      anInsight(3, 10, { ...news, direction: 'down' }),
    ],
    'UTC',
  );
  expect(marks).toHaveLength(3);
});
