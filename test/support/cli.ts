/** Commands run in this process, on a folder of their own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { runCli } from '../../src/cli/main.ts';
import { root } from './source-tree.ts';

export interface CliResult {
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

export interface RunOptions {
  readonly data?: string;
  readonly stdin?: string | Uint8Array | Readable;
  /** Takes content that is no text. */
  readonly stdout?: Writable;
  readonly settingsFile?: string;
  readonly environment?: Record<string, string>;
  /** Called with each line on standard error. */
  readonly onError?: (line: string) => void;
  /** How long a server that is starting is waited for. */
  readonly maxStartMs?: number;
  /** Whether progress is drawn, on standard error. */
  readonly isTerminal?: boolean;
}

/** Runs `footfall WORDS…` and collects what it prints. */
export async function run(
  args: string,
  {
    data,
    stdin = '',
    environment = {},
    settingsFile,
    stdout = new PassThrough(),
    isTerminal = false,
    onError = () => {},
    maxStartMs,
  }: RunOptions = {},
): Promise<CliResult> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(
    args.split(' ').filter(word => word !== ''),
    {
      program: [],
      environment: { ...(data === undefined ? {} : { FOOTFALL_DATA: data }), ...environment },
      print: text => out.push(text),
      printError: text => {
        err.push(text);
        onError(text);
      },
      writeError: text => err.push(text),
      stdin: stdin instanceof Readable ? stdin : Readable.from([Buffer.from(stdin)]),
      stdout,
      ...(maxStartMs === undefined ? {} : { maxStartMs }),
      ...(settingsFile === undefined ? {} : { settingsFile }),
      isTerminal,
    },
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs `footfall WORDS…` as a process of its own, and collects what it and its log write. */
export async function runProcess(args: readonly string[], environment: Record<string, string> = {}) {
  const program = [process.execPath, join(root, 'src/main.ts'), ...args];
  const child = Bun.spawn(program, {
    cwd: root,
    env: { PATH: '', ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, lines: err.trimEnd().split('\n') };
}

/** A new folder that is removed at the end of its block. */
export function temporaryFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'footfall-cli-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Files of a folder, however deep, whose bytes hold a text. */
export function filesHolding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  });
}
