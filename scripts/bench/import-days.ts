/** Import of sums by day: five years of Plausible for many sites, and what the last costs against the first. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toCsv, toZip } from '../../src/features/demo/foreign/text.ts';
import type { BenchContext } from './context.ts';
import { createKey, createSite, type Server, startServer } from './server.ts';
import { formatNumber, type Section, summarize } from './table.ts';
import { measureCommand, toMemoryRow, type Usage } from './usage.ts';

/** Days of each site; a month where the history is made small to try the benchmark. */
const DAYS = 5 * 365;
const FEW_DAYS = 30;
const FEW_HITS = 100_000;
const DAY_MS = 86_400_000;
/** Sites with ten million hits; fewer with fewer. */
const SITES = 200;
const TARGET_HITS = 10_000_000;
const MOST_GROWTH = 1.3;
const SHARE = 10;

/** Names of values a day, by table and column. */
const TABLES = [
  ['visitors', undefined, 1],
  ['pages', 'page', 15],
  ['entry_pages', 'entry_page', 8],
  ['exit_pages', 'exit_page', 8],
  ['sources', 'source', 6],
  ['locations', 'country', 8],
  ['devices', 'device', 2],
  ['browsers', 'browser', 4],
  ['operating_systems', 'operating_system', 4],
] as const;
const VALUES: Readonly<Record<string, readonly string[]>> = {
  country: ['US', 'DE', 'GB', 'FR', 'NL', 'IN', 'BR', 'CA'],
  device: ['Desktop', 'Mobile'],
  browser: ['Chrome', 'Safari', 'Firefox', 'Microsoft Edge'],
  operating_system: ['Windows', 'iOS', 'Android', 'Mac'],
  source: ['', 'Google', 'Bing', 'news.example', 'DuckDuckGo', 'forum.example'],
};
/** Columns that a table has besides. */
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pages: { hostname: 'shop.example' },
  sources: { referrer: '', utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' },
  locations: { region: '', city: '0' },
  browsers: { browser_version: '' },
  operating_systems: { operating_system_version: '' },
};

/** The measures of a day, as a table names them. */
const toMeasures = (column: string | undefined, views: number) => {
  const visits = { entry_page: 'entrances', exit_page: 'exits' }[column ?? ''] ?? 'visits';
  const all = { visitors: views, [visits]: views, pageviews: 2 * views };
  return column === 'page' ? all : { ...all, visit_duration: 60 * views, bounces: Math.floor(views / 2) };
};

/** Makes the archive of a site. Returns it with its number of rows. */
function makeArchive(now: number, dayCount: number): { readonly archive: Buffer; readonly rows: number } {
  let rows = 0;
  const days = Array.from({ length: dayCount }, (_, at) =>
    new Date(now - (dayCount - at) * DAY_MS).toISOString().slice(0, 10),
  );
  const tables = TABLES.map(([name, column, count]): [string, string] => {
    const lines = days.flatMap((date, day) =>
      Array.from({ length: count }, (_, value) => ({
        date,
        ...MORE[name],
        ...(column ? { [column]: VALUES[column]?.[value] ?? `/page-${(day * 7 + value) % 120}` } : {}),
        ...toMeasures(column, 10 + ((day + value) % 50)),
      })),
    );
    rows += lines.length;
    return [`imported_${name}.csv`, toCsv(lines)];
  });
  return { archive: toZip(Object.fromEntries(tables)), rows };
}

/** Imports the same archive into one site after another. */
export async function measureImportDays(bench: BenchContext): Promise<Section> {
  const sites = Math.max(SHARE, Math.round((SITES * bench.hits) / TARGET_HITS));
  const days = bench.hits < FEW_HITS ? FEW_DAYS : DAYS;
  const { archive, rows } = makeArchive(Date.now(), days);
  const file = join(bench.folder, 'plausible.zip');
  writeFileSync(file, archive);
  const data = join(bench.folder, 'import-days');
  const server = await startServer(bench, { data });
  const usages = await importAll(bench, server, { file, sites, rows });
  await server.stop();
  rmSync(data, { recursive: true, force: true });
  rmSync(file);
  const few = Math.ceil(sites / SHARE);
  const cpuOf = (part: readonly Usage[]): number =>
    summarize(part.map(({ cpuSeconds }) => cpuSeconds)).median;
  const [first, last] = [cpuOf(usages.slice(0, few)), cpuOf(usages.slice(-few))];
  const sum = (measure: 'seconds' | 'cpuSeconds'): string =>
    formatNumber(usages.reduce((total, usage) => total + usage[measure], 0));
  return {
    title: `Import of ${days} days of Plausible, ${rows.toLocaleString('en')} rows a site, into ${sites} sites`,
    reference: 'the first tenth of the sites',
    rows: [
      { what: 'all sites, seconds', ours: sum('seconds') },
      { what: 'all sites, seconds of the processor', ours: sum('cpuSeconds') },
      {
        what: 'a site, seconds of the processor, the last tenth of the sites',
        ours: formatNumber(last),
        reference: formatNumber(first),
        ratio: formatNumber(last / first),
        aim: `at most ${MOST_GROWTH} times`,
        isMet: last / first <= MOST_GROWTH,
      },
      toMemoryRow('all sites', usages),
    ],
  };
}

async function importAll(
  bench: BenchContext,
  server: Server,
  { file, sites, rows }: { readonly file: string; readonly sites: number; readonly rows: number },
): Promise<Usage[]> {
  const key = await createKey(server);
  const usages: Usage[] = [];
  for (let number = 1; number <= sites; number += 1) {
    if (number % SHARE === 1) bench.log(`importing days, site ${number} of ${sites}`);
    const { id } = await createSite(server, key);
    const usage = await measureCommand(bench, server, ['import', String(id), file]);
    if (!usage.output.includes(`imported ${rows.toLocaleString('en')} daily sums`))
      throw new Error(`the import fell short: ${usage.output}`);
    usages.push(usage);
  }
  return usages;
}
