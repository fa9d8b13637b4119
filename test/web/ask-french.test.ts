/** What questions in French are read as, with the texts that the build of the pages puts in the place of English ones. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { translate } from '../../src/server/web-build.ts';
import type * as Ask from '../../src/web/app/ask.ts';
import { formatView, parseView } from '../../src/web/view.ts';

let folder: string;
let ask: typeof Ask;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ask-french-'));
  const entry = join(import.meta.dir, '../../src/web/app/ask.ts');
  await Bun.build({ entrypoints: [entry], outdir: folder, target: 'bun', plugins: [translate('fr')] });
  ask = await import(join(folder, 'ask.js'));
});
afterAll(() => rm(folder, { recursive: true }));

const VALUES = {
  country: ['DE', 'FR', 'US', 'CI'],
  source: ['Google'],
  device: ['mobile', 'desktop'],
  path: ['/', '/blog'],
};
/** A Monday. */
const CALENDAR = { today: '2026-11-23', weekStart: 'monday' } as const;

test.each([
  ['allemagne le mois dernier', '?period=last_month&country=DE'],
  ['visiteurs d’Allemagne aujourd’hui', 'visitors ?period=today&country=DE'],
  ["combien de visites d'allemagne aujourd'hui ?", 'visits ?period=today&country=DE'],
  ['google sans états-unis', '?source=Google&not_country=US'],
  ['pages vues hier', 'hits ?period=yesterday'],
  ['taux de rebond mobile', 'bounce_rate ?device=mobile'],
  ['page d’accueil', '?path=/'],
  ['page d’entrée /blog', '?entry_page=/blog'],
  ['les 7 derniers jours', '?period=7d'],
  ['90 derniers jours', '?period=90d'],
  ['14 jours', '?from=2026-11-10&to=2026-11-23'],
  ['cette semaine', '?from=2026-11-23&to=2026-11-23'],
  ['la semaine dernière', '?from=2026-11-16&to=2026-11-22'],
  ['l’année dernière', '?from=2025-01-01&to=2025-12-31'],
  ['depuis le début', '?period=all'],
  ['lundi dernier', '?from=2026-11-16&to=2026-11-16'],
  ['août', '?from=2026-08-01&to=2026-08-31'],
  ['octobre dernier', '?from=2026-10-01&to=2026-10-31'],
  ['1er octobre', '?from=2026-10-01&to=2026-10-01'],
  ['du 1er au 12 octobre', '?from=2026-10-01&to=2026-10-12'],
  ['entre le 1er et le 12 octobre', '?from=2026-10-01&to=2026-10-12'],
  ['du 1er octobre jusqu’au 3 novembre', '?from=2026-10-01&to=2026-11-03'],
  ['depuis le 12 octobre', '?from=2026-10-12&to=2026-11-23'],
])('%s', (question, reading) => {
  const index = ask.indexVocabulary({ values: VALUES, sites: [], pages: {} });
  const [best] = ask.readQuestion(question, index, CALENDAR);
  const query = formatView({ ...parseView(''), ...best?.period, filters: best?.filters ?? [] });
  expect([best?.figure, decodeURIComponent(query)].filter(Boolean).join(' ')).toBe(reading);
});
