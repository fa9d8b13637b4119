/** The server as a process of its own, which a test kills, on a folder that outlives it. */
import { join } from 'node:path';
import { run, temporaryFolder } from './cli.ts';
import { prepareFolder } from './prepared-folder.ts';
import { makeDataFolder } from './server.ts';
import { root } from './source-tree.ts';

/** Starts the server as a process of its own. */
export async function startProcess(data: string, hitsUrl?: string, settings: Record<string, string> = {}) {
  const words = [process.execPath, join(root, 'src/main.ts'), 'serve', '--port', '0', '--data', data];
  const child = Bun.spawn(words, {
    env: {
      PATH: '/usr/bin:/bin',
      FOOTFALL_RATE_LIMIT: '0',
      FOOTFALL_CONNECTIVITY_PROBES: '',
      ...(hitsUrl && { FOOTFALL_HITS_URL: hitsUrl }),
      ...settings,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let output = '';
  const reader = child.stdout.getReader();
  const findOrigin = () => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  while (!findOrigin()) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the server ended at its start: ${output}`);
    output += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  let isKilled = false;
  return {
    origin: findOrigin() ?? '',
    pid: child.pid,
    kill() {
      isKilled = true;
      child.kill('SIGKILL');
    },
    ended: child.exited,
    /** Repeats a request until the process has died of it. */
    async ask(request: () => Promise<unknown>) {
      while (!isKilled) await request().catch(() => undefined);
    },
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
export type Process = Awaited<ReturnType<typeof startProcess>>;

const copyFolderWithOwner = prepareFolder(async data => {
  await makeDataFolder(data);
  await run('user add owner@example.org --password-stdin', { data, stdin: 'correct horse' });
  return (await run('key add owner@example.org', { data })).out.trim();
});

/** A folder with an owner, whose key calls the API of any server on it. */
export async function aFolderWithOwner() {
  const folder = temporaryFolder();
  const data = folder.path;
  const { filled: key } = await copyFolderWithOwner(data);
  const api = async ({ origin }: Process, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'user-agent': 'test', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return { data, api, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
