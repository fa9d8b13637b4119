import { expect, test } from 'bun:test';
import { TEXTS } from '../../../src/features/status-pages/texts.ts';
import { drawDays } from '../../../src/features/status-pages/view/bars.ts';
import { createFormats } from '../../../src/features/status-pages/view/formats.ts';

test('uptime is rounded down to two decimals, and what has two stays', () => {
  const { percent } = createFormats('en', 'UTC');
  const wrong = Array.from({ length: 100_001 }, (_, thousandths) => thousandths)
    .filter(thousandths => percent(thousandths / 1000) !== `${Math.floor(thousandths / 10) / 100}%`)
    .map(thousandths => percent(thousandths / 1000));
  expect(wrong).toEqual([]);
});

test('a single view that was missed is in the singular, in each language', () => {
  const sentences = (['en', 'de', 'fr'] as const).map(language => {
    const { missing } = createFormats(language, 'UTC');
    return TEXTS[language].missing(missing({ missing: 1, missing_low: 0, missing_high: 4 }));
  });
  expect(sentences).toEqual([
    'About 1 pageview was missed (0 to 4).',
    'Etwa 1 Seitenaufruf ist ausgeblieben (0 bis 4).',
    'Environ 1 page vue manquée (0 à 4).',
  ]);
});

test('a short downtime is drawn as on the pages of the dashboard: in part', () => {
  const days = [{ date: '2026-03-09', uptime: 99.6, downtime_seconds: 360 }];
  const context = { name: 'Shop', share: '99.6%', texts: TEXTS.en, formats: createFormats('en', 'UTC') };
  expect(drawDays(days, context)).toContain('<path class="d" d="M0 26h4v6h-4z"/>');
});
