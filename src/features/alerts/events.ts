/** Lets alerts fire by what the monitors of a site find, within the transaction of the finding. */

import type { AlertKind } from '../../core/alerts.ts';
import type { WebhookEvent } from '../../core/webhook-events.ts';
import type { AlertChanges } from './changes.ts';
import type { AlertRow, AlertsStore } from './store.ts';

/** Broken links that a message names. */
const MAX_NAMED = 5;

/** Names the monitor before its error, where it is not that of the site's own address. */
const describeDowntime = ({ monitor, downtime }: Extract<WebhookEvent, { monitor: object }>): string =>
  [monitor.name, downtime.error].filter(Boolean).join(': ');

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
    /** Notes that a site went down or is up again. */
    noteMonitor(event: WebhookEvent): void {
      if (event.event !== 'monitor_down' && event.event !== 'monitor_up') return;
      for (const alert of listOfKind(event.siteId, 'monitor')) {
        const isFiring = alert.state === 'firing';
        if (event.event === 'monitor_up' && isFiring) changes.resolve(alert);
        if (event.event === 'monitor_down' && !isFiring)
          changes.fire(alert, { error: describeDowntime(event) });
      }
    },
    /** Notes the broken links that a crawl found anew. */
    noteBrokenLinks(siteId: number, urls: readonly string[]): void {
      if (urls.length === 0) return;
      for (const alert of listOfKind(siteId, 'broken_link'))
        changes.fire(alert, { urls: urls.slice(0, MAX_NAMED), count: urls.length });
    },
  };
}
