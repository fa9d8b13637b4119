/** Ends firings whose end no event reports, and sends what waits for a summary. */
import type { AlertChanges } from './changes.ts';
import type { AlertRow, AlertsStore } from './store.ts';

export interface EventDeps {
  readonly store: AlertsStore;
  readonly changes: AlertChanges;
  /** Returns the ids of the monitors of a site that are down. */
  readonly listDownMonitors: (siteId: number) => readonly number[];
  readonly countBrokenLinks: (siteId: number) => number;
}

/** Checks alerts on monitors, which may have been switched off, and on links, which may have been mended or ignored. */
export function checkEvents(deps: EventDeps, alerts: readonly AlertRow[]): void {
  for (const alert of alerts)
    if (alert.kind === 'monitor') checkMonitors(deps, alert);
    else if (alert.kind === 'broken_link' && alert.state === 'firing') checkLinks(deps, alert);
}

function checkMonitors({ store, changes, listDownMonitors }: EventDeps, alert: AlertRow): void {
  const down = listDownMonitors(alert.siteId);
  store.transaction(() => {
    if (down.length === 0) changes.resolve(alert);
    for (const { facts } of store.listOpenFirings(alert.id))
      if (facts.monitorId !== undefined && !down.includes(facts.monitorId))
        changes.resolve(alert, facts.monitorId);
    changes.sendSummaries(alert);
  });
}

function checkLinks({ store, changes, countBrokenLinks }: EventDeps, alert: AlertRow): void {
  if (countBrokenLinks(alert.siteId) === 0) store.transaction(() => changes.resolve(alert));
}
