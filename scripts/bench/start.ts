/** From the start of the process to its first answer, with the whole history in the folder, also after a kill. */
import { callApi, startServer } from './server.ts';
import { type Section, spreadOf, spreadText } from './table.ts';
import { batchRequests } from './visits.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

const MOST_JOURNAL_ROWS = 100_000;
const BATCH_ROWS = 10_000;
const MOST_MS = 500;

export async function measureStart(place: Workplace, world: World): Promise<Section> {
  place.tell('starts');
  const clean: number[] = [];
  const reports: number[] = [];
  for (let round = 0; round < place.rounds; round++) {
    const server = await startServer(place, { data: world.data });
    clean.push(server.startedInMs);
    const path = `/sites/${world.siteId}/hits?group_by=path`;
    reports.push(server.startedInMs + (await callApi(server, world.key, { path })).ms);
    await server.stop();
  }
  const batches = Math.ceil(Math.min(MOST_JOURNAL_ROWS, place.hits) / BATCH_ROWS);
  const killed = await measureKilled(place, world, batches);
  const first = spreadOf(clean);
  return {
    title: `Start with ${place.hits.toLocaleString('en')} hits, milliseconds`,
    reference: '–',
    rows: [
      {
        what: 'to the first answer',
        ours: spreadText(first),
        aim: `under ${MOST_MS}`,
        isMet: first.median < MOST_MS,
      },
      { what: 'to the first report (paths of 30 days)', ours: spreadText(spreadOf(reports)) },
      {
        what: `to the first answer after kill -9 with ${(batches * BATCH_ROWS).toLocaleString('en')} rows in the journal`,
        ours: spreadText(spreadOf(killed)),
      },
    ],
  };
}

/** Starts after a kill; every hit that was answered must be there. */
async function measureKilled(
  place: Workplace,
  { data, key, spare }: World,
  batches: number,
): Promise<number[]> {
  const server = await startServer(place, { data });
  const before = await hitsOfSite(server, key, spare.id);
  for (const { body } of batchRequests(spare.id, key, { batches, rows: BATCH_ROWS })) {
    await callApi(server, key, { path: `/sites/${spare.id}/hits/batch`, body: JSON.parse(body ?? '[]') });
  }
  await server.stop('SIGKILL');
  const times: number[] = [];
  for (let round = 0; round < place.rounds; round++) {
    const again = await startServer(place, { data });
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
