/** From the start of the process to its first answer, with the whole history in the folder, also after a kill. */

import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { callApi, startServer } from './server.ts';
import { formatSpread, type Section, summarize } from './table.ts';
import { batchRequests } from './visits.ts';

const MOST_JOURNAL_ROWS = 100_000;
const BATCH_ROWS = 10_000;
const MOST_MS = 500;

export async function measureStart(bench: BenchContext, fixture: Fixture): Promise<Section> {
  bench.log('starts');
  const clean: number[] = [];
  const reports: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const server = await startServer(bench, { data: fixture.data });
    clean.push(server.startedInMs);
    const path = `/sites/${fixture.siteId}/hits?group_by=path`;
    reports.push(server.startedInMs + (await callApi(server, fixture.key, { path })).ms);
    await server.stop();
  }
  const batches = Math.ceil(Math.min(MOST_JOURNAL_ROWS, bench.hits) / BATCH_ROWS);
  const killed = await measureKilled(bench, fixture, batches);
  const first = summarize(clean);
  return {
    title: `Start with ${bench.hits.toLocaleString('en')} hits, milliseconds`,
    reference: '–',
    rows: [
      {
        what: 'to the first answer',
        ours: formatSpread(first),
        aim: `under ${MOST_MS}`,
        isMet: first.median < MOST_MS,
      },
      { what: 'to the first report (paths of 30 days)', ours: formatSpread(summarize(reports)) },
      {
        what: `to the first answer after kill -9 with ${(batches * BATCH_ROWS).toLocaleString('en')} rows in the journal`,
        ours: formatSpread(summarize(killed)),
      },
    ],
  };
}

/** Starts after a kill; every hit that was answered must be there. */
async function measureKilled(
  bench: BenchContext,
  { data, key, spare }: Fixture,
  batches: number,
): Promise<number[]> {
  const server = await startServer(bench, { data });
  const before = await hitsOfSite(server, key, spare.id);
  for (const { body } of batchRequests(spare.id, key, { batches, rows: BATCH_ROWS })) {
    await callApi(server, key, { path: `/sites/${spare.id}/hits/batch`, body: JSON.parse(body ?? '[]') });
  }
  await server.stop('SIGKILL');
  const times: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const again = await startServer(bench, { data });
    times.push(again.startedInMs);
    const missing = before + batches * BATCH_ROWS - (await hitsOfSite(again, key, spare.id));
    if (missing !== 0) throw new Error(`${missing} acknowledged hits are missing after kill -9`);
    await again.stop('SIGKILL');
  }
  return times;
}

async function hitsOfSite(
  server: Parameters<typeof callApi>[0],
  key: string,
  siteId: number,
): Promise<number> {
  const { text } = await callApi(server, key, { path: `/sites/${siteId}/hits?per_page=1` });
  return (JSON.parse(text) as { summary: { total_hits: number } }).summary.total_hits;
}
