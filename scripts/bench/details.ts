/**
 * What is known of each visit: the size of a history that has all of it, and reports by each dimension beside those by browser, in
 * processor time of the server.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { getDataset } from './dataset.ts';
import { measurePropertyBatches } from './details-batches.ts';
import { type Fixture, importOnce } from './fixture.ts';
import { newestHitsBytes } from './import.ts';
import { readMemory } from './machine.ts';
import { openReference } from './reference.ts';
import { listRanges } from './report-queries.ts';
import { callApi, runProgram, type Server, startServer } from './server.ts';
import { formatNumber, type Row, type Section } from './table.ts';
import { hitBody } from './visits.ts';

const MOST_RATIO = 1.3;
const BYTES_A_HIT = 32;
const CITY_FILE_MIB = 80;
const LOOKED_UP = 20_000;

const DIMENSIONS = [
  ...['language', 'screen', 'browser_version', 'platform_version', 'region', 'city', 'channel', 'hostname'],
  ...['campaign', 'medium', 'term', 'content', 'property:plan', 'property:order'],
] as const;

/** A site, and who reads it. */
interface Reader {
  readonly server: Server;
  readonly key: string;
  readonly siteId: number;
}

export async function measureDetails(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const file = join(bench.folder, 'details.parquet');
  const data = join(bench.folder, 'details');
  bench.log('making a history with all that is known of a visit');
  await fill(bench, file, selectDetails);
  const { siteId, key, spare, usage } = await importOnce(bench, data, { file, hits: bench.hits });
  const [bytes, plainBytes] = [newestHitsBytes(data), newestHitsBytes(fixture.data)].map(
    size => size / bench.hits,
  ) as [number, number];
  const rows: Row[] = [
    {
      what: 'bytes a hit with every column filled, beside few of them',
      ours: formatNumber(bytes),
      reference: formatNumber(plainBytes),
      ratio: formatNumber(bytes / plainBytes),
      aim: `at most ${BYTES_A_HIT}`,
      isMet: bytes <= BYTES_A_HIT,
    },
    toImportRow(bench, fixture, usage.cpuSeconds),
  ];
  await fill(bench, file, selectReports);
  await runProgram(bench, ['import', String(siteId), file, '--data', data]);
  rmSync(file);
  const perReport = (newestHitsBytes(data) - bytes * bench.hits) / Math.ceil(bench.hits / 2);
  rows.push({ what: 'bytes a report of engagement, of every other hit', ours: formatNumber(perReport) });
  const server = await startServer(bench, { data });
  rows.push(...(await measureReports(bench, { server, key, siteId })));
  rows.push(await measurePropertyBatches(bench, { server, key, siteId: spare.id }));
  await server.stop();
  rows.push(...(await measureCityFile(bench, { data, key, siteId: spare.id })));
  return {
    title: `What is known of each visit, over ${bench.hits.toLocaleString('en')} hits: milliseconds of the processor a request`,
    reference: 'the same by browser, or without it',
    rows,
    notes: ['A hit comes in before every request, so that none is answered from memory.'],
  };
}

/** Writes the rows of a select over the history as a file. */
async function fill(bench: BenchContext, file: string, select: (dataset: string) => string): Promise<void> {
  const engine = await openReference(bench, ':memory:');
  await engine.run(
    `copy (${select(await getDataset(bench, bench.hits))}) to '${file}' (format parquet, row_group_size 122880)`,
  );
  await engine.close();
}

/** One of some texts, the same for the same key; the first ones more often. */
const oneOf = (key: string, purpose: number, count: number, text: (number: string) => string): string =>
  text(`floor(pow(${count}, (hash(${key}, ${purpose}) % 1000003) / 1000003.0))::int`);

const selectDetails = (dataset: string): string => `
  select * exclude (is_tagged), ['en-US','de-DE','fr-FR','en-GB','es','pt-BR','nl','pl','it','ja'][least(10, ${oneOf('visitor_hash', 1, 11, n => n)})] as language,
    ['phone','tablet','laptop','desktop','wide'][1 + (hash(visitor_hash, 2) % 5)::int] as screen,
    ${oneOf('visitor_hash', 3, 40, n => `(100 + ${n})::varchar`)} as browser_version,
    ${oneOf('visitor_hash', 4, 12, n => `(6 + ${n})::varchar`)} as platform_version,
    ${oneOf('visitor_hash', 5, 20, n => `country || ' region ' || ${n}`)} as region,
    ${oneOf('visitor_hash', 6, 60, n => `country || ' city ' || ${n}`)} as city,
    'https://shop.example' || path || case when is_tagged then '?utm_campaign=campaign' || ${oneOf('created_at', 7, 40, n => n)}
      || '&utm_medium=' || ['email','cpc','social'][1 + (hash(created_at, 8) % 3)::int]
      || '&utm_term=term' || ${oneOf('created_at', 9, 30, n => n)} || '&utm_content=link' || hash(created_at, 10) % 4 else '' end as url,
    case when hash(created_at, 11) % 4 = 0 then '{"author":"author ' || hash(path, 12) % 20 || '","logged_in":'
      || (hash(visitor_hash, 13) % 2 = 0) || ',"plan":"plan ' || hash(visitor_hash, 14) % 6 || '"}'
      when hash(created_at, 11) % 100 = 1 then '{"order":"order ' || hash(created_at, 15) || '"}' end as properties
  from (select *, hash(created_at, visitor_hash) % 10 = 0 as is_tagged from read_parquet('${dataset}'))`;

/** Engagement of every other hit. */
const selectReports = (dataset: string): string => `
  select 'engagement' as type, created_at + interval 45 seconds as created_at, path, visitor_hash, hash(n, 1) as view,
    (hash(n, 2) % 45)::int as engaged_seconds, (hash(n, 3) % 101)::int as scroll_depth
  from (select *, row_number() over () as n from read_parquet('${dataset}')) where n % 2 = 1`;

function toImportRow(bench: BenchContext, { imports }: Fixture, cpuSeconds: number): Row {
  const plain = imports.ours.at(-1)?.cpuSeconds ?? Number.NaN;
  return {
    what: 'import, microseconds of the processor a hit',
    ours: formatNumber((cpuSeconds * 1e6) / bench.hits),
    reference: formatNumber((plain * 1e6) / bench.hits),
    ratio: formatNumber(cpuSeconds / plain),
  };
}

async function measureReports(bench: BenchContext, reader: Reader): Promise<Row[]> {
  const { server, key, siteId } = reader;
  let written = 0;
  /** Processor time of a request, in the mean of all; the two are asked in turns. */
  const compare = async (what: string, paths: readonly [string, string]): Promise<Row> => {
    bench.log(`requesting ${what}`);
    const spentMs: [number, number] = [0, 0];
    for (let round = 0; round < bench.requests; round += 1)
      for (const index of [0, 1] as const) {
        await callApi(server, key, { path: `/sites/${siteId}/hits`, body: hitBody(written++) });
        spentMs[index] += (await callApi(server, key, { path: `/sites/${siteId}${paths[index]}` })).cpuMs;
      }
    const [ours, reference] = spentMs.map(ms => ms / bench.requests) as [number, number];
    return {
      what,
      ours: formatNumber(ours),
      reference: formatNumber(reference),
      ratio: formatNumber(ours / reference),
      aim: `at most ${MOST_RATIO} ×`,
      isMet: ours <= reference * MOST_RATIO,
    };
  };
  const [{ dates }] = listRanges(bench);
  const rows: Row[] = [];
  for (const [name, more] of [
    ['hits', ''],
    ['visits, with visitors', '&attribution=visit&include_visitors=true&order_by=visitors'],
  ] as const)
    for (const dimension of DIMENSIONS)
      rows.push(
        await compare(`${name} by ${dimension}, 30 days`, [
          `/hits?${dates}${more}&group_by=${dimension}`,
          `/hits?${dates}${more}&group_by=browser_name`,
        ]),
      );
  const ofPlan = encodeURIComponent('property:plan');
  rows.push(
    await compare('pages of a property, 30 days', [
      `/hits?${dates}&group_by=path&${ofPlan}=plan%203`,
      `/hits?${dates}&group_by=path&screen=phone`,
    ]),
    await compare('overview with engagement, 30 days', [
      `/overview?${dates}&include_engagement=true&include_page_engagement=true`,
      `/overview?${dates}&include_engagement=true`,
    ]),
    await compare('pages with engagement, 30 days', [
      `/hits?${dates}&group_by=path&per_page=10&include_visitors=true&include_engagement=true`,
      `/hits?${dates}&group_by=path&per_page=10&include_visitors=true`,
    ]),
  );
  return rows;
}

/** Memory of a server whose hits have a place each, with the file of cities that `FOOTFALL_GEO_DB` names, and without. */
async function measureCityFile(
  bench: BenchContext,
  { data, key, siteId }: { data: string } & Omit<Reader, 'server'>,
): Promise<Row[]> {
  const what = `memory with a city file, ${formatNumber(LOOKED_UP)} addresses looked up, MiB (RssAnon)`;
  const geo = process.env['FOOTFALL_GEO_DB'];
  if (geo === undefined) return [{ what: `${what}: name a file of cities in FOOTFALL_GEO_DB`, ours: '–' }];
  const used: number[] = [];
  for (const settings of [{ FOOTFALL_GEO_DB: geo }, {}]) {
    const server = await startServer(bench, { data, settings });
    for (let start = 0; start < LOOKED_UP; start += 1_000)
      await callApi(server, key, {
        path: `/sites/${siteId}/hits/batch`,
        body: Array.from({ length: 1_000 }, (_, row) => ({
          ...hitBody(row),
          ip_address: `${1 + ((start + row) % 200)}.${row % 256}.${(start / 1000) % 256}.1`,
        })),
      });
    used.push(readMemory(server.pid).anonMiB);
    await server.stop();
  }
  const [ours = Number.NaN, reference = Number.NaN] = used;
  return [
    {
      what: `${what}, a file of ${formatNumber(statSync(geo).size / 1024 ** 2)} MiB`,
      ours: formatNumber(ours),
      reference: formatNumber(reference),
      aim: `at most ${CITY_FILE_MIB} more`,
      isMet: ours - reference <= CITY_FILE_MIB,
    },
  ];
}
