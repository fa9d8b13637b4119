import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { HitKind } from '../../core/hits/columns.ts';
import type { Job } from '../../core/job.ts';
import type { JobRun, Scheduler } from '../../jobs/scheduler.ts';

/** Sizes of the data folder and numbers of rows. */
export interface DataUsage {
  readonly parts: readonly { readonly name: string; readonly sizeBytes: number }[];
  /** Null while the database of hits cannot be read. */
  readonly rows: Readonly<Record<HitKind, number>> | null;
}

/** The certificate of the server's own TLS. */
export interface CertificateStatus {
  readonly source: 'files' | 'acme';
  readonly names: readonly string[];
  readonly validUntil: Date;
  /** Why it could not be replaced; null when nothing failed. */
  readonly lastError: string | null;
}

/** Status of the server. */
export interface ServerStatus {
  readonly data: DataUsage & { readonly sizeBytes: number };
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
  readonly tls: CertificateStatus | null;
  /** Signups that are not activated yet, newest first. */
  readonly signups: readonly {
    readonly id: number;
    readonly email: string;
    readonly agentName: string | null;
    readonly needsApproval: boolean;
    readonly createdAt: Date;
  }[];
}

export interface OperatorDeps {
  readonly readSizes: () => Promise<DataUsage['parts']>;
  readonly countRows: () => Promise<DataUsage['rows']>;
  readonly countUsers: () => number;
  readonly countSites: () => number;
  readonly mailFacts: () => ServerStatus['mail'];
  readonly countriesBuiltAt: () => Date | null;
  readonly findLastBackupAt: () => Date | null;
  /** Null for a server without TLS of its own. */
  readonly readTls: () => CertificateStatus | null;
  readonly listSignups: () => ServerStatus['signups'];
  readonly scheduler: Pick<Scheduler, 'jobs' | 'lastRun' | 'nextRun' | 'isRunning' | 'run'>;
  readonly clock: Clock;
}

/** How long sizes and row counts are cached, since they read every file. */
const DATA_TTL_MS = 5000;

/** The status of the server, and jobs that the operator starts. */
export function createOperatorService(deps: OperatorDeps) {
  const { scheduler, clock } = deps;
  let cached: { readonly data: Promise<DataUsage>; readonly atMs: number } | undefined;

  function readData(): Promise<DataUsage> {
    const nowMs = clock.now().getTime();
    // Also reads again when the clock was set back, since the age is then unknown.
    if (!cached || Math.abs(nowMs - cached.atMs) >= DATA_TTL_MS) {
      const data = Promise.all([deps.readSizes(), deps.countRows()]).then(([parts, rows]) => ({
        parts,
        rows,
      }));
      const made = { data, atMs: nowMs };
      cached = made;
      // A failure is not cached.
      data.catch(() => {
        if (cached === made) cached = undefined;
      });
    }
    return cached.data;
  }

  return {
    /** Returns the sizes of the data folder and the numbers of rows, which may be 5 seconds old. */
    readData,
    /** Returns the status; figures of the data folder may be 5 seconds old. */
    async getStatus(): Promise<ServerStatus> {
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
        tls: deps.readTls(),
        signups: deps.listSignups(),
      };
    },

    /** 404 for an unknown name. */
    checkJob(name: string): void {
      if (!scheduler.jobs.some(job => job.name === name)) throw notFound('job');
    },

    /** Starts a job without waiting for it; no second run starts beside a running one. */
    startJob(name: string): void {
      // The scheduler logs a failure and stores it for the status.
      scheduler.run(name).catch(() => {});
    },
  };
}

export type OperatorService = ReturnType<typeof createOperatorService>;
