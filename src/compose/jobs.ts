/** Every piece of background work, in one place. */
import type { Job } from '../core/job.ts';
import { alertJobs } from '../features/alerts/jobs.ts';
import { changesJob } from '../features/changes/jobs.ts';
import { contentJob } from '../features/content/jobs.ts';
import { exportJobs } from '../features/export/jobs.ts';
import { housekeepingJobs } from '../features/health/jobs.ts';
import { insightJobs } from '../features/insights/jobs.ts';
import { liveBeatJob } from '../features/live/jobs.ts';
import { mailJobs } from '../features/mail/jobs.ts';
import { mailReportJob } from '../features/mail-reports/jobs.ts';
import { releaseJob } from '../features/releases/jobs.ts';
import { signupJobs } from '../features/signups/jobs.ts';
import { retentionJob } from '../features/site-settings/jobs.ts';
import { sitePurgeJob } from '../features/sites/jobs.ts';
import { spamListJob } from '../features/spam/jobs.ts';
import { uptimeJobs } from '../features/uptime/jobs.ts';
import { webhookJobs } from '../features/webhooks/deliveries/jobs.ts';
import type { Services } from './services.ts';

export const createJobs = (services: Services): Job[] => [
  sitePurgeJob(services.sites.service),
  retentionJob(services.sites.settings),
  spamListJob(services.ingest.spamList),
  ...mailJobs(services.mail.outboxSender, services.mail.transactional),
  liveBeatJob(services.live),
  ...webhookJobs(services.webhooks.deliveries),
  ...uptimeJobs(services.uptime.service),
  contentJob(services.content),
  ...alertJobs(services.alerts),
  ...signupJobs(services.signups),
  ...insightJobs(services.insights.service),
  mailReportJob(services.mailReports.service),
  ...exportJobs(services.nightlyExports),
  releaseJob(services.releases),
  services.stores.siteZones.job,
  services.kudos.storedValuesJob,
  changesJob(services.changes),
  ...housekeepingJobs({
    db: services.stores.db,
    hits: services.stores.hits,
    releaseMemory: services.stores.blockCache.release,
    visitors: services.ingest.visitors,
    saveKeyUse: services.access.saveKeyUse,
    reloadAddressFiles: services.ingest.reloadAddressFiles,
    checkStorage: services.health.storageWatch.check,
  }),
];
