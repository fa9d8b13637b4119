/**
 * DuckDB by itself, in a process of its own: the reference of imports and reports. One process serves one database;
 * statements go in and timings come out as JSON lines.
 */
import { createInterface } from 'node:readline';
import { DuckDBInstance } from '@duckdb/node-api';
import type { BenchContext } from './context.ts';
import type { Cost } from './table.ts';

export interface ReferenceEngine {
  /** Runs statements and returns their milliseconds. */
  run(sql: string): Promise<number>;
  /** Runs statements and returns how long they took. */
  measure(sql: string): Promise<Taken>;
  /** Runs statements one after another and reads all their rows; returns what they took in all, and the rows of each. */
  query(statements: readonly string[]): Promise<Cost & { readonly rows: unknown[][][] }>;
  close(): Promise<void>;
}

/** Time on the clock, and of the processor. */
export interface Taken {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

interface Query {
  readonly statements: readonly string[];
  readonly reads: boolean;
}
type Answer = (Cost & { readonly rows: unknown[][][] }) | { readonly error: string };

/** Opens a database file, or `:memory:`, in a process of its own. */
export async function openReference(bench: BenchContext, file: string): Promise<ReferenceEngine> {
  const child = Bun.spawn([process.execPath, import.meta.path, file], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const waiting: ((line: string) => void)[] = [];
  void readLines(child.stdout, line => waiting.shift()?.(line));
  void child.exited.then(() => {
    for (const settle of waiting.splice(0)) settle('{"error":"the reference engine ended"}');
  });
  const send = async (query: Query) => {
    child.stdin.write(`${JSON.stringify(query)}\n`);
    child.stdin.flush();
    const answer = JSON.parse(await new Promise<string>(settle => waiting.push(settle))) as Answer;
    if ('error' in answer) throw new Error(`reference engine: ${answer.error}`);
    return answer;
  };
  const close = async (): Promise<void> => {
    child.stdin.end();
    await child.exited;
  };
  bench.atEnd(() => {
    child.kill('SIGKILL');
  });
  return {
    run: async sql => (await send({ statements: [sql], reads: false })).ms,
    measure: async sql => {
      const { ms, cpuMs } = await send({ statements: [sql], reads: false });
      return { seconds: ms / 1000, cpuSeconds: cpuMs / 1000 };
    },
    query: statements => send({ statements, reads: true }),
    close,
  };
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}

async function serve(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for await (const line of createInterface({ input: process.stdin })) {
    const { statements, reads } = JSON.parse(line) as Query;
    let answer: Answer;
    try {
      const startedNs = Bun.nanoseconds();
      const startedCpu = process.cpuUsage();
      const read: unknown[][][] = [];
      for (const sql of statements) {
        if (reads) read.push((await connection.runAndReadAll(sql)).getRowsJS() as unknown[][]);
        else await connection.run(sql);
      }
      const ms = (Bun.nanoseconds() - startedNs) / 1e6;
      const { user, system } = process.cpuUsage(startedCpu);
      answer = { ms, cpuMs: (user + system) / 1000, rows: read };
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    const text = JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    process.stdout.write(`${text}\n`);
  }
  connection.closeSync();
  instance.closeSync();
}

if (import.meta.main) await serve(process.argv[2] ?? ':memory:');
