/** Findings of insights, folded over the days on which they are repeated. */
import { expect, test } from 'bun:test';
import { foldFindings, toImportance } from '../../src/web/pages/insights/fold.ts';
import type { Detected, Insight } from '../../src/web/pages/insights/insight-answer.ts';

const WEEK = { compared_with: 'previous_7_days' };

function found(
  {
    type,
    path,
    score = 50,
    isOngoing = true,
  }: { readonly type: string; readonly path?: string; readonly score?: number; readonly isOngoing?: boolean },
  [start, end]: readonly [string, string],
): Detected {
  const payload = path === undefined ? {} : { path };
  return {
    type,
    headline: `${type} ${score}`,
    importance_score: score,
    window: { started_at: `2026-03-${start}T00:00:00.000Z`, ended_at: `2026-03-${end}T00:00:00.000Z` },
    payload_excerpt: { ...WEEK, direction: 'up', is_ongoing: isOngoing, ...payload },
  } as unknown as Detected;
}

const insightOf = (day: string, signals: readonly Detected[], notes: readonly string[] = []) =>
  ({
    insights_for_date: `2026-03-${day}`,
    signals,
    context_signals: notes.map(occurred_at => ({ title: occurred_at, occurred_at })),
  }) as unknown as Insight;

test('a finding that is repeated on the next days is one, as it was when it mattered most', () => {
  const page = (score: number) => ({ type: 'page_breakout', path: '/a', score });
  const folded = foldFindings([
    insightOf('12', [found(page(40), ['06', '13'])]),
    insightOf('11', [found(page(65), ['05', '12']), found({ type: 'traffic_spike' }, ['11', '12'])]),
    insightOf('10', [found(page(60), ['04', '11'])]),
  ]);
  expect(
    folded.map(({ detected, first, last, laterDays }) => [detected.headline, first, last, laterDays]),
  ).toEqual([
    ['traffic_spike 50', '2026-03-11', '2026-03-11', 0],
    ['page_breakout 65', '2026-03-10', '2026-03-12', 2],
  ]);
});

test('the same change weeks later, or of another page, is a finding of its own', () => {
  const page = (path: string) => ({ type: 'page_breakout', path });
  const folded = foldFindings([
    insightOf('20', [found(page('/a'), ['14', '21'])]),
    insightOf('10', [found(page('/a'), ['04', '11']), found(page('/b'), ['04', '11'])]),
  ]);
  expect(folded.map(({ first, laterDays }) => [first, laterDays])).toEqual([
    ['2026-03-20', 0],
    ['2026-03-10', 0],
    ['2026-03-10', 0],
  ]);
});

test('a finding has the annotations of its own time only', () => {
  const inside = '2026-03-09T08:00:00.000Z';
  const [finding] = foldFindings([
    insightOf(
      '10',
      [found({ type: 'traffic_spike' }, ['09', '10'])],
      [inside, '2026-03-08T23:59:59.000Z', '2026-03-10T00:00:00.000Z'],
    ),
  ]);
  expect(finding?.notes.map(({ occurred_at }) => occurred_at)).toEqual([inside]);
});

test.each([
  [60, 'high'],
  [59, 'medium'],
  [45, 'medium'],
  [44, 'low'],
] as const)('a score of %i is %s', (score, word) => {
  expect(toImportance(found({ type: 'traffic_spike', score }, ['09', '10']))).toBe(word);
});

test('a day on which the window alone still held the peak is none on which it went on', () => {
  const page = { type: 'page_breakout', path: '/a' };
  const [folded] = foldFindings([
    insightOf('10', [found(page, ['04', '11'])]),
    insightOf('11', [found(page, ['05', '12'])]),
    insightOf('12', [found({ ...page, isOngoing: false }, ['06', '13'])]),
  ]);
  expect(folded).toMatchObject({ last: '2026-03-12', laterDays: 1, isOngoing: false });
});
