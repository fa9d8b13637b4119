/**
 * Reports over the application database in a process of its own. SQLite answers synchronously: what takes seconds on
 * the thread that answers requests would hold up everybody. A process, unlike a thread of this one, can be ended when a
 * question takes too long, and takes nothing with it when it fails.
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

/** Reads rows beside the thread that answers requests, each as a list of its columns' values. Rejects with 503. */
export type ReadRows = (query: RowsQuery, options?: ReadOptions) => Promise<unknown[][]>;

/** From the question to the end of its answer, like reports of hits. */
const DEADLINE_MS = 20_000;
/** Questions of one site, and in all. A page of the dashboard asks about six. */
const MAX_WAITING_OF_SITE = 64;
const MAX_WAITING = 500;
/** Without a question for so long, the process ends and gives its memory back. */
const IDLE_MS = 60_000;
const FAILED = 'The report could not be made: try again later';

interface Task {
  readonly query: RowsQuery;
  readonly rows: unknown[][];
  readonly answer: PromiseWithResolvers<unknown[][]>;
  deadline?: ReturnType<typeof setTimeout>;
  /** When the process was asked, on the clock of `performance.now()`; undefined while it waits in line. */
  askedMs?: number;
  isSettled: boolean;
}

type Child = Bun.Subprocess<'pipe', 'pipe', 'ignore'>;

/** Creates the reader. Its process starts with the first question, and again after it has ended. */
export function createReportProcess({
  log,
  deadlineMs = DEADLINE_MS,
}: {
  readonly log: Log;
  readonly deadlineMs?: number;
}) {
  // Sites take turns, so that many questions about one do not hold up those about another.
  const lines = new Map<number, Task[]>();
  let child: Child | undefined;
  let current: Task | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const waiting = (): number => lines.values().reduce((sum, line) => sum + line.length, 0);

  function nextTask(): Task | undefined {
    for (const [siteId, line] of lines) {
      lines.delete(siteId);
      const task = line.find(({ isSettled }) => !isSettled);
      const rest = task ? line.slice(line.indexOf(task) + 1) : [];
      if (rest.length > 0) lines.set(siteId, rest);
      if (task) return task;
    }
    return undefined;
  }

  function settle(task: Task, error?: unknown): void {
    if (task.isSettled) return;
    task.isSettled = true;
    if (error === undefined) task.answer.resolve(task.rows);
    else task.answer.reject(error);
  }

  function goOn(): void {
    if (current || isStopped) return;
    clearTimeout(idle);
    current = nextTask();
    if (!current) {
      idle = setTimeout(end, IDLE_MS);
      idle.unref();
      return;
    }
    current.askedMs = performance.now();
    void put(current.query).catch(error => lose(child, error));
  }

  async function put({ file, sql, params }: RowsQuery): Promise<void> {
    const asked = child ?? start();
    child = asked;
    try {
      await asked.stdin.write(`${JSON.stringify({ file: file(), sql, params })}\n`);
      await asked.stdin.flush();
    } catch (error) {
      lose(asked, error);
    }
  }

  function start(): Child {
    // A compiled program is this runtime too. Nothing of the environment is handed on, and no folder's settings are read.
    const started: Child = Bun.spawn([process.execPath, '--no-install', '-e', program], {
      env: { BUN_BE_BUN: '1' },
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    lowerPriority(started.pid);
    void listen(started).catch(error => lose(started, error));
    return started;
  }

  async function listen(started: Child): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of started.stdout) {
      text += decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n');
      if (end < 0) continue;
      const complete = text.slice(0, end).split('\n');
      text = text.slice(end + 1);
      for (const line of complete) if (child === started) note(JSON.parse(line));
    }
    lose(started, new Error(`the process ended with ${await started.exited}`));
  }

  function note(line: unknown[][] | { readonly error: string | null }): void {
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
    goOn();
  }

  /** Ends a process that does not answer any more; what it was asked is 503, and the next question starts another. */
  function lose(lost: Child | undefined, error: unknown): void {
    if (child !== lost) return;
    child = undefined;
    lost?.kill('SIGKILL');
    const task = current;
    current = undefined;
    if (!task) return;
    if (!isStopped)
      log.error({ err: error }, 'the process that counts kudos has failed; another one is started');
    settle(task, unavailable(FAILED));
    goOn();
  }

  function end(): void {
    const ended = child;
    child = undefined;
    // One that has gone by itself cannot be told, and need not be.
    void Promise.resolve(ended?.stdin.end()).catch(() => {});
  }

  function onLate(task: Task): void {
    // Who has waited in line for most of the time would not be served any better with a shorter period.
    const workedMs = task.askedMs === undefined ? 0 : performance.now() - task.askedMs;
    const late = `took longer than ${deadlineMs / 1000} seconds`;
    settle(
      task,
      unavailable(
        workedMs < deadlineMs / 2
          ? `The server is busy with other reports, and this one ${late}: try again in a moment`
          : `The answer ${late}: ask for a shorter period`,
      ),
    );
    if (current === task) lose(child, new Error(`a question ${late}`));
  }

  /** Rows of a read-only statement. Rejects with 503 when that takes too long, and with the signal's reason. */
  const read: ReadRows = async (query, { signal }: ReadOptions = {}) => {
    signal?.throwIfAborted();
    if (isStopped) throw unavailable('The server is stopping');
    const line = (lines.get(query.siteId) ?? []).filter(({ isSettled }) => !isSettled);
    if (line.length >= MAX_WAITING_OF_SITE || waiting() >= MAX_WAITING)
      throw unavailable('Too many reports of kudos wait: try again later');
    const task: Task = { query, rows: [], answer: Promise.withResolvers(), isSettled: false };
    lines.set(query.siteId, [...line, task]);
    task.deadline = setTimeout(() => onLate(task), deadlineMs);
    const abort = () => settle(task, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    goOn();
    try {
      return await task.answer.promise;
    } finally {
      // One that nobody waits for any more still holds up the process until its deadline.
      if (current !== task) clearTimeout(task.deadline);
      signal?.removeEventListener('abort', abort);
    }
  };

  return {
    read,
    /** The id of the process, while there is one. */
    get pid(): number | undefined {
      return child?.pid;
    },
    /** Ends the process; whatever waits is 503. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(idle);
      const stopping = unavailable('The server is stopping');
      for (const task of [current, ...[...lines.values()].flat()]) if (task) settle(task, stopping);
      lines.clear();
      const ended = child;
      child = undefined;
      ended?.kill('SIGKILL');
      await ended?.exited;
    },
  };
}
