import { test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf, root } from './source-tree.ts';

/** `dist/footfall`, built anew when a source is younger than it. */
export async function builtBinary(): Promise<string> {
  const binary = join(root, 'dist/footfall');
  const ageOf = (path: string): number => statSync(path).mtimeMs;
  const sources = [
    ...filesOf('src/**/*'),
    'package.json',
    'bun.lock',
    'scripts/build.ts',
    'scripts/pack.ts',
  ].map(path => join(root, path));
  if (existsSync(binary) && sources.every(path => ageOf(path) < ageOf(binary))) return binary;
  const build = Bun.spawn(['bun', 'scripts/build.ts'], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  if ((await build.exited) !== 0)
    throw new Error(`the build failed: ${await new Response(build.stderr).text()}`);
  return binary;
}

/** A new folder that holds the program and nothing else. Remove it with `removeFolder`. */
export function folderWithOnly(binary: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-binary-'));
  copyFileSync(binary, join(folder, 'footfall'));
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Nothing of the developer's surroundings reaches the program. */
const BARE_ENVIRONMENT = { PATH: '/usr/bin:/bin', HOME: '/nonexistent' };

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A command run to its end in the folder of the program. */
export async function runBinary(
  folder: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Finished> {
  const child = Bun.spawn([join(folder, 'footfall'), ...words], {
    cwd: folder,
    env: { ...BARE_ENVIRONMENT, ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 120_000,
  });
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, err };
}

export interface RunningBinary {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** All that was printed until it answered. */
  readonly output: string;
  /** Its exit code, once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Ends it with a signal and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const PRINTED_ORIGIN = /http:\/\/127\.0\.0\.1:\d+/;

/** `footfall serve` on a free port, once it answers; `wrapper` is a command that runs it, such as strace. */
export function serveBinary(
  folder: string,
  { data, wrapper = [], until }: { data: string; wrapper?: readonly string[]; until?: RegExp },
): Promise<RunningBinary> {
  const command = [...wrapper, join(folder, 'footfall'), 'serve', '--port', '0', '--data', data];
  return startServer(command, { cwd: folder, env: BARE_ENVIRONMENT, ...(until && { until }) });
}

interface HowToStart {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** What is printed once it answers. */
  readonly until?: RegExp;
  /** Sends a signal to the program. By default to the process of the command. */
  readonly signal?: (child: Bun.Subprocess, signal: NodeJS.Signals) => void;
}

/** Starts a command that runs the server, and waits until it answers. */
export async function startServer(
  command: readonly string[],
  {
    until = new RegExp(`${PRINTED_ORIGIN.source}\\s`),
    signal: send = (child, signal) => child.kill(signal),
    ...options
  }: HowToStart,
): Promise<RunningBinary> {
  const child = Bun.spawn([...command], { ...options, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  let output = '';
  const origin = await new Promise<string>((settle, reject) => {
    const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
      const decoder = new TextDecoder();
      for await (const chunk of stream) {
        output += decoder.decode(chunk, { stream: true });
        const [origin] = until.test(output) ? (PRINTED_ORIGIN.exec(output) ?? []) : [];
        if (origin !== undefined) settle(origin);
      }
    };
    Promise.all([read(child.stdout), read(child.stderr)]).then(
      () => reject(new Error(`the server ended at its start:\n${output}`)),
      reject,
    );
  });
  // Printed, so it answers: nothing has to be waited for.
  const health = await fetch(`${origin}/healthz`);
  if (!health.ok) throw new Error(`/healthz answered ${health.status}:\n${output}`);
  const ended = child.exited.then(() => child.exitCode);
  return {
    origin,
    ended,
    get output() {
      return output;
    },
    stop(signal = 'SIGTERM') {
      send(child, signal);
      return ended;
    },
  };
}

/** A small file system of its own with these options; undefined where this machine does not let us mount one. */
export function mountTmpfs(folder: string, options: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (!mounted.success) return undefined;
  return () => void Bun.spawnSync(['umount', '-l', folder]);
}

/** Whether this machine lets us mount a file system. */
export const canMount = (() => {
  const probe = mkdtempSync(join(tmpdir(), 'footfall-mount-'));
  const unmount = mountTmpfs(probe, 'size=1m');
  unmount?.();
  removeFolder(probe);
  return unmount !== undefined;
})();
if (!canMount)
  process.stderr.write('not run: read-only, noexec and full data folders (only root can mount one)\n');

/** A test that needs `mountTmpfs`. */
export const testWithMount = test.skipIf(!canMount);
