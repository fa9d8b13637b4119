/** The reference of the hit path: a bare Bun server that reads a JSON body and sends it back. Runs as a process of its own. */
import type { BenchContext } from './context.ts';

export interface Echo {
  readonly url: string;
  readonly pid: number;
}

/** Starts the echo server. */
export async function startEcho(bench: BenchContext): Promise<Echo> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  bench.atEnd(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return { url: new TextDecoder().decode(value).trim(), pid: child.pid };
}

if (import.meta.main) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => Response.json(await request.json()),
  });
  process.stdout.write(`http://127.0.0.1:${server.port}\n`);
}
