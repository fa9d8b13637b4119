/**
 * `bun run dev [ARGUMENT...]`: the server from source, started anew when a source file changes, on a data folder that
 * is thrown away at the end. Arguments go to `footfall serve`; `--data DIR` keeps the data there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');
const given = process.argv.slice(2);
const keepsData = given.some(word => word === '--data' || word.startsWith('--data='));
const folder = keepsData ? undefined : mkdtempSync(join(tmpdir(), 'footfall-dev-'));

const server = Bun.spawn(
  [
    process.execPath,
    '--watch',
    '--no-clear-screen',
    join(root, 'src/main.ts'),
    'serve',
    ...(folder === undefined ? [] : ['--data', folder]),
    ...given,
  ],
  {
    cwd: root,
    // Set here, so that the server need not start itself again to get them: that would end the watching.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
const code = await server.exited;
if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
process.exit(code);
