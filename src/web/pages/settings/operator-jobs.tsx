import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { formatDecimal } from '../../format.ts';
import { named } from '../../labels/language.ts';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/server.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { describeSchedule } from './describe-schedule.ts';
import type { ServerStatus } from './server-status.ts';

type Job = ServerStatus['jobs'][number];

/** Lists jobs that failed; the others are folded. */
export function OperatorJobs({
  jobs,
  timeZone,
}: {
  readonly jobs: readonly Job[];
  readonly timeZone: string;
}) {
  const failed = jobs.filter(hasFailed);
  const others = jobs.filter(job => !hasFailed(job));
  return (
    <Panel title={labels.jobsTitle}>
      <JobRows jobs={failed} timeZone={timeZone} />
      <details>
        <summary>{labels.jobsWithoutFailure(others.length)}</summary>
        <JobRows jobs={others} timeZone={timeZone} />
      </details>
    </Panel>
  );
}

const hasFailed = ({ last_run: last }: Job): boolean => Boolean(last?.error);

const JobRows = ({ jobs, timeZone }: { readonly jobs: readonly Job[]; readonly timeZone: string }) =>
  jobs.length > 0 && (
    <ul className="rows">
      {jobs.map(job => (
        <JobRow key={job.name} job={job} timeZone={timeZone} />
      ))}
    </ul>
  );

function JobRow({ job, timeZone }: { readonly job: Job; readonly timeZone: string }) {
  const toast = useToast();
  const text = job.is_running ? labels.running : labels.runNow;
  const run = async () => {
    await call('POST', `/operator/jobs/${encodeURIComponent(job.name)}/run`);
    toast(labels.jobStarted(job.name));
    await invalidate('/operator');
  };
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>{job.name}</b> <span className="soft">{job.description}</span>
        </span>
        <JobTimes job={job} timeZone={timeZone} />
        {job.last_run?.error && <span className="error">{job.last_run.error}</span>}
      </div>
      <ActionButton variant="quiet" isBusy={job.is_running} aria-label={named(text, job.name)} work={run}>
        {text}
      </ActionButton>
    </li>
  );
}

function JobTimes({ job, timeZone }: { readonly job: Job; readonly timeZone: string }) {
  const { last_run: last, next_run_at: next } = job;
  const words = describeSchedule(job.schedule);
  const isConstant = words === labels.everySecond;
  return (
    <span className="hint">
      <span title={labels.utc(job.schedule)}>{words}</span>
      {next !== null && !isConstant && (
        <>
          {others.nextSeparator}
          <RelativeTime at={next} timeZone={timeZone} />
        </>
      )}
      {last !== null &&
        !isConstant &&
        labels.lastRun(
          <RelativeTime at={last.started_at} timeZone={timeZone} />,
          formatElapsed(last.duration_ms),
        )}
      {last !== null && isConstant && labels.took(formatElapsed(last.duration_ms))}
    </span>
  );
}

const formatElapsed = (ms: number): string => (ms < 1000 ? labels.ms(ms) : `${formatDecimal(ms / 1000)} s`);
