/** Composes the reports that are mailed every week and month. */

import { MAX_TEST_MAILS_PER_HOUR } from '../core/limits.ts';
import type { Site } from '../core/site.ts';
import type { Span } from '../core/span.ts';
import { createFigureLoader, type Monitoring } from '../features/mail-reports/figures.ts';
import { createMailReportsService } from '../features/mail-reports/service.ts';
import { createOverview } from '../features/overview/service.ts';
import { presentMonitor } from '../features/uptime/schema.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Access } from './access.ts';
import type { Content } from './content.ts';
import type { Context } from './context.ts';
import type { Insights } from './insights.ts';
import type { Kudos } from './kudos.ts';
import type { Mail } from './mail.ts';
import type { ReportMail } from './report-mail.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';
import type { Uptime } from './uptime.ts';

interface MailReportDeps {
  readonly stores: Stores;
  readonly sites: Sites;
  readonly access: Access;
  readonly kudos: Kudos;
  readonly mail: Mail;
  readonly uptime: Uptime;
  readonly content: Content;
  readonly insights: Insights;
  readonly reportMail: ReportMail;
}

export function composeMailReports({ clock }: Context, deps: MailReportDeps) {
  const { hits } = deps.stores;
  const { store, tokens, targetDeps, targetFinderFor } = deps.reportMail;
  const service = createMailReportsService({
    ...targetDeps,
    store,
    findUser: deps.access.accounts.findUser,
    targetFinderFor,
    loadFigures: createFigureLoader({
      // Background work: unlike requests, it waits without a limit.
      overview: createOverview({ hits, kudos: deps.kudos.service }),
      hits,
      listGoals: deps.sites.goals.list,
      loadMonitoring: createMonitoringLoader(deps),
      findInsight: (siteId, first, last) => deps.insights.store.findLatestIn(siteId, first, last)?.summary,
    }),
    outbox: deps.mail.outbox,
    testRateLimit: createRateLimit({ limit: MAX_TEST_MAILS_PER_HOUR, clock, windows: [] }),
    clock,
  });
  return { service, tokens };
}

/** Creates the loader of a site's uptime in a span and its problems at present. */
const createMonitoringLoader =
  ({ uptime, content }: Pick<MailReportDeps, 'uptime' | 'content'>) =>
  (site: Site, span: Span): Monitoring => {
    const time = uptime.service.findSpan(site.id, span);
    return {
      uptime: time ? { share: time.uptime, downMs: time.downMs, downtimes: time.downtimes } : null,
      openIssues: site.contentMonitoring ? (content.countOpenIssues([site.id]).get(site.id) ?? 0) : null,
      expiries: listExpiries(uptime.service, site),
    };
  };

/** Lists what has expired or expires soon, by the rules of the API. */
function listExpiries(uptime: Uptime['service'], { id, url }: Site): Monitoring['expiries'] {
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
