/** Starts ClickHouse's engine as a server, for tests. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ChdbServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startChdbServer(): Promise<ChdbServer> {
  if (!existsSync(join(import.meta.dir, '../../.chdb/node_modules')))
    throw new Error('ClickHouse is not installed: run ./scripts/test.sh, or `bun install` in .chdb');
  const folder = await mkdtemp(join(tmpdir(), 'chdb-'));
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'chdb-server.ts'), folder], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const url = new TextDecoder().decode(value).trim();
  return {
    url,
    stop: async () => {
      await child.stdin.end();
      await child.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
