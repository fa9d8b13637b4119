/** Starts the program under measurement as an operator does, and calls it over HTTP and its command line. */
import { join, resolve } from 'node:path';
import { sendToServer } from '../../src/cli/remote/control-client.ts';
import type { BenchContext } from './context.ts';
import { readCpuMs } from './machine.ts';
import type { Cost } from './table.ts';

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly data: string;
  /** From the start of the process to its first answer. */
  readonly startedInMs: number;
  /** Ends it and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServerOptions {
  readonly data: string;
  readonly settings?: Readonly<Record<string, string>>;
}

const USER_AGENT = 'footfall-bench';

export const root = resolve(import.meta.dir, '../..');

/** Keeps the developer's environment from the program. */
const createEnvironment = (settings: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  HOME: '/nonexistent',
  FOOTFALL_PORT: '0',
  FOOTFALL_RATE_LIMIT: '0',
  FOOTFALL_LOG_FORMAT: 'json',
  FOOTFALL_CONNECTIVITY_PROBES: '',
  ...settings,
});

/** Starts the server on a data folder and waits for its first answer. */
export async function startServer(
  bench: BenchContext,
  { data, settings = {} }: ServerOptions,
): Promise<Server> {
  const startedNs = Bun.nanoseconds();
  const child = Bun.spawn([...bench.program, 'serve', '--data', data], {
    cwd: bench.folder,
    env: createEnvironment(settings),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await child.exited;
  };
  bench.atEnd(() => stop('SIGKILL'));
  const url = await readAddress(child);
  const health = await fetch(`${url}/healthz`);
  if (!health.ok) throw new Error(`the server answered ${health.status} to /healthz`);
  await health.text();
  const startedInMs = (Bun.nanoseconds() - startedNs) / 1e6;
  return { url, pid: child.pid, data, startedInMs, stop };
}

/** The address that a starting server prints; what it goes on printing is read and dropped. */
function readAddress(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>): Promise<string> {
  let output = '';
  return new Promise((settle, reject) => {
    const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
      const decoder = new TextDecoder();
      let isFound = false;
      for await (const chunk of stream) {
        if (isFound) continue;
        output += decoder.decode(chunk, { stream: true });
        const url = /"url":"(http:\/\/127\.0\.0\.1:\d+)"/.exec(output)?.[1];
        if (url === undefined) continue;
        isFound = true;
        settle(url);
      }
    };
    Promise.all([read(child.stdout), read(child.stderr)]).then(
      () => reject(new Error(`the server ended at its start:\n${output}`)),
      reject,
    );
  });
}

const email = 'bench@example.org';

/** Sets the zone of the account, which is that of its sites, and waits until the sums of one are those of its days. */
export async function setZone(
  server: Server,
  { key, siteId }: { readonly key: string; readonly siteId: number },
  timeZone: string,
): Promise<void> {
  await command(server.data, 'user.set', { email, timeZone });
  const readState = async (): Promise<string> => {
    const { text } = await callApi(server, key, { path: `/sites/${siteId}/settings` });
    return (JSON.parse(text) as { settings: { sums: string } }).settings.sums;
  };
  while ((await readState()) !== 'ready') await Bun.sleep(100);
}

/** An owner's key on a fresh folder. */
export async function createKey({ data }: Server): Promise<string> {
  await command(data, 'user.add', { email, password: 'correct horse battery' });
  const { secret } = await command<{ secret: string }>(data, 'key.add', {
    email,
    name: 'bench',
    access: 'full_access',
  });
  return secret;
}

/** Sends a command to the running server, without starting another process. */
export async function command<Result>(
  data: string,
  name: Parameters<typeof sendToServer>[1]['command'],
  input: unknown,
): Promise<Result> {
  const response = await sendToServer(data, { command: name, input });
  if (!response) throw new Error(`no server runs on ${data}`);
  return response.result as Result;
}

/** A command of the command line, as its own process; throws with its error output. */
export const runProgram = async (bench: BenchContext, args: readonly string[]): Promise<string> =>
  (await measureProgram(bench, args)).output;

/** Runs a command of the program as `runProgram` does. Returns its output and the processor time of the process. */
export async function measureProgram(
  bench: BenchContext,
  args: readonly string[],
): Promise<{ readonly output: string; readonly cpuSeconds: number }> {
  const child = Bun.spawn([...bench.program, ...args], {
    cwd: bench.folder,
    env: createEnvironment({}),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [code, output, errorOutput] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errorOutput}`);
  return { output, cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 };
}

export const createHeaders = (key: string): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  'user-agent': USER_AGENT,
  'content-type': 'application/json',
});

/** A call of the API; its text, how long it took to the last byte, and what the server did meanwhile. */
export async function callApi(
  server: Server,
  key: string,
  call: { readonly path: string; readonly body?: unknown; readonly method?: string },
): Promise<{ readonly text: string } & Cost> {
  const startedCpuMs = readCpuMs(server.pid);
  const startedNs = Bun.nanoseconds();
  const response = await fetch(`${server.url}/api/v1${call.path}`, {
    headers: createHeaders(key),
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  const ms = (Bun.nanoseconds() - startedNs) / 1e6;
  if (!response.ok) throw new Error(`${call.path} answered ${response.status}: ${text.slice(0, 300)}`);
  return { text, ms, cpuMs: readCpuMs(server.pid) - startedCpuMs };
}

/** A new site. */
export async function createSite(
  server: Server,
  key: string,
): Promise<{ readonly id: number; readonly uid: string }> {
  const { text } = await callApi(server, key, { path: '/sites', body: { url: 'https://shop.example' } });
  return (JSON.parse(text) as { site: { id: number; uid: string } }).site;
}

/** Returns the number of snapshots of the hits that were begun: one more for each compaction. */
export function countSnapshots(data: string): number {
  const names = [...new Bun.Glob('hits.*.duckdb').scanSync({ cwd: join(data) })];
  return Math.max(0, ...names.map(name => Number(name.split('.')[1])));
}
