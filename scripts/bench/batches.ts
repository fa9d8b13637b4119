/** Batches of 1,000 hits, in turns with DuckDB's own appender storing the same rows. */

import { join } from 'node:path';
import { DuckDBInstance, timestampValue } from '@duckdb/node-api';
import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { type LoadResult, runLoad, writeMix } from './load.ts';
import { startServer } from './server.ts';
import { formatNumber, formatSpread, type Section, summarize } from './table.ts';
import { batchRequests, hitBody } from './visits.ts';

const ROWS = 1_000;
const BATCHES = 20;
const CONNECTIONS = 4;
const LEAST_SHARE = 0.3;

export async function measureBatches(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const server = await startServer(bench, { data: fixture.data });
  const mix = writeMix(
    bench,
    'batch',
    batchRequests(fixture.spare.id, fixture.key, { batches: BATCHES, rows: ROWS }),
  );
  const load = (seconds: number) => runLoad({ url: server.url, mix, connections: CONNECTIONS, seconds });
  await load(1);
  const ours: LoadResult[] = [];
  const reference: number[] = [];
  for (let round = 1; round <= bench.rounds; round++) {
    bench.log(`batches, round ${round} of ${bench.rounds}`);
    ours.push(await load(bench.seconds));
    reference.push(await appendRate(bench, round));
  }
  await server.stop();
  const failures = ours.reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0) throw new Error(`${failures} batches failed: the figures would mean nothing`);
  const rates = ours.map(({ perSecond }) => perSecond * ROWS);
  const shares = summarize(rates.map((rate, index) => rate / (reference[index] ?? Number.NaN)));
  return {
    title: `Batches of ${formatNumber(ROWS)} hits, ${CONNECTIONS} connections`,
    reference: 'DuckDB appender, flushed every batch',
    rows: [
      {
        what: 'rows a second, durable',
        ours: formatSpread(summarize(rates)),
        reference: formatSpread(summarize(reference)),
        ratio: formatSpread(shares),
        aim: `at least ${LEAST_SHARE}`,
        isMet: shares.median >= LEAST_SHARE,
      },
      { what: 'p99 of a batch, ms', ours: formatSpread(summarize(ours.map(({ p99Ms }) => p99Ms))) },
    ],
  };
}

/** Rows a second of one round of the reference, in a process of its own. */
async function appendRate(bench: BenchContext, round: number): Promise<number> {
  const file = join(bench.folder, `append-${round}.duckdb`);
  const child = Bun.spawn([process.execPath, import.meta.path, file, String(bench.seconds)], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  bench.atEnd(() => {
    child.kill('SIGKILL');
  });
  return Number(await new Response(child.stdout).text());
}

/** Appends the rows of the batches for some seconds; only the appending and flushing is timed. */
async function append(file: string, seconds: number): Promise<number> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(`create table hits (id bigint, site_id integer, created_at timestamp, path varchar, url varchar,
    referrer varchar, country varchar, browser_name varchar, platform_name varchar, is_mobile boolean, source varchar,
    visitor_hash ubigint)`);
  const batches = Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: ROWS }, (_, row) => hitBody(batch * ROWS + row)),
  );
  const now = timestampValue(BigInt(Date.now()) * 1000n);
  const appender = await connection.createAppender('hits');
  let rows = 0;
  const startedNs = Bun.nanoseconds();
  while (Bun.nanoseconds() - startedNs < seconds * 1e9) {
    for (const { path, referrer, ip_address: address } of batches[(rows / ROWS) % BATCHES] ?? []) {
      appender.appendBigInt(BigInt(++rows));
      appender.appendInteger(1);
      appender.appendTimestamp(now);
      appender.appendVarchar(path);
      appender.appendNull();
      if (referrer === undefined) appender.appendNull();
      else appender.appendVarchar(referrer);
      appender.appendVarchar('XX');
      appender.appendVarchar('Chrome');
      appender.appendVarchar('Windows');
      appender.appendBoolean(false);
      if (referrer === undefined) appender.appendNull();
      else appender.appendVarchar('news.example');
      appender.appendUBigInt(Bun.hash.xxHash64(address));
      appender.endRow();
    }
    appender.flushSync();
  }
  return rows / ((Bun.nanoseconds() - startedNs) / 1e9);
}

if (import.meta.main) {
  const [file = '', seconds = '1'] = process.argv.slice(2);
  process.stdout.write(String(await append(file, Number(seconds))));
  process.exit(0);
}
