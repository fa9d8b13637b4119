/**
 * Minutes or hours of mixed load on one server, to find what grows: page reports, batches, reports, kudos, live streams,
 * imports, settings, signups and tool calls at once, while a second client's answers, memory, descriptors and the data
 * folder are watched. Prints a Markdown table and ends with 1 when something failed or memory went on growing.
 *
 *     bun scripts/bench/soak.ts [--minutes 60] [--rate 100] [--memory-limit 512MB] [--from-source]
 */
import { appendFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchContext, withBenchContext } from './context.ts';
import { formatMachine, inspectMachine, readMemory } from './machine.ts';
import { startSecondClient, type Window } from './second-client.ts';
import { command, createHeaders, createKey, createSite, root, type Server, startServer } from './server.ts';
import { runSteadily } from './steady.ts';
import { formatNumber, summarize, toMarkdownTable } from './table.ts';
import { collectRequests, hitBody } from './visits.ts';

const WINDOW_MS = 10_000;
const STREAMS = 20;
const IMPORT_ROWS = 5_000;
const TABLE_ROWS = 12;
/** Growth of resident memory over the second half that is taken for a leak. */
const LEAK_MIB = 100;

/** What was there at one moment. */
interface Sample {
  readonly minute: number;
  readonly rssMiB: number;
  readonly descriptors: number;
  readonly dataMiB: number;
  readonly scratchFiles: number;
  readonly window: Window | undefined;
}

/** What a part of the load works with. */
interface Target {
  readonly server: Server;
  readonly key: string;
  readonly site: { readonly id: number; readonly uid: string };
  readonly folder: string;
  /** Notes how a request of a kind ended. */
  readonly note: (kind: string, isGood: boolean) => void;
  readonly signal: AbortSignal;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '100' },
    'memory-limit': { type: 'string', default: '512MB' },
    'from-source': { type: 'boolean', default: false },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Does something again and again until the end, each time after a pause. */
async function repeat(target: Target, pauseMs: number, work: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; !target.signal.aborted; turn++) {
    await work(turn).catch(() => undefined);
    await Bun.sleep(pauseMs);
  }
}

interface Call {
  readonly kind: string;
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** One request. Refusals such as 429 are answers; 5xx and broken connections are failures. */
async function call(
  { server, key, note, signal }: Target,
  { kind, path, method, body, headers }: Call,
): Promise<void> {
  try {
    const response = await fetch(`${server.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...createHeaders(key), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    await response.arrayBuffer();
    note(kind, response.status < 500);
  } catch {
    if (!signal.aborted) note(kind, false);
  }
}

const random = (limit: number): number => Math.floor(Math.random() * limit);
const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[random(items.length)] ?? items[0];

/** A live stream that is read for some seconds and left, as tabs are. */
async function watchLive(target: Target): Promise<void> {
  const { server, key, site, signal, note } = target;
  const leave = AbortSignal.any([signal, AbortSignal.timeout(2_000 + random(20_000))]);
  try {
    const response = await fetch(`${server.url}/api/v1/sites/${site.id}/live`, {
      headers: { ...createHeaders(key), accept: 'text/event-stream' },
      signal: leave,
    });
    note('live streams', response.status < 500);
    if (response.body) for await (const _ of response.body) if (leave.aborted) return;
  } catch {
    if (!leave.aborted) note('live streams', false);
  }
}

/** A file of new rows, imported by the running server as the command line has it done. */
async function importRows({ server, site, folder, note }: Target, turn: number): Promise<void> {
  const file = join(folder, 'soak.csv');
  writeFileSync(file, 'path,created_at,visitor_id\n');
  const startMs = Date.now() - 80 * 86_400_000 + turn * 3_600_000;
  const rows = Array.from({ length: IMPORT_ROWS }, (_, row) => {
    const createdAt = new Date(startMs + row * 700).toISOString();
    return `/imported/${row % 300},${createdAt},v${row % 900}\n`;
  });
  appendFileSync(file, rows.join(''));
  await command(server.data, 'import', { siteId: site.id, file, format: 'footfall' }).then(
    () => note('imports', true),
    () => note('imports', false),
  );
}

/** Everything that happens at once, until the signal. */
function startLoad(target: Target): Promise<unknown> {
  const { site } = target;
  const api = `/api/v1/sites/${site.id}`;
  const groups = ['path', 'country', 'referrer', 'browser_name', 'source'] as const;
  const reports: [string, ...string[]] = [
    `${api}/live`,
    ...groups.map(group => `${api}/hits?group_by=${group}`),
    `${api}/hits?interval=day&period=90d`,
    `${api}/overview`,
    `${api}/events`,
    `${api}/kudos`,
    `${api}/agent_visits`,
    '/api/v1/sites',
  ];
  const toolCall = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_hits', arguments: { site_id: site.id, group_by: 'path', per_page: 10 } },
  };
  const accept = { accept: 'application/json, text/event-stream' };
  const rows = (turn: number) => Array.from({ length: 200 }, (_, row) => hitBody(turn * 200 + row));
  const visitor = () => ({ 'x-forwarded-for': `198.18.${random(256)}.${random(256)}` });
  return Promise.all([
    repeat(target, 2_000, turn =>
      call(target, { kind: 'batches', path: `${api}/hits/batch`, body: rows(turn) }),
    ),
    repeat(target, 200, () => call(target, { kind: 'reports', path: pick(reports) })),
    repeat(target, 200, () => call(target, { kind: 'reports', path: pick(reports) })),
    repeat(target, 300, () =>
      call(target, {
        kind: 'kudos',
        path: `/kudos/${site.uid}?path=/blog/${random(500)}`,
        method: 'POST',
        headers: visitor(),
      }),
    ),
    repeat(target, 3_000, turn =>
      call(target, { kind: 'settings', path: api, method: 'PATCH', body: { name: `Shop ${turn}` } }),
    ),
    repeat(target, 5_000, turn =>
      call(target, {
        kind: 'signups',
        path: '/api/v1/agent_signups',
        body: { email: `owner${turn}-${random(1e9)}@example.org`, tos_accepted: true },
        headers: visitor(),
      }),
    ),
    repeat(target, 1_000, () =>
      call(target, { kind: 'tool calls', path: '/mcp', body: toolCall, headers: accept }),
    ),
    repeat(target, 20_000, turn => importRows(target, turn)),
    ...Array.from({ length: STREAMS - 1 }, () => repeat(target, 100, () => watchLive(target))),
  ]);
}

/** Bytes of every file of a folder, and how many lie in its `tmp/`. */
function measureFolder(folder: string): { readonly sizeBytes: number; readonly scratchFiles: number } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = names.map(name => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  const scratchFiles = names.filter(name => name.startsWith('tmp/')).length;
  return { sizeBytes: sizes.reduce((sum, size) => sum + size, 0), scratchFiles };
}

function takeSample(server: Server, startedMs: number, windows: readonly Window[]): Sample {
  const { sizeBytes, scratchFiles } = measureFolder(server.data);
  return {
    minute: (performance.now() - startedMs) / 60_000,
    rssMiB: readMemory(server.pid).nowMiB,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    dataMiB: sizeBytes / 1024 ** 2,
    scratchFiles,
    window: windows.at(-1),
  };
}

/** Samples thinned out to what fits on a screen, each with the worst of those it stands for. */
function toRows(samples: readonly Sample[]): string[][] {
  const step = Math.max(1, Math.ceil(samples.length / TABLE_ROWS));
  return samples.flatMap((sample, index) => {
    if (index % step !== step - 1 && index !== samples.length - 1) return [];
    const windows = samples.slice(Math.max(0, index - step + 1), index + 1).flatMap(one => one.window ?? []);
    return [
      [
        formatNumber(sample.minute),
        formatNumber(sample.rssMiB),
        String(sample.descriptors),
        String(sample.scratchFiles),
        formatNumber(sample.dataMiB),
        formatNumber(summarize(windows.map(({ p50Ms }) => p50Ms)).median),
        formatNumber(Math.max(...windows.map(({ maxMs }) => maxMs))),
        String(windows.reduce((sum, { failures }) => sum + failures, 0)),
      ],
    ];
  });
}

const HEAD = [
  'Minute',
  'RSS MiB',
  'Descriptors',
  'Scratch files',
  'Folder MiB',
  'p50 ms',
  'Worst ms',
  'Failures',
];

/** How much more memory the last quarter takes than the one before, by their medians. */
function computeGrowth(samples: readonly Sample[]): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const middle = (part: readonly Sample[]): number => summarize(part.map(({ rssMiB }) => rssMiB)).median;
  return middle(samples.slice(-quarter)) - middle(samples.slice(-2 * quarter, -quarter));
}

async function soak(bench: BenchContext, minutes: number, perSecond: number): Promise<boolean> {
  const settings = { FOOTFALL_MEMORY_LIMIT: bench.memoryLimit, FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8' };
  const server = await startServer(bench, { data: join(bench.folder, 'soak'), settings });
  const key = await createKey(server);
  const site = await createSite(server, key);
  const counts = new Map<string, { good: number; bad: number }>();
  const note = (kind: string, isGood: boolean): void => {
    const count = counts.get(kind) ?? { good: 0, bad: 0 };
    count[isGood ? 'good' : 'bad'] += 1;
    counts.set(kind, count);
  };
  const ending = new AbortController();
  const target = { server, key, site, folder: bench.folder, note, signal: ending.signal };
  const client = startSecondClient({ url: server.url, key, siteId: site.id, windowMs: WINDOW_MS });
  bench.atEnd(() => client.stop());
  const seconds = Math.round(minutes * 60);
  const startedMs = performance.now();
  const steady = runSteadily({
    url: server.url,
    perSecond,
    connections: 16,
    seconds,
    requests: collectRequests(site.uid, 20_000),
  });
  const load = startLoad(target);
  const samples: Sample[] = [];
  while (performance.now() - startedMs < seconds * 1000) {
    await Bun.sleep(WINDOW_MS);
    samples.push(takeSample(server, startedMs, client.windows));
    bench.log(
      `minute ${formatNumber(samples.at(-1)?.minute ?? 0)}: ${formatNumber(samples.at(-1)?.rssMiB ?? 0)} MiB`,
    );
  }
  ending.abort();
  const { requests, failures, p50Ms, maxMs } = await steady;
  await Promise.race([load, Bun.sleep(WINDOW_MS)]);
  await client.stop();
  await Bun.sleep(WINDOW_MS);
  const rest = takeSample(server, startedMs, []);
  await server.stop();
  print(`## ${formatNumber(minutes)} minutes of mixed load (FOOTFALL_MEMORY_LIMIT=${bench.memoryLimit})\n`);
  print(toMarkdownTable(HEAD, toRows(samples)));
  print(
    `\nPage reports: ${formatNumber(requests)}, ${failures} failed, median ${formatNumber(p50Ms)} ms, worst ${formatNumber(maxMs)} ms.`,
  );
  for (const [kind, { good, bad }] of counts)
    print(`${kind}: ${formatNumber(good)} answered, ${bad} failed.`);
  print(
    `At rest afterwards: ${formatNumber(rest.rssMiB)} MiB, ${rest.descriptors} descriptors, ${rest.scratchFiles} scratch files.`,
  );
  const growth = computeGrowth(samples);
  print(
    `Memory of the last quarter against the one before: ${growth >= 0 ? '+' : ''}${formatNumber(growth)} MiB.`,
  );
  const bad = [...counts.values()].reduce((sum, count) => sum + count.bad, failures);
  return bad === 0 && growth < LEAK_MIB && client.windows.every(window => window.failures === 0);
}

const minutes = Number(values.minutes);
const rate = Number(values.rate);
const binary = join(root, 'dist/footfall');
if (!(minutes > 0 && rate > 0) || !(values['from-source'] || existsSync(binary))) {
  process.stderr.write('soak: --minutes and --rate must be above 0, and dist/footfall must be built\n');
  process.exit(2);
}
print(formatMachine(inspectMachine()));
const request = {
  hits: 0,
  seconds: 0,
  rounds: 1,
  importRounds: 1,
  requests: 1,
  program: values['from-source'] ? [process.execPath, join(root, 'src/main.ts')] : [binary],
  memoryLimit: values['memory-limit'],
};
const log = (line: string): void => void process.stderr.write(`soak: ${line}\n`);
const isGood = await withBenchContext(request, log, bench => soak(bench, minutes, rate));
process.exit(isGood ? 0 : 1);
