/**
 * Reads parts of a file in processes of this program, which use the cores that the thread which answers requests leaves idle. A task
 * is a line of JSON on standard input; a process answers with lines: how many bytes it has read, and then the result. It exits when its
 * input is closed, so none outlives the server.
 */
import { ownProgram, PART_COMMAND } from '../../../core/own-program.ts';
import { lowerPriority } from '../../../lib/thread-priority.ts';
import {
  type ExclusionSettings,
  PartLost,
  type PartMessage,
  type PartResult,
  type PartTask,
  toError,
} from './part-message.ts';

/** When a file is read in parts. */
export interface PartLimits {
  /** Size of the smallest file. */
  readonly minBytes: number;
  /** Number of parts. */
  readonly count: number;
}

/** What parts are read by. */
export interface PartReading {
  readonly limits: PartLimits;
  readonly read: ReadPart;
  readonly exclusions: ExclusionSettings;
  /** Called when a process was lost; the file is then read by one reader. */
  readonly onLost: (error: PartLost) => void;
}

interface ReadPartOptions {
  readonly signal: AbortSignal;
  /** Receives the number of bytes that were read. */
  readonly onProgress: (bytes: number) => void;
}

/** Reads a part in another process. Rejects with a `PartLost` when that could not do it. */
export type ReadPart = (task: PartTask, options: ReadPartOptions) => Promise<PartResult>;

async function* readMessages(output: ReadableStream<Uint8Array>): AsyncGenerator<PartMessage> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as PartMessage;
  }
}

function start() {
  try {
    // It needs nothing of the environment; the variable is what the program starts itself again without.
    return Bun.spawn([...ownProgram(), PART_COMMAND], {
      env: { UV_THREADPOOL_SIZE: '4' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch (error) {
    throw new PartLost(`the process cannot be started: ${String(error)}`);
  }
}

export const readPartInProcess: ReadPart = async (task, { signal, onProgress }) => {
  signal.throwIfAborted();
  const child = start();
  lowerPriority(child.pid);
  const kill = (): void => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  try {
    child.stdin.write(`${JSON.stringify(task)}\n`);
    // One that has ended already answers nothing, which is reported below.
    await Promise.resolve(child.stdin.flush()).catch(() => {});
    for await (const message of readMessages(child.stdout)) {
      if ('error' in message) throw toError(message.error);
      if ('result' in message) return message.result;
      onProgress(message.bytes);
    }
    signal.throwIfAborted();
    const code = await child.exited;
    throw new PartLost(`the process ended with ${child.signalCode ?? code}`);
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await child.exited;
  }
};
