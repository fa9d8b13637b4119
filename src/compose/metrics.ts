/** Metrics that are read from the services when they are requested. */
import { HIT_KINDS } from '../core/hits/columns.ts';
import type { StoreHealth } from '../core/store-health.ts';
import type { ReadMetric } from '../features/health/metrics-registry.ts';
import type { CertificateStatus, OperatorService } from '../features/operator/service.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import type { Services } from './services.ts';

/** Lists every metric but those of the process and those that are counted as they happen. */
export function listMetrics(
  services: Services,
  {
    operator,
    scheduler,
    readTls,
  }: {
    readonly operator: Pick<OperatorService, 'readData'>;
    readonly scheduler: Scheduler;
    readonly readTls: () => CertificateStatus | null;
  },
): ReadMetric[] {
  const { mail } = services;
  return [
    ...storageMetrics(services.stores.health),
    {
      name: 'footfall_storage_cached_bytes',
      help: 'Memory of the parts of the file of hits that reports have read; given back while nobody asks for any',
      read: services.stores.blockCache.measure,
    },
    ...dataMetrics(services, operator.readData),
    ...jobMetrics(scheduler),
    ...tlsMetrics(readTls),
    {
      name: 'footfall_queue_length',
      help: 'Work that waits: mails to send, webhook deliveries, webmentions to verify, reads of reports, hits to deliver to ClickHouse',
      labels: ['queue'],
      read: () => [
        [{ queue: 'mails' }, mail.outbox.getStatus().waiting + mail.transactional.countPending()],
        [{ queue: 'webhook_deliveries' }, services.webhooks.deliveries.countPending()],
        [{ queue: 'webmentions' }, services.webmentions.waiting()],
        [{ queue: 'reads' }, services.stores.health().waitingReads],
        [{ queue: 'hits' }, services.stores.waitingRows()],
      ],
    },
    {
      name: 'footfall_report_reads_total',
      help: 'Reads of reports by where their answer came from: `cache` while the data are the same, else `store`',
      isCounter: true,
      labels: ['source'],
      read: () => {
        const { hits, misses } = services.stores.countAnswers();
        return [
          [{ source: 'cache' }, hits],
          [{ source: 'store' }, misses],
        ];
      },
    },
    {
      name: 'footfall_refused_total',
      help: 'Views and events that pages reported and that were not counted, by reason',
      isCounter: true,
      labels: ['reason'],
      read: () => [...services.refusals.totals()].map(([reason, count]) => [{ reason }, count]),
    },
    {
      name: 'footfall_last_backup_timestamp_seconds',
      help: 'When `footfall backup` last finished; absent when it never has',
      read: () => {
        const at = services.health.findLastBackupAt();
        return at && toSeconds(at);
      },
    },
  ];
}

const storageMetrics = (health: () => StoreHealth): ReadMetric[] => [
  {
    name: 'footfall_storage_free_bytes',
    help: 'Free space in the data folder',
    read: () => health().freeBytes,
  },
  {
    name: 'footfall_storage_needed_bytes',
    help: 'Free space that rewriting the file of hits takes',
    read: () => health().neededBytes,
  },
  {
    name: 'footfall_storage_behind',
    help: '1 while reports wait because memory ran out for hits that are not in their file yet',
    read: () => Number(health().isBehind),
  },
  {
    name: 'footfall_storage_damaged',
    help: '1 once a block of the file of hits could not be read',
    read: () => Number(health().isDamaged),
  },
];

/** Absent without TLS of the server's own. */
const tlsMetrics = (readTls: () => CertificateStatus | null): ReadMetric[] => [
  {
    name: 'footfall_certificate_expires_timestamp_seconds',
    help: 'When the certificate in use expires',
    read: () => {
      const tls = readTls();
      return tls && toSeconds(tls.validUntil);
    },
  },
  {
    name: 'footfall_certificate_failing',
    help: '1 while the certificate cannot be replaced by a newer one',
    read: () => {
      const tls = readTls();
      return tls && Number(tls.lastError !== null);
    },
  },
];

const dataMetrics = ({ access, sites }: Services, readData: OperatorService['readData']): ReadMetric[] => [
  {
    name: 'footfall_rows',
    help: 'Stored rows by kind',
    labels: ['kind'],
    read: async () => {
      const { rows } = await readData();
      return rows === null ? [] : HIT_KINDS.map(kind => [{ kind }, rows[kind]]);
    },
  },
  {
    name: 'footfall_data_folder_bytes',
    help: 'Size of the data folder by part',
    labels: ['part'],
    read: async () => (await readData()).parts.map(({ name, sizeBytes }) => [{ part: name }, sizeBytes]),
  },
  { name: 'footfall_users', help: 'Users of the server', read: access.accounts.countUsers },
  { name: 'footfall_sites', help: 'Sites of all users', read: sites.service.countAll },
];

/** Their label is `name`, since Prometheus itself gives every sample a label `job`. */
function jobMetrics({ jobs, lastRun, countRuns }: Scheduler): ReadMetric[] {
  const eachRun = (read: (run: NonNullable<ReturnType<typeof lastRun>>) => number) => () =>
    jobs.flatMap(({ name }) => {
      const run = lastRun(name);
      return run ? [[{ name }, read(run)] as const] : [];
    });
  return [
    {
      name: 'footfall_job_last_run_timestamp_seconds',
      help: 'When a background job last started, since the start of the server',
      labels: ['name'],
      read: eachRun(({ startedAt }) => toSeconds(startedAt)),
    },
    {
      name: 'footfall_job_last_run_duration_seconds',
      help: 'How long the last run of a background job took',
      labels: ['name'],
      read: eachRun(({ durationMs }) => durationMs / 1000),
    },
    {
      name: 'footfall_job_runs_total',
      help: 'Runs of background jobs by outcome: `succeeded` or `failed`',
      isCounter: true,
      labels: ['name', 'outcome'],
      read: () =>
        jobs.flatMap(({ name }) =>
          Object.entries(countRuns(name)).map(([outcome, count]) => [{ name, outcome }, count] as const),
        ),
    },
  ];
}

const toSeconds = (instant: Date): number => instant.getTime() / 1000;
