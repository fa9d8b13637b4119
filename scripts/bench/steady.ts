/**
 * Load at a steady rate, whether or not the server keeps up: each request has its moment, and its answer is timed from
 * that moment, so that a server which stalls is charged for all who waited. Runs as a process of its own.
 */
import type { Socket } from 'bun';
import type { LoadRequest, LoadResult } from './load.ts';
import { quantile } from './table.ts';

interface Plan {
  readonly url: string;
  readonly perSecond: number;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly LoadRequest[];
}

/** One round of steady load. */
export async function runSteadily(plan: Plan): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error('the steady load ended early');
  return JSON.parse(text) as LoadResult;
}

interface Line {
  /** When the request under way was due; null while the connection is free. */
  dueMs: number | null;
  /** Bytes of the answer that have come. */
  held: string;
}

const nowMs = (): number => Bun.nanoseconds() / 1e6;

/** The request as it goes over the wire. */
function toBytes({ method, path, headers, body = '' }: LoadRequest, host: string): Buffer {
  const fields = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** The status of an answer once all of it is there. Answers here have a length, never chunks. */
function parseStatus(held: string): number | undefined {
  const end = held.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/^content-length: (\d+)\r$/im.exec(held.slice(0, end + 1))?.[1] ?? 0);
  return held.length >= end + 4 + length ? Number(held.slice(9, 12)) : undefined;
}

async function run(plan: Plan): Promise<LoadResult> {
  const { hostname, port, host } = new URL(plan.url);
  const wires = plan.requests.map(request => toBytes(request, host));
  const total = Math.round(plan.perSecond * plan.seconds);
  const free: Socket<Line>[] = [];
  const latencies: number[] = [];
  let failures = 0;
  let broken = 0;
  let sent = 0;
  let due = 0;
  const startedMs = nowMs() + 50;
  const dueMsOf = (number: number): number => startedMs + (number * 1000) / plan.perSecond;
  const sendDue = (): void => {
    while (sent < due) {
      const socket = free.pop();
      if (!socket) return;
      socket.data.dueMs = dueMsOf(sent);
      socket.write(wires[sent++ % wires.length] ?? '');
    }
  };
  const take = (socket: Socket<Line>, chunk: Buffer): void => {
    const line = socket.data;
    line.held += chunk.toString('latin1');
    const status = parseStatus(line.held);
    if (status === undefined || line.dueMs === null) return;
    latencies.push(nowMs() - line.dueMs);
    if (status < 200 || status > 299) failures++;
    line.held = '';
    line.dueMs = null;
    free.push(socket);
    sendDue();
  };
  const drop = (socket: Socket<Line>): void => {
    if (socket.data.dueMs !== null) broken++;
  };
  for (let number = 0; number < plan.connections; number++) {
    const handlers = { data: take, close: drop };
    const line: Line = { dueMs: null, held: '' };
    free.push(await Bun.connect<Line>({ hostname, port: Number(port), data: line, socket: handlers }));
  }
  const deadlineMs = startedMs + plan.seconds * 1000 + 30_000;
  while (latencies.length + broken < total && nowMs() < deadlineMs) {
    due = Math.min(total, Math.floor(((nowMs() - startedMs) / 1000) * plan.perSecond) + 1);
    sendDue();
    await Bun.sleep(1);
  }
  return {
    requests: latencies.length,
    perSecond: latencies.length / ((nowMs() - startedMs) / 1000),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    maxMs: quantile(latencies, 1),
    // Unanswered ones among them.
    failures: failures + total - latencies.length,
  };
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await run((await Bun.stdin.json()) as Plan)));
  process.exit(0);
}
