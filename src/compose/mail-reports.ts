/** Composes the mail reports. */

import type { Clock } from '../core/clock.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { Site } from '../core/site.ts';
import type { Span } from '../core/span.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import type { GroupsService } from '../features/groups/service.ts';
import type { InsightsStore } from '../features/insights/store.ts';
import { createReportRenderer } from '../features/mail-reports/email.ts';
import { createFigureLoader, type Monitoring } from '../features/mail-reports/figures.ts';
import { createReportTokens } from '../features/mail-reports/report-token.ts';
import { createMailReportsService, MAX_TESTS_PER_HOUR } from '../features/mail-reports/service.ts';
import type { MailReportsStore } from '../features/mail-reports/store.ts';
import { createSubjectFinder } from '../features/mail-reports/subject.ts';
import type { Overview } from '../features/overview/service.ts';
import type { SitesService } from '../features/sites/service.ts';
import { presentMonitor } from '../features/uptime/schema.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { createContent } from './content.ts';
import type { createMail } from './mail.ts';
import type { startUptime } from './uptime.ts';

interface MailReportSources {
  readonly own: { readonly mailReports: MailReportsStore; readonly insights: InsightsStore };
  readonly accounts: AccountsService;
  readonly sites: SitesService;
  readonly groups: GroupsService;
}

/** Creates the renderer of reports and their unsubscribe tokens. */
export function createReportMail(
  { clock }: { readonly clock: Clock },
  { own, accounts, sites, groups, db }: MailReportSources & { readonly db: AppDb },
) {
  const { findUser } = accounts;
  const subjectDeps = {
    listAccounts: accounts.listAccounts,
    findSite: sites.find,
    findGroup: groups.find,
  };
  const subjectFinderFor = createSubjectFinder(subjectDeps);
  const reportTokens = createReportTokens(loadSecret(db, 'mail-reports'));
  const store = own.mailReports;
  return {
    subjectDeps,
    subjectFinderFor,
    reportTokens,
    renderReport: createReportRenderer({ store, findUser, subjectFinderFor, tokens: reportTokens, clock }),
  };
}

export interface MailReportParts extends MailReportSources {
  readonly overview: Overview;
  readonly hits: HitStore;
  readonly uptime: Pick<ReturnType<typeof startUptime>, 'findSpan' | 'findStatus'>;
  readonly content: Pick<ReturnType<typeof createContent>, 'countOpenIssues'>;
  readonly outbox: ReturnType<typeof createMail>['outbox'];
  readonly reportMail: ReturnType<typeof createReportMail>;
}

/** Creates the service of the reports that are mailed every week and month. */
export function createMailReports({ clock }: { readonly clock: Clock }, parts: MailReportParts) {
  const { own, accounts, overview, hits, outbox, reportMail } = parts;
  const { subjectDeps, subjectFinderFor } = reportMail;
  const mailReports = createMailReportsService({
    ...subjectDeps,
    store: own.mailReports,
    findUser: accounts.findUser,
    subjectFinderFor,
    loadFigures: createFigureLoader({
      overview,
      hits,
      loadMonitoring: createMonitoringLoader(parts),
      findInsight: (siteId, first, last) => own.insights.findLatestIn(siteId, first, last)?.summary,
    }),
    outbox,
    testRateLimit: createRateLimit({ limit: MAX_TESTS_PER_HOUR, clock, windows: [] }),
    clock,
  });
  return { mailReports };
}

/** Creates the function that loads the monitoring results of a site in a span, and its current problems. */
const createMonitoringLoader =
  ({ uptime, content }: Pick<MailReportParts, 'uptime' | 'content'>) =>
  (site: Site, span: Span): Monitoring => {
    const time = uptime.findSpan(site.id, span);
    return {
      uptime: time ? { share: time.uptime, downMs: time.downMs, downtimes: time.downtimes } : null,
      openIssues: site.contentMonitoring ? (content.countOpenIssues([site.id]).get(site.id) ?? 0) : null,
      expiries: listExpiries(uptime, site),
    };
  };

/** Lists what the API calls `expired` or `expiring_soon`. */
function listExpiries(uptime: MailReportParts['uptime'], { id, url }: Site): Monitoring['expiries'] {
  const status = uptime.findStatus(id);
  if (!status) return [];
  const { certificate, domain: registered } = status.monitor;
  const { ssl, domain } = presentMonitor(status.monitor, { ...status, url });
  return [
    { what: 'certificate', name: certificate?.host, shown: ssl } as const,
    { what: 'domain', name: registered?.name, shown: domain } as const,
  ].flatMap(({ what, name, shown }) =>
    shown && name !== undefined && (shown.expired || shown.expiring_soon)
      ? [{ what, name, daysLeft: shown.days_until_expiry }]
      : [],
  );
}
