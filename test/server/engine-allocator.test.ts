/** How the allocator of the engine is set up, before its library is loaded. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '../support/cli.ts';
import { startProcess } from '../support/server-process.ts';
import { root } from '../support/source-tree.ts';

test('the server starts the engine with an allocator that gives memory back early', async () => {
  using folder = temporaryFolder();
  const server = await startProcess(folder.path);
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0');
  await server.stop();
  const setting = environment.find(each => each.startsWith('DUCKDB_JE_MALLOC_CONF='))?.split('=')[1];
  expect(setting).toBe('muzzy_decay_ms:0');
  // The engine says what it was told, where it is asked for that.
  const { stderr } = Bun.spawnSync([process.execPath, '-e', "await import('@duckdb/node-api')"], {
    cwd: root,
    env: { DUCKDB_JE_MALLOC_CONF: `${setting},confirm_conf:true` },
  });
  expect(stderr.toString()).toContain('Set conf value: muzzy_decay_ms:0');
});
