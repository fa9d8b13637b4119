/** Lets alerts fire by what the monitors of a site find, within the transaction of the finding. */

import type { AlertKind } from '../../core/alerts.ts';
import type { WebhookEvent } from '../../core/webhook-events.ts';
import type { AlertChanges } from './changes.ts';
import type { AlertRow, AlertsStore } from './store.ts';

/** Broken links that a message names. */
const MAX_NAMED = 5;

export function createAlertEvents({
  store,
  changes,
}: {
  readonly store: Pick<AlertsStore, 'list'>;
  readonly changes: AlertChanges;
}) {
  const listOfKind = (siteId: number, kind: AlertKind): AlertRow[] =>
    store.list(siteId).filter(alert => alert.kind === kind);

  return {
    /** Notes that a monitor went down or is up again. */
    noteMonitor(event: WebhookEvent): void {
      if (event.event !== 'monitor_down' && event.event !== 'monitor_up') return;
      const { id: monitorId, name: monitor } = event.monitor;
      const error = event.downtime.error ?? '';
      for (const alert of listOfKind(event.siteId, 'monitor'))
        if (event.event === 'monitor_up') changes.resolve(alert, monitorId);
        else changes.fire(alert, { monitorId, ...(monitor === undefined ? {} : { monitor }), error });
    },
    /** Notes the broken links that a crawl found anew. */
    noteBrokenLinks(siteId: number, urls: readonly string[]): void {
      if (urls.length === 0) return;
      for (const alert of listOfKind(siteId, 'broken_link'))
        changes.fire(alert, { urls: urls.slice(0, MAX_NAMED), count: urls.length });
    },
  };
}
