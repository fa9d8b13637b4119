/** Every piece of background work, in one place. */
import type { Job } from '../core/job.ts';
import { contentJob } from '../features/content/jobs.ts';
import type { ContentService } from '../features/content/service.ts';
import { type HousekeepingDeps, housekeepingJobs } from '../features/health/jobs.ts';
import { insightJobs } from '../features/insights/jobs.ts';
import type { InsightsService } from '../features/insights/service.ts';
import { liveBeatJob } from '../features/live/jobs.ts';
import type { LiveService } from '../features/live/service.ts';
import { mailJobs } from '../features/mail/jobs.ts';
import type { OutboxSender } from '../features/mail/outbox-sender.ts';
import type { TransactionalMail } from '../features/mail/transactional.ts';
import { mailReportJob } from '../features/mail-reports/jobs.ts';
import type { MailReportsService } from '../features/mail-reports/service.ts';
import { signupJobs } from '../features/signups/jobs.ts';
import { retentionJob } from '../features/site-settings/jobs.ts';
import type { SiteSettingsService } from '../features/site-settings/service.ts';
import { sitePurgeJob } from '../features/sites/jobs.ts';
import type { SitesService } from '../features/sites/service.ts';
import { spamListJob } from '../features/spam/jobs.ts';
import type { SpamList } from '../features/spam/list.ts';
import { uptimeJobs } from '../features/uptime/jobs.ts';
import type { UptimeService } from '../features/uptime/service.ts';
import { webhookJobs } from '../features/webhooks/deliveries/jobs.ts';
import type { Deliveries } from '../features/webhooks/deliveries/service.ts';

type SignupJobDeps = Parameters<typeof signupJobs>[0];

export interface JobDeps extends HousekeepingDeps, SignupJobDeps {
  readonly sites: SitesService;
  readonly siteSettings: SiteSettingsService;
  readonly spamList: SpamList;
  readonly outboxSender: OutboxSender;
  readonly transactionalMail: TransactionalMail;
  readonly mailReports: MailReportsService;
  readonly live: LiveService;
  readonly deliveries: Deliveries;
  readonly uptime: UptimeService;
  readonly content: ContentService;
  readonly insights: InsightsService;
}

export const createJobs = (deps: JobDeps): Job[] => [
  sitePurgeJob(deps.sites),
  retentionJob(deps.siteSettings),
  spamListJob(deps.spamList),
  ...mailJobs(deps.outboxSender, deps.transactionalMail),
  liveBeatJob(deps.live),
  ...webhookJobs(deps.deliveries),
  ...uptimeJobs(deps.uptime),
  contentJob(deps.content),
  ...signupJobs(deps),
  ...insightJobs(deps.insights),
  mailReportJob(deps.mailReports),
  ...housekeepingJobs(deps),
];
