import { Cron } from 'croner';
import type { Clock } from '../core/clock.ts';
import { unavailable } from '../core/errors.ts';
import type { Job } from '../core/job.ts';
import type { Log } from '../core/log.ts';

/** Pause before the patterns are read, which takes 20 ms: a server that starts answers first. */
const SCHEDULE_DELAY_MS = 50;

/** Result of a job's last run, for the operator. */
export interface JobRun {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly error: string | null;
}

/** Numbers of a job's runs since the start of the server, by outcome. */
export interface RunCounts {
  readonly succeeded: number;
  readonly failed: number;
}

export interface Scheduler {
  /** Runs a job by its name and waits for it; a run under way is waited for instead of starting a second. */
  run(name: string): Promise<void>;
  readonly jobs: readonly Job[];
  lastRun(name: string): JobRun | undefined;
  countRuns(name: string): RunCounts;
  /** Returns when a job runs next after an instant; null for never, and for an unknown name. */
  nextRun(name: string, now: Date): Date | null;
  isRunning(name: string): boolean;
  /** Starts no more jobs, not even by name, aborts the running ones and waits for them. */
  stop(): Promise<void>;
}

/**
 * Starts every job on its cron pattern. A job never overlaps itself; a failure is logged and its next run comes as planned.
 * With `isAutomatic: false` jobs run by name only.
 */
export function startScheduler(
  jobs: readonly Job[],
  { clock, log, isAutomatic }: { readonly clock: Clock; readonly log: Log; readonly isAutomatic: boolean },
): Scheduler {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const runs = new Map<string, JobRun>();
  const counts = new Map<string, { succeeded: number; failed: number }>();

  async function execute(job: Job): Promise<void> {
    const startedAt = clock.now();
    const began = performance.now();
    let error: unknown = null;
    try {
      const result = await job.run({ now: startedAt, signal: stopping.signal });
      if (result) log.debug({ job: job.name, ...result }, 'job done');
    } catch (cause) {
      error = cause;
      log.error({ job: job.name, err: cause }, 'job failed');
    }
    const durationMs = Math.round(performance.now() - began);
    runs.set(job.name, { startedAt, durationMs, error: error === null ? null : String(error) });
    const count = counts.get(job.name) ?? { succeeded: 0, failed: 0 };
    count[error === null ? 'succeeded' : 'failed']++;
    counts.set(job.name, count);
    if (error !== null) throw error;
  }

  function start(job: Job): Promise<void> {
    const current = running.get(job.name);
    if (current) return current;
    // The services that it needs are being closed.
    if (stopping.signal.aborted) return Promise.reject(unavailable('The server is stopping'));
    const promise = execute(job).finally(() => running.delete(job.name));
    running.set(job.name, promise);
    return promise;
  }

  const createCron = (job: Job): Cron => {
    const cron = new Cron(job.every, { timezone: 'UTC', protect: true, unref: true });
    // Without a function a cron only computes the next run.
    if (isAutomatic) cron.schedule(() => start(job).catch(() => {}));
    return cron;
  };
  let crons: ReadonlyMap<string, Cron> | undefined;
  const getCrons = () => {
    crons ??= new Map(jobs.map(job => [job.name, createCron(job)]));
    return crons;
  };
  const timer = isAutomatic ? setTimeout(getCrons, SCHEDULE_DELAY_MS) : undefined;
  timer?.unref();

  return {
    jobs,
    lastRun: name => runs.get(name),
    countRuns: name => counts.get(name) ?? { succeeded: 0, failed: 0 },
    nextRun: (name, now) => getCrons().get(name)?.nextRun(now) ?? null,
    isRunning: name => running.has(name),
    run(name) {
      const job = jobs.find(candidate => candidate.name === name);
      return job ? start(job) : Promise.reject(new Error(`there is no job ${name}`));
    },
    async stop() {
      clearTimeout(timer);
      for (const cron of crons?.values() ?? []) cron.stop();
      stopping.abort();
      await Promise.allSettled(running.values());
    },
  };
}
