/** Load from wrk: as many requests as a number of connections can send, each waiting for its answer. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';

/** One request of a mix; wrk sends them in turn. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers that were no 2xx, and connections that broke. */
  readonly failures: number;
}

/** Whether wrk is there; if not, a line that says how to get it. */
export const wrkObstacle = (): string | undefined =>
  Bun.which('wrk') === null
    ? 'wrk is not on PATH: install it (Debian and Ubuntu: apt-get install wrk)'
    : undefined;

/** A Lua text in long brackets, which need no escapes. */
const luaText = (text: string): string => `[==[${text}]==]`;

/** The mix as a script for wrk, written once and used for every round. */
export function writeMix(bench: BenchContext, name: string, requests: readonly LoadRequest[]): string {
  const file = join(bench.folder, `${name}.lua`);
  const rows = requests.map(({ method, path, headers, body }) => {
    const pairs = Object.entries(headers).map(([field, value]) => `[ ${luaText(field)} ]=${luaText(value)}`);
    const words = [
      luaText(method),
      luaText(path),
      `{${pairs.join(',')}}`,
      body === undefined ? 'nil' : luaText(body),
    ];
    return `  made[${'#'}made + 1] = wrk.format(${words.join(', ')})`;
  });
  // A Lua function holds few constants: each one makes a part of the requests.
  const parts = Array.from({ length: Math.ceil(rows.length / 50) }, (_, part) =>
    [
      'local function part()',
      ...rows.slice(part * 50, part * 50 + 50),
      'end',
      'makers[#makers + 1] = part',
    ].join('\n'),
  );
  writeFileSync(file, `${SCRIPT_HEAD}\n${parts.map(part => `do\n${part}\nend`).join('\n')}\n${SCRIPT_TAIL}`);
  return file;
}

const SCRIPT_HEAD = 'local made, makers, turn = {}, {}, 0';
const SCRIPT_TAIL = `
function init() for _, make in ipairs(makers) do make() end end
function request()
  turn = turn % #made + 1
  return made[turn]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"us":%d,"p50":%f,"p99":%f,"max":%f,"failures":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`;

interface Printed {
  readonly requests: number;
  readonly us: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly failures: number;
}

/** One round of load. */
export async function runLoad(options: {
  readonly url: string;
  readonly mix: string;
  readonly connections: number;
  readonly seconds: number;
}): Promise<LoadResult> {
  // wrk counts whole seconds.
  const seconds = String(Math.max(1, Math.round(options.seconds)));
  const words = [
    '-t1',
    `-c${options.connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '-s',
    options.mix,
    options.url,
  ];
  const child = Bun.spawn(['wrk', ...words], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const printed = /^RESULT (.*)$/m.exec(out)?.[1];
  if (printed === undefined) throw new Error(`wrk gave no result: ${complaint}${out}`);
  const { requests, us, p50, p99, max, failures } = JSON.parse(printed) as Printed;
  return {
    requests,
    perSecond: requests / (us / 1e6),
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
    maxMs: max / 1000,
    failures,
  };
}
