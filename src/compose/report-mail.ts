import { createReportRenderer } from '../features/mail-reports/email.ts';
import { createReportTokens } from '../features/mail-reports/report-token.ts';
import { createMailReportsStore } from '../features/mail-reports/store.ts';
import { createTargetFinder } from '../features/mail-reports/target.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

export type ReportMail = ReturnType<typeof composeReportMail>;

/** Composes what renders a report when the outbox sends it, which mail needs before reports can be created. */
export function composeReportMail(
  { clock, events }: Context,
  { stores, access, sites }: { readonly stores: Stores; readonly access: Access; readonly sites: Sites },
) {
  const { findUser, listAccounts } = access.accounts;
  const targetDeps = { listAccounts, findSite: sites.service.find, findGroup: sites.groups.find };
  const targetFinderFor = createTargetFinder(targetDeps);
  const tokens = createReportTokens(loadSecret(stores.db, 'mail-reports'));
  const store = createMailReportsStore(stores.db);
  events.subscribe('site.purged', ({ siteId }) => store.removeOfSite(siteId));
  events.subscribe('site.moved', ({ siteId }) => store.removeOfSite(siteId));
  return {
    store,
    tokens,
    targetDeps,
    targetFinderFor,
    renderReport: createReportRenderer({ store, findUser, targetFinderFor, tokens, clock }),
  };
}
