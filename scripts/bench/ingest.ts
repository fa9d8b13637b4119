/** Hits one a request, through the API and from pages, in turns with a bare echo server under the same load. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { type Echo, startEcho } from './echo.ts';
import type { Fixture } from './fixture.ts';
import { type LoadResult, runLoad, writeMix } from './load.ts';
import { readCpuMs } from './machine.ts';
import { command, countSnapshots, type Server, startServer } from './server.ts';
import { formatSpread, type Row, type Section, summarize } from './table.ts';
import { collectRequests, createRequests } from './visits.ts';

const CONNECTIONS = 64;
const MIX_SIZE = 2_000;
const LEAST_SHARE = 0.35;
const P99_MS = 15;
const WORST_MS = 300;
const COMPACTION_ROUNDS = 2;

interface Measured extends LoadResult {
  /** Processor time of the server for one request. */
  readonly cpuUs: number;
}

interface Rounds {
  readonly ours: Measured[];
  readonly echo: Measured[];
  /** Compactions during our rounds. */
  readonly compactions: number;
}

export async function measureIngest(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const settings = { FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8' };
  const server = await startServer(bench, { data: fixture.data, settings });
  const echo = await startEcho(bench);
  const { spare, key } = fixture;
  const create = writeMix(bench, 'create', createRequests(spare.id, key, MIX_SIZE));
  const collect = writeMix(bench, 'collect', collectRequests(spare.uid, MIX_SIZE));
  const inTurns = (name: string, mix: string, rounds: number, during?: () => Promise<void>) =>
    runInTurns({ bench, server, echo, name, mix, rounds, ...(during ? { during } : {}) });

  const rows = [
    ...toRows('`POST /sites/:id/hits`', await inTurns('creates', create, bench.rounds), true),
    ...toRows('`POST /collector/:uid`', await inTurns('page reports', collect, bench.rounds), true),
    ...toRows(
      '`POST /sites/:id/hits`, compacting',
      await inTurns('creates, compacting', create, COMPACTION_ROUNDS, () => compact(bench, server, fixture)),
      false,
    ),
  ];
  await server.stop();
  return {
    title: `One hit a request, durable, ${CONNECTIONS} connections, onto ${bench.hits.toLocaleString('en')} hits`,
    reference: 'bare Bun echo, same bodies',
    rows,
  };
}

async function runInTurns(options: {
  readonly bench: BenchContext;
  readonly server: Server;
  readonly echo: Echo;
  readonly name: string;
  readonly mix: string;
  readonly rounds: number;
  readonly during?: () => Promise<void>;
}): Promise<Rounds> {
  const { bench, server, echo, name, mix, rounds, during } = options;
  const load = (target: Echo, seconds: number) => measureLoad(target, mix, seconds);
  // The warm-up: what is compiled and cached on first use is not measured.
  await load(server, 1);
  await load(echo, 1);
  const before = countSnapshots(server.data);
  const result: Rounds = { ours: [], echo: [], compactions: 0 };
  for (let round = 1; round <= rounds; round++) {
    bench.log(`${name}, round ${round} of ${rounds}`);
    const loading = load(server, bench.seconds);
    if (during) {
      await Bun.sleep((bench.seconds * 1000) / 4);
      await during();
    }
    result.ours.push(await loading);
    result.echo.push(await load(echo, bench.seconds));
  }
  const failures = result.ours.reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0)
    throw new Error(`${failures} requests of "${name}" failed: the figures would mean nothing`);
  return { ...result, compactions: countSnapshots(server.data) - before };
}

async function measureLoad({ url, pid }: Echo, mix: string, seconds: number): Promise<Measured> {
  const beforeMs = readCpuMs(pid);
  const result = await runLoad({ url, mix, connections: CONNECTIONS, seconds });
  return { ...result, cpuUs: ((readCpuMs(pid) - beforeMs) * 1000) / result.requests };
}

/** An import of one hit makes a new snapshot of the whole file, as the nightly compaction does. */
async function compact(bench: BenchContext, { data }: Server, { spare }: Fixture): Promise<void> {
  const file = join(bench.folder, 'one.ndjson');
  const createdAt = new Date().toISOString();
  writeFileSync(file, `${JSON.stringify({ created_at: createdAt, path: `/compaction-${createdAt}` })}\n`);
  await command(data, 'import', { siteId: spare.id, file, format: 'footfall' });
}

function toRows(what: string, { ours, echo, compactions }: Rounds, isHeldAgainstEcho: boolean): Row[] {
  const shares = summarize(
    ours.map((round, index) => round.perSecond / (echo[index]?.perSecond ?? Number.NaN)),
  );
  const both = (pick: (round: Measured) => number) => ({
    ours: formatSpread(summarize(ours.map(pick))),
    reference: formatSpread(summarize(echo.map(pick))),
  });
  const p99 = summarize(ours.map(round => round.p99Ms));
  const max = summarize(ours.map(round => round.maxMs));
  const share = isHeldAgainstEcho
    ? { aim: `at least ${LEAST_SHARE}`, isMet: shares.median >= LEAST_SHARE }
    : {};
  const remark =
    compactions === 0 ? '' : ` (${compactions} compaction${compactions === 1 ? '' : 's'} inside)`;
  return [
    {
      what: `${what}, requests a second`,
      ...both(round => round.perSecond),
      ratio: formatSpread(shares),
      ...share,
    },
    {
      what: `${what}, processor time of the server, µs a request`,
      ...both(round => round.cpuUs),
      ratio: formatSpread(
        summarize(ours.map((round, index) => round.cpuUs / (echo[index]?.cpuUs ?? Number.NaN))),
      ),
    },
    { what: `${what}, p50 ms`, ...both(round => round.p50Ms) },
    {
      what: `${what}, p99 ms`,
      ...both(round => round.p99Ms),
      aim: `under ${P99_MS}`,
      isMet: p99.median < P99_MS,
    },
    {
      what: `${what}, max ms${remark}`,
      ...both(round => round.maxMs),
      aim: `under ${WORST_MS}`,
      isMet: max.most < WORST_MS,
    },
  ];
}
