/** Composes uptime monitoring. */

import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import type { Notifications } from '../features/mail/service.ts';
import type { SitesService } from '../features/sites/service.ts';
import { createConnectivity } from '../features/uptime/check/connectivity.ts';
import { createFindExpiry, type Registries } from '../features/uptime/domain/domain-expiry.ts';
import type { MonitorEvent } from '../features/uptime/schema.ts';
import { createUptimeService } from '../features/uptime/service.ts';
import type { UptimeStore } from '../features/uptime/store.ts';
import type { Outbound } from '../outbound/fetch.ts';
import { type Resolve, systemResolve } from '../outbound/target.ts';
import { canConnect, createSendText } from '../outbound/tcp.ts';
import { RDAP_REDIRECTOR, RDAP_SERVERS, WHOIS_ROOT } from '../reference/registries.ts';

export interface UptimeSettings {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly network?: { readonly resolve?: Resolve; readonly registries?: Registries };
}

export interface UptimeParts {
  readonly store: UptimeStore;
  readonly sites: SitesService;
  readonly accounts: AccountsService;
  readonly outbound: Outbound;
  readonly publish: (event: MonitorEvent) => void;
  readonly notifications: Pick<Notifications, 'send'>;
  readonly events: Events;
}

const REGISTRIES: Registries = {
  rdap: RDAP_SERVERS,
  rdapRedirector: RDAP_REDIRECTOR,
  whoisRoot: WHOIS_ROOT,
};

/** Creates uptime monitoring and resumes the monitors of the last run. */
export function startUptime({ config, clock, log, network: given = {} }: UptimeSettings, parts: UptimeParts) {
  const { sites, accounts, outbound } = parts;
  const { resolve = systemResolve, registries = REGISTRIES } = given;
  const network = { resolve, allowPrivate: config.allowPrivateTargets };
  const uptime = createUptimeService({
    ...parts,
    clock,
    log,
    findSite(id) {
      const site = sites.find(id);
      return site?.uptimeEnabled && accounts.findSubscriber(site.ownerId) ? site : undefined;
    },
    connectivity: createConnectivity({
      ...network,
      probes: config.connectivityProbes,
      canConnect,
      clock,
    }),
    findExpiry: createFindExpiry(
      { fetchPublic: outbound.fetchPublic, sendText: createSendText(network) },
      registries,
    ),
    settings: { intervalMs: config.uptimeInterval * 1000, confirmations: config.uptimeConfirm },
  });
  uptime.resumeAll(sites.listWatched());
  parts.events.subscribe('site.feature-switched', ({ site, feature, isOn }) => {
    if (feature === 'uptime') uptime.setEnabled(site, isOn);
  });
  return uptime;
}
