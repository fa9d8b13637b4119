/**
 * Kills a whole server under writes of both databases and imports, and copies its folder in three orders with stops inside;
 * then opens what is left and compares it with what was answered. A copy is whole or refused, no site may show a hit of
 * another, and the hits of its visits are those of the site. With `--power-cuts`, which needs Linux and root, the power of its disk is cut as often.
 *
 *     bun scripts/torture/server.ts [--kills 200] [--copies 200] [--power-cuts 0] [--program dist/footfall]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDisk } from './power.ts';
import { type CopyOrder, slowCopy } from './slow-copy.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    copies: { type: 'string', default: '200' },
    'power-cuts': { type: 'string', default: '0' },
    program: { type: 'string', default: '' },
  },
});
const program =
  values.program === '' ? [process.execPath, join(import.meta.dir, '../../src/main.ts')] : [values.program];
const root = mkdtempSync(join(tmpdir(), 'footfall-torture-'));
const cuts = Number(values['power-cuts']);
const disk = cuts > 0 ? makeDisk(root) : undefined;
const live = join(disk?.path ?? root, 'live');
const COPY_MS = 800;
const CHECKED_SITES = 12;
const START_MS = 120_000;
const IMPORT_MS = 1_000;
const VISITORS = 40;
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('FOOTFALL_')),
) as Record<string, string>;

/** What the server has answered: sites by id, and the hits of each by their path. */
interface Answered {
  readonly sites: Map<number, Set<string>>;
}
const answered: Answered = { sites: new Map() };
const snapshot = (): Answered => ({
  sites: new Map([...answered.sites].map(([id, paths]) => [id, new Set(paths)])),
});

const run = (...words: string[]): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...program, ...words], { env: environment });
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${stderr.toString()}`);
  return stdout.toString().trim();
};

interface Server {
  readonly url: string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a server; a refusal is answered as its last line. */
async function start(data: string): Promise<Server | { readonly refusal: string }> {
  const child = Bun.spawn(
    [...program, 'serve', '--data', data, '--port', '0', '--rate-limit', '0', '--connectivity-probes', ''],
    { env: environment, stdout: 'pipe', stderr: 'pipe' },
  );
  const errors = new Response(child.stderr).text();
  const reader = child.stdout.getReader();
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  let said = '';
  for (let url: string | undefined; ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    said += new TextDecoder().decode(value);
    url = /listening on (http:\S+)/.exec(said)?.[1];
    if (url === undefined) continue;
    clearTimeout(timer);
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return {
      url,
      end: async signal => {
        child.kill(signal);
        await child.exited;
      },
    };
  }
  clearTimeout(timer);
  return { refusal: (await errors).trim().split('\n').at(-1) ?? '' };
}

async function startLive(): Promise<Server> {
  const server = await start(live);
  if ('refusal' in server) throw new Error(`the server itself was refused: ${server.refusal}`);
  return server;
}

const call = async (url: string, key: string, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'user-agent': 'torture' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: response.status, body: (await response.json()) as any };
};

// Only the server makes a data folder.
const writing = { server: await startLive(), isOn: true, isUp: true };
run('user', 'add', 'op@example.org', '--data', live);
const key = run('key', 'add', 'op@example.org', '--data', live);
run('user', 'add', 'other@example.org', '--data', live);
const otherKey = run('key', 'add', 'other@example.org', '--data', live);

let written = 0;
let imports = 0;
/** Without a server, the command would open the folder itself. */
let importing: Bun.Subprocess | undefined;

/** Writes sites and hits as fast as they are answered; what fails was not acknowledged. */
async function write(): Promise<void> {
  while (writing.isOn) {
    const { url } = writing.server;
    try {
      written += 1;
      if (written % 200 === 1) {
        const made = await call(url, key, 'POST', '/sites', { url: `https://s${written}.example` });
        if (made.status === 201) answered.sites.set(made.body.site.id, new Set());
        continue;
      }
      const ids = [...answered.sites.keys()];
      const id = ids[ids.length - 1 - (written % Math.min(5, ids.length))];
      const path = `/of-${id}/${written}`;
      const visitor_id = `v${written % VISITORS}`;
      const sent = await call(url, key, 'POST', `/sites/${id}/hits`, { path, visitor_id });
      if (sent.status === 201) answered.sites.get(id ?? 0)?.add(path);
      if (written % 5 > 0) continue;
      await call(url, key, 'POST', `/sites/${id}/events`, { event: 'form.sent', path, visitor_id });
    } catch {
      await Bun.sleep(5);
    }
  }
}

/** Imports hits of the same visitors and hours as those that are written, which rewrites the file of hits each time. */
async function importOften(): Promise<void> {
  const file = join(root, 'rows.ndjson');
  for (let round = 1; writing.isOn; round += 1) {
    await Bun.sleep(IMPORT_MS);
    const id = [...answered.sites.keys()].at(-(round % 3) - 1);
    if (id === undefined || !writing.isUp) continue;
    const rows = Array.from({ length: 100 }, (_, n) => ({
      created_at: new Date(Date.now() - n * 17 * 60_000).toISOString(),
      path: `/of-${id}/imported-${round}-${n}`,
      visitor_id: `v${n % VISITORS}`,
      ...(n % 10 === 0 && { type: 'event', event: 'form.sent' }),
    }));
    writeFileSync(file, rows.map(row => JSON.stringify(row)).join('\n'));
    const words = ['import', String(id), file, '--data', live];
    importing = Bun.spawn([...program, ...words], { env: environment, stdout: 'ignore', stderr: 'ignore' });
    // The server may be killed meanwhile: what failed was not acknowledged.
    if ((await importing.exited) !== 0) continue;
    imports += 1;
    for (const { path, ...row } of rows) if (!('type' in row)) answered.sites.get(id)?.add(path);
  }
}

/** What a check of a stopped server's folder finds. */
function checkFolder(data: string): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...program, 'check', '--data', data], {
    env: environment,
  });
  return exitCode === 0 ? [] : [`${stdout}${stderr}`.trim()];
}

/** Compares the hits of the newest sites' visits with their hits, each of which has a visitor. Nothing may be written. */
async function findVisitFaults(server: Server, { sites }: Answered): Promise<string[]> {
  const newest = [...sites.keys()].slice(-CHECKED_SITES);
  return (await Promise.all(newest.map(id => compareVisits(server, id)))).flat();
}

async function compareVisits({ url }: Server, id: number): Promise<string[]> {
  const query = 'grouped=true&period=all&per_page=1000&include_visitors=true&attribution=visit';
  const found = await call(url, key, 'GET', `/sites/${id}/hits?${query}&group_by=entry_page`);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const groups: any[] = found.body.grouped_hits ?? [];
  if (groups.length === 1000) return [];
  const { total_hits: hits, visits } = found.body.summary ?? {};
  const sum = (name: string) => groups.reduce((total, group) => total + group[name], 0);
  return sum('hit_count') === hits && sum('visits') === visits
    ? []
    : [`site ${id} has ${sum('hit_count')} hits in ${sum('visits')} visits instead of ${hits} in ${visits}`];
}

/** What is wrong with a server's sites and hits: nothing, in a good one. */
async function faultsOf(server: Server, expected: Answered): Promise<string[]> {
  const faults: string[] = [];
  const listed = await call(server.url, key, 'GET', '/sites');
  const present = new Set<number>(listed.body.sites.map((site: { id: number }) => site.id));
  // Those made last are where something could be missing; all of them would take minutes.
  for (const [id, paths] of [...expected.sites].slice(-CHECKED_SITES)) {
    if (!present.has(id)) {
      faults.push(`site ${id} is missing`);
      continue;
    }
    const found = new Set<string>();
    for (let page = 1; ; page += 1) {
      const hits = await call(server.url, key, 'GET', `/sites/${id}/hits?per_page=1000&page=${page}`);
      for (const { path } of hits.body.hits) found.add(path);
      if (hits.body.hits.length < 1000) break;
    }
    const missing = [...paths].filter(path => !found.has(path)).length;
    if (missing > 0) faults.push(`${missing} hits of site ${id} are missing`);
    const foreign = [...found].filter(path => !path.startsWith(`/of-${id}/`));
    if (foreign.length > 0) faults.push(`site ${id} shows ${foreign.join(', ')}`);
  }
  const made = await call(server.url, otherKey, 'POST', '/sites', { url: 'https://other.example' });
  const own = await call(server.url, otherKey, 'GET', `/sites/${made.body.site?.id}/hits`);
  if (own.body.hits?.length !== 0) faults.push('a new site has hits');
  return faults;
}

const ORDERS: Record<string, CopyOrder> = {
  'by name': names => names.sort(),
  'by name, backwards': names => names.sort().reverse(),
  'in no order': names =>
    names
      .map(name => ({ name, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name),
};

/** Ends the server, and the import that uses it. */
async function endLive(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  writing.isUp = false;
  await writing.server.end(signal);
  importing?.kill('SIGKILL');
  await importing?.exited;
}

async function restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await endLive(signal);
  report(signal, checkFolder(live));
  writing.server = await startLive();
  writing.isUp = true;
}

let bad = 0;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const report = (what: string, faults: readonly string[]): void => {
  if (faults.length === 0) return;
  bad += 1;
  say(`${what}: ${faults.slice(0, 5).join('; ')}`);
};

async function copyOften(order: string, copies: number): Promise<void> {
  const found = { whole: 0, refused: 0 };
  for (let n = 1; n <= copies; n += 1) {
    const target = join(root, 'copy');
    const expected = snapshot();
    const copying = slowCopy(live, target, {
      order: ORDERS[order] ?? (names => names),
      durationMs: COPY_MS,
    });
    if (n % 3 === 0) {
      await Bun.sleep(Math.random() * COPY_MS);
      await restart(n % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    }
    await copying;
    const opened = await start(target);
    if ('refusal' in opened) {
      found.refused += 1;
      if (!opened.refusal.startsWith('footfall: ')) report(`${order} ${n}`, [opened.refusal]);
    } else {
      report(`${order} ${n}`, await faultsOf(opened, expected));
      report(`${order} ${n}`, await findVisitFaults(opened, expected));
      found.whole += 1;
      await opened.end('SIGKILL');
      // The configuration of a copy may be older than its hits.
      report(
        `${order} ${n}, checked`,
        checkFolder(target).filter(found => found.includes('visits of')),
      );
    }
    rmSync(target, { recursive: true, force: true });
  }
  say(`${order}: ${copies} copies, ${found.whole} opened, ${found.refused} refused`);
}

const writers = [...Array.from({ length: 4 }, write), importOften()];
while (answered.sites.size < 2) await Bun.sleep(10);
const kills = Number(values.kills);
for (let round = 1; round <= kills; round += 1) {
  await Bun.sleep(Math.random() * 500);
  await restart('SIGKILL');
}
for (let round = 1; disk && round <= cuts; round += 1) {
  await Bun.sleep(Math.random() * 2000);
  await endLive('SIGKILL');
  const expected = snapshot();
  disk.cut();
  writing.server = await startLive();
  writing.isUp = true;
  report(`power cut ${round}`, await faultsOf(writing.server, expected));
}
for (const order of Object.keys(ORDERS)) await copyOften(order, Math.ceil(Number(values.copies) / 3));
writing.isOn = false;
await Promise.all(writers);
report('in the end', await faultsOf(writing.server, answered));
report('in the end', await findVisitFaults(writing.server, answered));
await writing.server.end('SIGTERM');
report('checked in the end', checkFolder(live));
const hits = [...answered.sites.values()].reduce((sum, paths) => sum + paths.size, 0);
disk?.remove();
rmSync(root, { recursive: true, force: true });
say(
  `${kills} kills, ${cuts} power cuts, ${imports} imports, ${answered.sites.size} sites and ${hits} hits acknowledged, ${bad} with faults`,
);
process.exit(bad === 0 ? 0 : 1);
