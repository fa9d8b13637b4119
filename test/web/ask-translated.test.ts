/** What questions in other languages are read as, with the texts that the build of the pages puts in the place of English ones. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { translate } from '../../src/server/web-build.ts';
import type * as Ask from '../../src/web/app/ask.ts';
import { formatView, parseView } from '../../src/web/view.ts';

let folder: string;
const asks = new Map<string, typeof Ask>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ask-translated-'));
  const entry = join(import.meta.dir, '../../src/web/app/ask.ts');
  for (const language of ['de', 'fr'] as const) {
    const outdir = join(folder, language);
    await Bun.build({ entrypoints: [entry], outdir, target: 'bun', plugins: [translate(language)] });
    asks.set(language, await import(join(outdir, 'ask.js')));
  }
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

/** Reads a question: the figure that it is about, and the query string of its view. */
function read(language: string, question: string): string {
  const ask = asks.get(language);
  if (!ask) throw new Error(`no questions in ${language}`);
  const index = ask.indexVocabulary({ values: VALUES, sites: [], pages: {} });
  const [best] = ask.readQuestion(question, index, CALENDAR);
  const query = formatView({ ...parseView(''), ...best?.period, filters: best?.filters ?? [] });
  return [best?.figure, decodeURIComponent(query)].filter(Boolean).join(' ');
}

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
])('fr: %s', (question, reading) => {
  expect(read('fr', question)).toBe(reading);
});

test.each([
  ['deutschland letzten monat', '?period=last_month&country=DE'],
  ['besucher aus Deutschland heute', 'visitors ?period=today&country=DE'],
  ['wie viele besuche aus den USA gestern?', 'visits ?period=yesterday&country=US'],
  ['google ohne vereinigte staaten', '?source=Google&not_country=US'],
  ['google nicht deutschland', '?source=Google&not_country=DE'],
  ['seitenaufrufe gestern', 'hits ?period=yesterday'],
  ['absprungrate mobil', 'bounce_rate ?device=mobile'],
  ['verweildauer auf dem handy', 'average_duration_seconds ?device=mobile'],
  ['startseite', '?path=/'],
  ['einstiegsseite /blog', '?entry_page=/blog'],
  ['die letzten 7 tage', '?period=7d'],
  ['in den letzten 90 tagen', '?period=90d'],
  ['14 tage', '?from=2026-11-10&to=2026-11-23'],
  ['diese woche', '?from=2026-11-23&to=2026-11-23'],
  ['letzte woche', '?from=2026-11-16&to=2026-11-22'],
  ['vorwoche', '?from=2026-11-16&to=2026-11-22'],
  ['letztes jahr', '?from=2025-01-01&to=2025-12-31'],
  ['im letzten jahr', '?from=2025-01-01&to=2025-12-31'],
  ['dieses jahr', '?period=year'],
  ['in diesem monat', '?period=month'],
  ['im letzten monat', '?period=last_month'],
  ['gesamter zeitraum', '?period=all'],
  ['seit beginn', '?period=all'],
  ['letzten montag', '?from=2026-11-16&to=2026-11-16'],
  ['am freitag', '?from=2026-11-20&to=2026-11-20'],
  ['im märz', '?from=2026-03-01&to=2026-03-31'],
  ['letzten oktober', '?from=2026-10-01&to=2026-10-31'],
  ['1. oktober', '?from=2026-10-01&to=2026-10-01'],
  ['am 1. oktober', '?from=2026-10-01&to=2026-10-01'],
  ['12.10.2026', '?from=2026-10-12&to=2026-10-12'],
  ['vom 1. bis 12. oktober', '?from=2026-10-01&to=2026-10-12'],
  ['vom 1. bis zum 12. oktober', '?from=2026-10-01&to=2026-10-12'],
  ['zwischen dem 1. und dem 12. oktober', '?from=2026-10-01&to=2026-10-12'],
  ['1. oktober bis 3. november', '?from=2026-10-01&to=2026-11-03'],
  ['seit dem 12. oktober', '?from=2026-10-12&to=2026-11-23'],
  ['ab dem 12. oktober', '?from=2026-10-12&to=2026-11-23'],
  ['seit märz', '?from=2026-03-01&to=2026-11-23'],
  ['außer mobil', '?not_device=mobile'],
  ['frankreich über google', '?country=FR&source=Google'],
])('de: %s', (question, reading) => {
  expect(read('de', question)).toBe(reading);
});
