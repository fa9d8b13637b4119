import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { HitKind } from '../../core/hit-store.ts';
import type { Job } from '../../core/job.ts';
import type { JobRun, Scheduler } from '../../jobs/scheduler.ts';

/** What takes room, and how much has been stored. */
export interface DataFacts {
  readonly parts: readonly { readonly name: string; readonly sizeBytes: number }[];
  readonly rows: Readonly<Record<HitKind, number>>;
}

/** The server as it is right now. */
export interface OperatorReport {
  readonly data: DataFacts & { readonly sizeBytes: number };
  readonly memoryBytes: number;
  readonly users: number;
  readonly sites: number;
  readonly jobs: readonly {
    readonly job: Job;
    readonly nextRunAt: Date | null;
    readonly isRunning: boolean;
    readonly lastRun: JobRun | undefined;
  }[];
  readonly mail: { readonly waiting: number; readonly lastError: string | null };
  readonly countriesBuiltAt: Date | null;
  readonly lastBackupAt: Date | null;
  /** Those that nobody has activated yet, newest first. */
  readonly signups: readonly {
    readonly id: number;
    readonly email: string;
    readonly agentName: string | null;
    readonly needsApproval: boolean;
    readonly createdAt: Date;
  }[];
}

export interface OperatorDeps {
  readonly readSizes: () => Promise<DataFacts['parts']>;
  readonly countRows: () => Promise<DataFacts['rows']>;
  readonly countUsers: () => number;
  readonly countSites: () => number;
  readonly mailFacts: () => OperatorReport['mail'];
  readonly countriesBuiltAt: () => Date | null;
  readonly findLastBackupAt: () => Date | null;
  readonly listSignups: () => OperatorReport['signups'];
  readonly scheduler: Pick<Scheduler, 'jobs' | 'lastRun' | 'nextRun' | 'isRunning' | 'run'>;
  readonly clock: Clock;
}

/** For so long the figures that take a look at every file are not made again. */
const DATA_KEPT_MS = 5000;

/** What the operator sees of the server, and the jobs they may start. */
export function createOperatorService(deps: OperatorDeps) {
  const { scheduler, clock } = deps;
  let known: { readonly data: Promise<DataFacts>; readonly atMs: number } | undefined;

  function readData(): Promise<DataFacts> {
    const nowMs = clock.now().getTime();
    // Also when the clock was set back: the age is then unknown.
    if (!known || Math.abs(nowMs - known.atMs) >= DATA_KEPT_MS) {
      const data = Promise.all([deps.readSizes(), deps.countRows()]).then(([parts, rows]) => ({
        parts,
        rows,
      }));
      const made = { data, atMs: nowMs };
      known = made;
      // A failure is told to those who wait for it, and not kept.
      data.catch(() => {
        if (known === made) known = undefined;
      });
    }
    return known.data;
  }

  return {
    /** Returns the sizes of the data folder and the numbers of rows, which may be 5 seconds old. */
    readData,
    /** Figures of the data folder may be 5 seconds old, all others are of this moment. */
    async report(): Promise<OperatorReport> {
      const data = await readData();
      const now = clock.now();
      return {
        data: { ...data, sizeBytes: data.parts.reduce((sum, part) => sum + part.sizeBytes, 0) },
        memoryBytes: process.memoryUsage.rss(),
        users: deps.countUsers(),
        sites: deps.countSites(),
        jobs: scheduler.jobs.map(job => ({
          job,
          nextRunAt: scheduler.nextRun(job.name, now),
          isRunning: scheduler.isRunning(job.name),
          lastRun: scheduler.lastRun(job.name),
        })),
        mail: deps.mailFacts(),
        countriesBuiltAt: deps.countriesBuiltAt(),
        lastBackupAt: deps.findLastBackupAt(),
        signups: deps.listSignups(),
      };
    },

    /** 404 for an unknown name. */
    checkJob(name: string): void {
      if (!scheduler.jobs.some(job => job.name === name)) throw notFound('job');
    },

    /** Starts a job and does not wait for it; one that runs already goes on. */
    startJob(name: string): void {
      // The scheduler logs a failure and keeps it for the report.
      scheduler.run(name).catch(() => {});
    },
  };
}

export type OperatorService = ReturnType<typeof createOperatorService>;
