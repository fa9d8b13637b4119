/** Batches of hits with three properties each, in turns with the same without. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { readCpuMs } from './machine.ts';
import { callApi, countSnapshots, type Server } from './server.ts';
import { formatSpread, type Row, summarize } from './table.ts';
import { hitBody } from './visits.ts';

const ROWS = 1_000;
/** Of a round: some half a second of the processor, which the system counts in hundredths. */
const BATCHES = 20;
/** Rounds of each that count, with as many rounds of load as usual, and rounds that are tried for one that counts. */
const ROUNDS = 12;
const USUAL_ROUNDS = 5;
const MOST_TRIES = 5;
const MOST_WAIT_MS = 20_000;
const POLL_MS = 50;
const LEAST_SHARE = 0.9;

const withProperties = (row: number) => ({
  ...hitBody(row),
  properties: { author: `author ${row % 20}`, logged_in: row % 2 === 0, plan: `plan ${row % 6}` },
});

/** Returns whether the next file of hits is being written. */
const isCompacting = ({ data }: Server): boolean =>
  readdirSync(join(data, 'tmp')).some(name => name.startsWith('hits.'));

async function untilCompacted(server: Server): Promise<void> {
  for (let waited = 0; waited < MOST_WAIT_MS && isCompacting(server); waited += POLL_MS)
    await Bun.sleep(POLL_MS);
}

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
  const [ours, reference]: [number[], number[]] = [[], []];
  const kinds = [
    [withProperties, ours],
    [hitBody, reference],
  ] as const;
  for (const [toRow] of kinds) await send(toRow, 0);
  const rounds = Math.ceil((ROUNDS * bench.rounds) / USUAL_ROUNDS);
  const isShort = () => Math.min(ours.length, reference.length) < rounds;
  for (let round = 1; round <= MOST_TRIES * rounds && isShort(); round += 1)
    // Each goes first in every other round.
    for (const [toRow, rates] of round % 2 === 0 ? kinds : kinds.toReversed()) {
      bench.log(`batches with properties and without, ${ours.length + reference.length} of ${2 * rounds}`);
      await untilCompacted(server);
      const before = countSnapshots(server.data);
      const rate = await send(toRow, round * BATCHES * ROWS);
      // A compaction takes seconds of the processor, and falls into the rounds of one or the other by chance.
      if (rates.length < rounds && !isCompacting(server) && countSnapshots(server.data) === before)
        rates.push(rate);
    }
  const share = summarize(ours).median / summarize(reference).median;
  return {
    what: 'hits with three properties that a second of the processor stores, in batches, between compactions',
    ours: formatSpread(summarize(ours)),
    reference: formatSpread(summarize(reference)),
    ratio: share.toFixed(2),
    aim: `at least ${LEAST_SHARE}`,
    isMet: share >= LEAST_SHARE,
  };
}
