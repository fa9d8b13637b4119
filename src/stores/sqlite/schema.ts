import type { Database } from 'bun:sqlite';
import {
  APPLIED_MIGRATIONS,
  type AppliedMigration,
  MIGRATIONS_TABLE,
  type Migration,
  type PendingMigration,
  RECORD_MIGRATION,
} from '../migrate.ts';
import accountsAndSites from './migrations/0001-accounts-and-sites.sql' with { type: 'text' };
import kudos from './migrations/0002-kudos.sql' with { type: 'text' };
import signals from './migrations/0003-signals.sql' with { type: 'text' };
import groups from './migrations/0004-groups.sql' with { type: 'text' };
import spam from './migrations/0005-spam.sql' with { type: 'text' };
import webhooks from './migrations/0010-webhooks.sql' with { type: 'text' };
import uptime from './migrations/0011-uptime.sql' with { type: 'text' };
import content from './migrations/0012-content.sql' with { type: 'text' };
import mail from './migrations/0013-mail.sql' with { type: 'text' };
import account from './migrations/0014-account.sql' with { type: 'text' };
import team from './migrations/0015-team.sql' with { type: 'text' };
import publicPage from './migrations/0016-public.sql' with { type: 'text' };
import siteOrder from './migrations/0017-site-order.sql' with { type: 'text' };
import insights from './migrations/0018-insights.sql' with { type: 'text' };
import mailReports from './migrations/0019-mail-reports.sql' with { type: 'text' };
import signups from './migrations/0020-signups.sql' with { type: 'text' };
import signupLinks from './migrations/0022-signup-links.sql' with { type: 'text' };
import storageIds from './migrations/0023-storage-ids.sql' with { type: 'text' };
import webmentions from './migrations/0025-webmentions.sql' with { type: 'text' };
import lastBackup from './migrations/0026-last-backup.sql' with { type: 'text' };
import invitationMails from './migrations/0027-invitation-mails.sql' with { type: 'text' };
import expiryNotifications from './migrations/0028-expiry-notifications.sql' with { type: 'text' };
import insightHistory from './migrations/0029-insight-history.sql' with { type: 'text' };
import insightSentences from './migrations/0030-insight-sentences.sql' with { type: 'text' };
import failureCodes from './migrations/0031-failure-codes.sql' with { type: 'text' };
import imports from './migrations/0032-imports.sql' with { type: 'text' };
import nightlyExports from './migrations/0033-nightly-exports.sql' with { type: 'text' };
import importedKudos from './migrations/0034-imported-kudos.sql' with { type: 'text' };
import changedDays from './migrations/0035-changed-days.sql' with { type: 'text' };
import capture from './migrations/0036-capture.sql' with { type: 'text' };
import locationDetail from './migrations/0037-location-detail.sql' with { type: 'text' };
import snippets from './migrations/0038-snippets.sql' with { type: 'text' };
import segments from './migrations/0039-segments.sql' with { type: 'text' };
import campaignLinks from './migrations/0040-campaign-links.sql' with { type: 'text' };
import notificationChannels from './migrations/0041-notification-channels.sql' with { type: 'text' };
import goals from './migrations/0042-goals.sql' with { type: 'text' };
import sharedLinks from './migrations/0043-shared-links.sql' with { type: 'text' };
import alerts from './migrations/0044-alerts.sql' with { type: 'text' };
import funnels from './migrations/0045-funnels.sql' with { type: 'text' };
import downtimeImpact from './migrations/0046-downtime-impact.sql' with { type: 'text' };
import monitors from './migrations/0047-monitors.sql' with { type: 'text' };
import membersOfSites from './migrations/0049-members-of-sites.sql' with { type: 'text' };
import maintenanceWindows from './migrations/0050-maintenance-windows.sql' with { type: 'text' };
import watchedPages from './migrations/0051-watched-pages.sql' with { type: 'text' };
import goalAlerts from './migrations/0052-goal-alerts.sql' with { type: 'text' };
import statusPages from './migrations/0053-status-pages.sql' with { type: 'text' };
import webhooksOfDepths from './migrations/0054-webhooks-of-depths.sql' with { type: 'text' };
import deployHooks from './migrations/0055-deploy-hooks.sql' with { type: 'text' };
import siteTimeZones from './migrations/0056-site-time-zones.sql' with { type: 'text' };
import pageRules from './migrations/0057-page-rules.sql' with { type: 'text' };
import changes from './migrations/0058-changes.sql' with { type: 'text' };
import kudoPaths from './migrations/0059-kudo-paths.sql' with { type: 'text' };
import siteHosts from './migrations/0060-site-hosts.sql' with { type: 'text' };
import siteTransfers from './migrations/0061-site-transfers.sql' with { type: 'text' };
import excludedNetworks from './migrations/0062-excluded-networks.sql' with { type: 'text' };
import { STATE_TABLES } from './state.ts';

/** Every step of the configuration's schema, oldest first. */
export const appMigrations: readonly Migration[] = [
  { name: '0001-accounts-and-sites', sql: accountsAndSites },
  { name: '0002-kudos', sql: kudos },
  { name: '0003-signals', sql: signals },
  { name: '0004-groups', sql: groups },
  { name: '0005-spam', sql: spam },
  { name: '0010-webhooks', sql: webhooks },
  { name: '0011-uptime', sql: uptime },
  { name: '0012-content', sql: content },
  { name: '0013-mail', sql: mail },
  { name: '0014-account', sql: account },
  { name: '0015-team', sql: team },
  { name: '0016-public', sql: publicPage },
  { name: '0017-site-order', sql: siteOrder },
  { name: '0018-insights', sql: insights },
  { name: '0019-mail-reports', sql: mailReports },
  { name: '0020-signups', sql: signups },
  { name: '0022-signup-links', sql: signupLinks },
  { name: '0023-storage-ids', sql: storageIds },
  { name: '0025-webmentions', sql: webmentions },
  { name: '0026-last-backup', sql: lastBackup },
  { name: '0027-invitation-mails', sql: invitationMails },
  { name: '0028-expiry-notifications', sql: expiryNotifications },
  { name: '0029-insight-history', sql: insightHistory },
  { name: '0030-insight-sentences', sql: insightSentences },
  { name: '0031-failure-codes', sql: failureCodes },
  { name: '0032-imports', sql: imports },
  { name: '0033-nightly-exports', sql: nightlyExports },
  { name: '0034-imported-kudos', sql: importedKudos },
  { name: '0035-changed-days', sql: changedDays },
  { name: '0036-capture', sql: capture },
  { name: '0037-location-detail', sql: locationDetail },
  { name: '0038-snippets', sql: snippets },
  { name: '0039-segments', sql: segments },
  { name: '0040-campaign-links', sql: campaignLinks },
  { name: '0041-notification-channels', sql: notificationChannels },
  { name: '0042-goals', sql: goals },
  { name: '0043-shared-links', sql: sharedLinks },
  { name: '0044-alerts', sql: alerts },
  { name: '0045-funnels', sql: funnels },
  { name: '0046-downtime-impact', sql: downtimeImpact },
  { name: '0047-monitors', sql: monitors },
  { name: '0049-members-of-sites', sql: membersOfSites },
  { name: '0050-maintenance-windows', sql: maintenanceWindows },
  { name: '0051-watched-pages', sql: watchedPages },
  { name: '0052-goal-alerts', sql: goalAlerts },
  { name: '0053-status-pages', sql: statusPages },
  { name: '0054-webhooks-of-depths', sql: webhooksOfDepths },
  { name: '0055-deploy-hooks', sql: deployHooks },
  { name: '0056-site-time-zones', sql: siteTimeZones },
  { name: '0057-page-rules', sql: pageRules },
  { name: '0058-changes', sql: changes },
  { name: '0059-kudo-paths', sql: kudoPaths },
  { name: '0060-site-hosts', sql: siteHosts },
  { name: '0061-site-transfers', sql: siteTransfers },
  { name: '0062-excluded-networks', sql: excludedNetworks },
];

/** Steps a database has been through; undefined when it is no database of Footfall. */
export function findAppliedMigrations(client: Database): AppliedMigration[] | undefined {
  const table = client
    .query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'")
    .get();
  return table === null ? undefined : client.query<AppliedMigration, []>(APPLIED_MIGRATIONS).all();
}

/** Runs steps on a file that nobody uses yet, each in a transaction. */
export function runMigrations(client: Database, pending: readonly PendingMigration[]): void {
  client.run(MIGRATIONS_TABLE);
  client.run(STATE_TABLES);
  for (const { name, sql, checksum } of pending) {
    const step = client.transaction(() => {
      client.run(sql);
      client.query(RECORD_MIGRATION).run(name, checksum);
    });
    step.immediate();
  }
}
