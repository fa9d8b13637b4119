import { type Static, Type } from '@sinclair/typebox';
import { Id, model, nullable, Timestamp } from '../../http/schema.ts';
import type { ServerStatus } from './service.ts';

const Count = Type.Integer({ minimum: 0 });

const ServerJob = model('OperatorJob', {
  name: Type.String(),
  description: Type.String(),
  schedule: Type.String({ description: 'a cron pattern in UTC; seconds first when it has six fields' }),
  next_run_at: nullable(Timestamp),
  is_running: Type.Boolean(),
  last_run: nullable(
    Type.Object({ started_at: Timestamp, duration_ms: Count, error: nullable(Type.String()) }),
    { description: 'since this start of the server' },
  ),
});

export const ServerStatusAnswer = model('Operator', {
  version: Type.String(),
  started_at: Timestamp,
  data: Type.Object({
    folder: Type.String(),
    size_bytes: Count,
    parts: Type.Array(Type.Object({ name: Type.String(), size_bytes: Count }), {
      description: 'largest first; figures of `data` may be 5 seconds old',
    }),
    rows: nullable(Type.Object({ hits: Count, events: Count, agent_visits: Count, spam_hits: Count }), {
      description: 'null while the database of hits cannot be read',
    }),
    last_backup_at: nullable(Timestamp, { description: 'of the last `footfall backup`; null: never' }),
  }),
  memory_bytes: Count,
  users_count: Count,
  sites_count: Count,
  jobs: Type.Array(ServerJob),
  mail: Type.Object({
    is_set_up: Type.Boolean(),
    from: nullable(Type.String()),
    waiting: Count,
    last_error: nullable(Type.String(), {
      description: 'of the newest mail that was tried; null when it was taken',
    }),
  }),
  model: Type.Object({ is_set_up: Type.Boolean(), model: nullable(Type.String()) }),
  country_database: Type.Object({
    source: Type.String({ description: '`embedded`, or the path of the operator’s own file' }),
    built_at: nullable(Timestamp),
  }),
  tls: nullable(
    Type.Object({
      source: Type.Union([Type.Literal('files'), Type.Literal('acme')]),
      names: Type.Array(Type.String(), { description: 'hosts that the certificate is for' }),
      valid_until: Timestamp,
      last_error: nullable(Type.String(), {
        description: 'why the certificate could not be replaced; the one before it is in use',
      }),
    }),
    { description: 'null when the server has no TLS of its own' },
  ),
  pending_signups: Type.Array(
    Type.Object({
      id: Id,
      email: Type.String(),
      agent_name: nullable(Type.String()),
      needs_approval: Type.Boolean(),
      created_at: Timestamp,
    }),
    { description: 'signups of agents that are not activated yet: the newest 100' },
  ),
});

export const JobStarted = Type.Object({ status: Type.Literal('started') });

/** Facts that do not change while the server runs. */
export interface ServerInfo {
  readonly version: string;
  readonly startedAt: Date;
  readonly folder: string;
  /** Null: the operator has set no mail relay. */
  readonly mailFrom: string | null;
  /** Null: the operator has set no model. */
  readonly model: string | null;
  readonly hasModel: boolean;
  readonly countrySource: string;
}

export const presentServerStatus = (
  server: ServerInfo,
  report: ServerStatus,
): Static<typeof ServerStatusAnswer> => ({
  version: server.version,
  started_at: server.startedAt.toISOString(),
  data: {
    folder: server.folder,
    size_bytes: report.data.sizeBytes,
    parts: report.data.parts.map(({ name, sizeBytes }) => ({ name, size_bytes: sizeBytes })),
    rows: report.data.rows && {
      hits: report.data.rows.hit,
      events: report.data.rows.event,
      agent_visits: report.data.rows.agent_visit,
      spam_hits: report.data.rows.spam_hit,
    },
    last_backup_at: report.lastBackupAt?.toISOString() ?? null,
  },
  memory_bytes: report.memoryBytes,
  users_count: report.users,
  sites_count: report.sites,
  jobs: report.jobs.map(presentJob),
  mail: {
    is_set_up: server.mailFrom !== null,
    from: server.mailFrom,
    waiting: report.mail.waiting,
    last_error: report.mail.lastError,
  },
  model: { is_set_up: server.hasModel, model: server.model },
  country_database: {
    source: server.countrySource,
    built_at: report.countriesBuiltAt?.toISOString() ?? null,
  },
  tls: report.tls && {
    source: report.tls.source,
    names: [...report.tls.names],
    valid_until: report.tls.validUntil.toISOString(),
    last_error: report.tls.lastError,
  },
  pending_signups: report.signups.map(({ id, email, agentName, needsApproval, createdAt }) => ({
    id,
    email,
    agent_name: agentName,
    needs_approval: needsApproval,
    created_at: createdAt.toISOString(),
  })),
});

const presentJob = ({
  job,
  nextRunAt,
  isRunning,
  lastRun,
}: ServerStatus['jobs'][number]): Static<typeof ServerJob> => ({
  name: job.name,
  description: job.description,
  schedule: job.every,
  next_run_at: nextRunAt?.toISOString() ?? null,
  is_running: isRunning,
  last_run: lastRun
    ? { started_at: lastRun.startedAt.toISOString(), duration_ms: lastRun.durationMs, error: lastRun.error }
    : null,
});
