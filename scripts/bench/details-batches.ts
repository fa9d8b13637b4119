/** Batches of hits with three properties each, in turns with the same without. */
import type { BenchContext } from './context.ts';
import { readCpuMs } from './machine.ts';
import { callApi, type Server } from './server.ts';
import { formatSpread, type Row, summarize } from './table.ts';
import { hitBody } from './visits.ts';

const ROWS = 1_000;
const BATCHES = 10;
const LEAST_SHARE = 0.9;

const withProperties = (row: number) => ({
  ...hitBody(row),
  properties: { author: `author ${row % 20}`, logged_in: row % 2 === 0, plan: `plan ${row % 6}` },
});

/** Measures the hits that a second of the processor stores, with properties and without. */
export async function measurePropertyBatches(
  bench: BenchContext,
  { server, key, siteId }: { readonly server: Server; readonly key: string; readonly siteId: number },
): Promise<Row> {
  const send = async (toRow: (row: number) => object, first: number): Promise<number> => {
    const before = readCpuMs(server.pid);
    for (let batch = 0; batch < BATCHES; batch += 1)
      await callApi(server, key, {
        path: `/sites/${siteId}/hits/batch`,
        body: Array.from({ length: ROWS }, (_, row) => toRow(first + batch * ROWS + row)),
      });
    return (BATCHES * ROWS) / ((readCpuMs(server.pid) - before) / 1000);
  };
  bench.log('batches with properties');
  await send(hitBody, 0);
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let round = 1; round <= bench.rounds; round += 1) {
    ours.push(await send(withProperties, round * BATCHES * ROWS));
    reference.push(await send(hitBody, round * BATCHES * ROWS));
  }
  const share = summarize(ours).median / summarize(reference).median;
  return {
    what: 'hits with three properties that a second of the processor stores, in batches',
    ours: formatSpread(summarize(ours)),
    reference: formatSpread(summarize(reference)),
    ratio: share.toFixed(2),
    aim: `at least ${LEAST_SHARE}`,
    isMet: share >= LEAST_SHARE,
  };
}
