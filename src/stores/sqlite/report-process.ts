/**
 * Runs reports over the application database in a separate process. SQLite answers synchronously: a statement that takes
 * seconds on the thread that answers requests would block all of them. A process, unlike a thread of this one, can be ended
 * when a statement takes too long, and does no harm when it crashes.
 */
import { unavailable } from '../../core/errors.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { Log } from '../../core/log.ts';
import { lowerPriority } from '../../lib/thread-priority.ts';
import program from './report-process-main.js' with { type: 'text' };

/** A read-only statement on a file of the application database. */
export interface RowsQuery {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** Returns the file that is in use. */
  readonly file: () => string;
  /** The site whose report it is for. */
  readonly siteId: number;
}

/** Reads rows outside the thread that answers requests, each as a list of its columns' values. Rejects with 503. */
export type ReadRows = (query: RowsQuery, options?: ReadOptions) => Promise<unknown[][]>;

/** Maximum time from the call to the end of the answer, as for reports of hits. */
const DEADLINE_MS = 20_000;
/** Maximum numbers of waiting queries of a site, and in all. A page of the dashboard sends about six. */
const MAX_WAITING_OF_SITE = 64;
const MAX_WAITING = 500;
/** Idle time after which the process ends and frees its memory. */
const IDLE_MS = 60_000;
const FAILED = 'The report could not be made: try again later';

interface Task {
  readonly query: RowsQuery;
  readonly rows: unknown[][];
  readonly result: PromiseWithResolvers<unknown[][]>;
  deadline?: ReturnType<typeof setTimeout>;
  /** When the query was sent to the process, on the clock of `performance.now()`; undefined while it waits. */
  sentMs?: number;
  isSettled: boolean;
}

/** A line of the process: rows, or the end of an answer. */
type Line = unknown[][] | { readonly error: string | null };

/** Creates the reader. Its process starts with the first query, and again after it has ended. */
export function createReportProcess({
  log,
  deadlineMs = DEADLINE_MS,
}: {
  readonly log: Log;
  readonly deadlineMs?: number;
}) {
  const queue = createSiteQueue();
  const child = createChild({ onLine, onLost });
  let current: Task | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function sendNext(): void {
    if (current || isStopped) return;
    clearTimeout(idle);
    current = queue.take();
    if (!current) {
      idle = setTimeout(child.end, IDLE_MS);
      idle.unref();
      return;
    }
    current.sentMs = performance.now();
    child.send(current.query);
  }

  function onLine(line: Line): void {
    const task = current;
    if (!task) return;
    if (Array.isArray(line)) {
      if (!task.isSettled) for (const row of line) task.rows.push(row);
      return;
    }
    current = undefined;
    clearTimeout(task.deadline);
    if (line.error === null) settle(task);
    else {
      log.error({ err: new Error(line.error), site: task.query.siteId }, 'a report of kudos has failed');
      settle(task, unavailable(FAILED));
    }
    sendNext();
  }

  /** Rejects the query that the lost process was working on with 503; the next one starts another process. */
  function onLost(error: unknown): void {
    const task = current;
    current = undefined;
    if (!task) return;
    if (!isStopped)
      log.error({ err: error }, 'the process that counts kudos has failed; another one is started');
    settle(task, unavailable(FAILED));
    sendNext();
  }

  function onDeadline(task: Task): void {
    // A query that has waited for most of the time would not profit from a shorter period.
    const workedMs = task.sentMs === undefined ? 0 : performance.now() - task.sentMs;
    const late = `took longer than ${deadlineMs / 1000} seconds`;
    settle(
      task,
      unavailable(
        workedMs < deadlineMs / 2
          ? `The server is busy with other reports, and this one ${late}: try again in a moment`
          : `The answer ${late}: request a shorter period`,
      ),
    );
    if (current === task) child.kill(new Error(`a query ${late}`));
  }

  /** Rows of a read-only statement. Rejects with 503 when that takes too long, and with the signal's reason. */
  const read: ReadRows = async (query, { signal }: ReadOptions = {}) => {
    signal?.throwIfAborted();
    if (isStopped) throw unavailable('The server is stopping');
    if (queue.sizeOf(query.siteId) >= MAX_WAITING_OF_SITE || queue.size() >= MAX_WAITING)
      throw unavailable('Too many reports of kudos are waiting: try again later');
    const task: Task = { query, rows: [], result: Promise.withResolvers(), isSettled: false };
    queue.add(task);
    task.deadline = setTimeout(() => onDeadline(task), deadlineMs);
    const abort = () => settle(task, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    sendNext();
    try {
      return await task.result.promise;
    } finally {
      // An aborted query still occupies the process until its deadline.
      if (current !== task) clearTimeout(task.deadline);
      signal?.removeEventListener('abort', abort);
    }
  };

  return {
    read,
    /** The id of the process, while there is one. */
    get pid(): number | undefined {
      return child.pid();
    },
    /** Ends the process; waiting queries are rejected with 503. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(idle);
      const stopping = unavailable('The server is stopping');
      for (const task of [current, ...queue.clear()]) if (task) settle(task, stopping);
      await child.stop();
    },
  };
}

function settle(task: Task, error?: unknown): void {
  if (task.isSettled) return;
  task.isSettled = true;
  if (error === undefined) task.result.resolve(task.rows);
  else task.result.reject(error);
}

/** Creates a queue in which sites take turns, so that many queries of one site do not delay those of another. */
function createSiteQueue() {
  const queues = new Map<number, Task[]>();
  const waiting = (siteId: number): Task[] =>
    (queues.get(siteId) ?? []).filter(({ isSettled }) => !isSettled);
  return {
    add(task: Task): void {
      const { siteId } = task.query;
      queues.set(siteId, [...waiting(siteId), task]);
    },
    /** Returns the first task of the site whose turn it is. */
    take(): Task | undefined {
      for (const siteId of queues.keys()) {
        const [task, ...rest] = waiting(siteId);
        queues.delete(siteId);
        if (rest.length > 0) queues.set(siteId, rest);
        if (task) return task;
      }
      return undefined;
    },
    sizeOf: (siteId: number): number => waiting(siteId).length,
    size: (): number => queues.values().reduce((sum, queue) => sum + queue.length, 0),
    /** Removes all tasks and returns them. */
    clear(): Task[] {
      const tasks = [...queues.values()].flat();
      queues.clear();
      return tasks;
    },
  };
}

type Child = Bun.Subprocess<'pipe', 'pipe', 'ignore'>;

/** Creates the process, which starts with the first query that is sent to it. */
function createChild({
  onLine,
  onLost,
}: {
  readonly onLine: (line: Line) => void;
  /** Called when the process has ended, or was killed. */
  readonly onLost: (error: unknown) => void;
}) {
  let child: Child | undefined;

  function lose(lost: Child | undefined, error: unknown): void {
    if (child !== lost) return;
    child = undefined;
    lost?.kill('SIGKILL');
    onLost(error);
  }

  function start(): Child {
    // A compiled program is this runtime too. The process gets nothing of the environment, and reads no folder's settings.
    const started: Child = Bun.spawn([process.execPath, '--no-install', '-e', program], {
      env: { BUN_BE_BUN: '1' },
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    lowerPriority(started.pid);
    void readLines(started).catch(error => lose(started, error));
    return started;
  }

  async function readLines(started: Child): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of started.stdout) {
      text += decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n');
      if (end < 0) continue;
      const complete = text.slice(0, end).split('\n');
      text = text.slice(end + 1);
      for (const line of complete) if (child === started) onLine(JSON.parse(line));
    }
    lose(started, new Error(`the process ended with ${await started.exited}`));
  }

  async function write({ file, sql, params }: RowsQuery): Promise<void> {
    const target = child ?? start();
    child = target;
    try {
      await target.stdin.write(`${JSON.stringify({ file: file(), sql, params })}\n`);
      await target.stdin.flush();
    } catch (error) {
      lose(target, error);
    }
  }

  return {
    pid: (): number | undefined => child?.pid,
    send(query: RowsQuery): void {
      void write(query).catch(error => lose(child, error));
    },
    kill: (error: unknown): void => lose(child, error),
    /** Lets the process exit by itself. */
    end(): void {
      const ended = child;
      child = undefined;
      // The process may have ended already.
      void Promise.resolve(ended?.stdin.end()).catch(() => {});
    },
    async stop(): Promise<void> {
      const ended = child;
      child = undefined;
      ended?.kill('SIGKILL');
      await ended?.exited;
    },
  };
}
