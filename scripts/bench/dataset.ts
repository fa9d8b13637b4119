/**
 * A believable history of one site as a Parquet file: 180 days that end now, in order of time, with a daily rhythm,
 * 5,000 paths and 2,000 referrers that are read as unevenly as real ones, and visitors that come for a few pages and
 * often to the same one, about one for every three hits. The file is kept for the day, since ten million rows take a while.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { openReference } from './reference.ts';

/** One more with every change of the rows. */
const VERSION = 2;
const DAYS = 180;
const PATHS = 5_000;
const REFERRERS = 2_000;
const folder = join(tmpdir(), 'footfall-bench-data');

/** Removes every file that was kept. */
export const removeDatasets = (): void => rmSync(folder, { recursive: true, force: true });

/** The file with this many hits, made when it is not there yet. */
export async function getDataset(bench: BenchContext, hits: number): Promise<string> {
  const now = new Date();
  const name = `hits-v${VERSION}-${hits}-`;
  const file = join(folder, `${name}${now.toISOString().slice(0, 10)}.parquet`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (old.startsWith(name)) rmSync(join(folder, old));
  bench.log(`making a history of ${hits.toLocaleString('en')} hits`);
  const scratch = join(bench.folder, 'history.parquet');
  const engine = await openReference(bench, ':memory:');
  await engine.run(historySql(hits, now, scratch));
  await engine.close();
  renameSync(scratch, file);
  return file;
}

/** A number from 0 to 1, the same for the same row and purpose. */
const chance = (row: string, purpose: number): string =>
  `((hash(${row} * 32 + ${purpose}) % 1000003) / 1000003.0)`;

/** One of several values, each up to its share of the chances. */
const choice = (row: string, purpose: number, shares: readonly (readonly [number, string])[]): string =>
  `case ${shares.map(([below, value]) => `when ${chance(row, purpose)} <= ${below} then '${value}'`).join(' ')} end`;

const BROWSERS = [
  [0.55, 'Chrome'],
  [0.8, 'Safari'],
  [0.88, 'Firefox'],
  [0.95, 'Edge'],
  [1, 'Opera'],
] as const;
const PLATFORMS = [
  [0.4, 'Windows'],
  [0.6, 'iOS'],
  [0.8, 'Android'],
  [0.95, 'macOS'],
  [1, 'Linux'],
] as const;
const COUNTRIES =
  "['US','DE','GB','FR','NL','IN','BR','CA','PL','JP','ES','IT','SE','AT','CH','AU','BE','DK','NO','FI','CZ','PT','IE','MX','AR','KR','ZA','TR','GR','RO']";
const HOSTS =
  "['www.google.com','news.example','duckduckgo.com','www.bing.com','social.example','forum.example','blog.example','reader.example']";
const SOURCES = "['Google','News','DuckDuckGo','Bing','Social','Forum','Blog','Reader']";

/** Rows are numbered by time; nearby rows share visitors, and one visit in ten is by a visitor of long ago. */
function historySql(hits: number, now: Date, file: string): string {
  const visitor = `case when ${chance('i', 1)} < 0.1 then floor(i * 0.3 * ${chance('i', 2)})
    else floor(greatest(0, i - floor(400 * ${chance('i', 3)})) * 0.3) end`;
  const linear = `(i / ${hits}::double) * ${DAYS} * 86400`;
  const rhythm = '9000 * sin(2 * pi() * line / 86400)';
  return `copy (
    with numbered as (select range as i, ${linear} as line from range(${hits})),
    visits as (select i, line, (${visitor})::bigint as v from numbered),
    drawn as (
      select i, line, v, floor(pow(${PATHS}, case when ${chance('i', 10)} < 0.3 then ${chance('v', 4)} else ${chance('i', 4)} end))::bigint as page,
        case when ${chance('i', 5)} < 0.45 then null else floor(pow(${REFERRERS}, ${chance('i', 6)}))::bigint end as origin,
        ${choice('v', 7, BROWSERS)} as browser_name, ${choice('v', 8, PLATFORMS)} as platform_name,
        (${COUNTRIES})[least(30, floor(pow(31, ${chance('v', 9)})))::int] as country
      from visits)
    select make_timestamp_ms(${+now - DAYS * 86_400_000} + least(${DAYS * 86_400_000 - 1000}, greatest(0, ((line + ${rhythm}) * 1000)::bigint))) as created_at,
      case when page = 1 then '/' else '/' || (['blog','docs','shop','guides'])[page % 4 + 1] || '/a-page-about-subject-' || page end as path,
      case when origin is not null then 'https://' || (${HOSTS})[origin % 8 + 1] || '/item/' || origin end as referrer,
      country, browser_name, platform_name, platform_name in ('iOS', 'Android') as is_mobile,
      (${SOURCES})[origin % 8 + 1] as source,
      lpad(lower(to_hex(hash(v))), 16, '0') as visitor_hash
    from drawn order by i) to '${file}' (format parquet, row_group_size 122880)`;
}
