/**
 * Runs reports over the application database in a separate process. SQLite answers synchronously: a statement that takes
 * seconds on the thread that answers requests would block all of them. A process, unlike a thread of this one, can be ended
 * when a statement takes too long, and does no harm when it crashes.
 */
import { unavailable } from '../../core/errors.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { Log } from '../../core/log.ts';
import { createTurns, type WaitLimits } from '../../lib/fair-pool.ts';
import { lowerPriority } from '../../lib/thread-priority.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import { isStopping } from '../read-limits.ts';
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
/** Maximum number of waiting queries of an account. A page of the dashboard sends about six. */
const MAX_WAITING = 64;
/** Idle time after which the process ends and frees its memory. */
const IDLE_MS = 60_000;

const FAILED = 'The report could not be made: try again later';

interface Task {
  readonly query: RowsQuery;
  readonly rows: unknown[][];
  readonly answer: PromiseWithResolvers<unknown[][]>;
}

/** A line of the process: rows, or the end of an answer. */
type Line = unknown[][] | { readonly error: string | null };

/** Creates the reader. Its process starts with the first query, and again after it has ended. Accounts take turns. */
export function createReportProcess({
  log,
  findOwner,
  deadlineMs = DEADLINE_MS,
}: {
  readonly log: Log;
  readonly findOwner: (siteId: number) => number | undefined;
  readonly deadlineMs?: number;
}) {
  const turns = createTurns();
  const child = createChild({ onLine, onLost });
  let current: Task | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function onLine(line: Line): void {
    if (!current) return;
    if (Array.isArray(line)) for (const row of line) current.rows.push(row);
    else if (line.error === null) current.answer.resolve(current.rows);
    else {
      log.error({ err: new Error(line.error), site: current.query.siteId }, 'a report of kudos has failed');
      current.answer.reject(unavailable(FAILED));
    }
  }

  /** Rejects the query that the lost process was working on with 503; the next one starts another process. */
  function onLost(error: unknown): void {
    if (!current) return;
    if (!isStopped)
      log.error({ err: error }, 'the process that counts kudos has failed; another one is started');
    current.answer.reject(unavailable(FAILED));
  }

  const late = `took longer than ${deadlineMs / 1000} seconds`;
  const isBusy = () =>
    unavailable(`The server is busy with other reports, and this one ${late}: try again in a moment`);

  /** Has the process answer a query, which ends it when it takes longer than `restMs`. */
  async function answer(query: RowsQuery, restMs: number): Promise<unknown[][]> {
    if (isStopped) throw isStopping();
    clearTimeout(idle);
    const task: Task = { query, rows: [], answer: Promise.withResolvers() };
    current = task;
    const deadline = setTimeout(() => {
      // A query that has waited for most of the time would not profit from a shorter period.
      const hasWorked = restMs >= deadlineMs / 2;
      task.answer.reject(hasWorked ? unavailable(`The answer ${late}: request a shorter period`) : isBusy());
      child.kill(new Error(`a query ${late}`));
    }, restMs);
    child.send(query);
    try {
      return await task.answer.promise;
    } finally {
      clearTimeout(deadline);
      current = undefined;
      if (!isStopped) idle = setTimeout(child.end, IDLE_MS).unref();
    }
  }

  /** Rows of a read-only statement. Rejects with 503 when that takes too long, and with the signal's reason. */
  const read: ReadRows = async (query, { signal }: ReadOptions = {}) => {
    const startedMs = performance.now();
    const limits: WaitLimits = {
      maxWaiting: MAX_WAITING,
      maxWaitMs: deadlineMs,
      onFull: () => unavailable('Too many reports of kudos are waiting: try again later'),
      onTimeout: isBusy,
      signal,
    };
    const rows = turns.run(
      `account ${findOwner(query.siteId)}`,
      () => answer(query, startedMs + deadlineMs - performance.now()),
      limits,
    );
    // An aborted query still occupies the process until its deadline.
    return untilAborted(rows, signal);
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
      void turns.close(isStopping());
      current?.answer.reject(isStopping());
      await child.stop();
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
