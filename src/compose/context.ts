/** What the parts of one server share. */
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import { createEvents, type Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Registries } from '../features/uptime/domain/domain-expiry.ts';
import { createOutbound, type Outbound } from '../outbound/fetch.ts';
import { type Resolve, systemResolve } from '../outbound/target.ts';
import { RDAP_REDIRECTOR, RDAP_SERVERS, WHOIS_ROOT } from '../reference/registries.ts';
import type { ReadLimits } from '../stores/read-limits.ts';

/** Access to the network; a test passes its own. */
export interface Network {
  /** Resolves names. Default: the resolver of the system. */
  readonly resolve?: Resolve;
  /** Certificates of trusted authorities in PEM. Default: the usual ones. */
  readonly trust?: readonly string[];
  /** Registries that know when domains expire. Default: the public ones. */
  readonly registries?: Registries;
  /** Name servers as `address:port`, for monitors of DNS records. Default: those of the system. */
  readonly nameServers?: readonly string[];
  /** Seconds without a byte after which a connection is closed. Default: 30. */
  readonly idleTimeoutSeconds?: number;
}

export interface ServicesOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly network?: Network;
  /** Start with what is left of damaged files. Default: refuse to start. */
  readonly acceptsLoss?: boolean;
  /** Whether failures of ClickHouse are logged. Default: true; a command is answered with those that it meets. */
  readonly logsDelivery?: boolean;
  readonly readLimits?: ReadLimits;
  /** How many hits wait for ClickHouse at most. */
  readonly maxWaitingHits?: number;
}

/** What every composition receives. */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Events;
  readonly network: Network & { readonly resolve: Resolve; readonly registries: Registries };
  readonly outbound: Outbound;
  /** Returns the origin of links: the configured one, else the address that the server listens on. */
  readonly getBaseUrl: () => string;
}

const REGISTRIES: Registries = {
  rdap: RDAP_SERVERS,
  rdapRedirector: RDAP_REDIRECTOR,
  whoisRoot: WHOIS_ROOT,
};

export function createContext({ config, clock, log, network: custom }: ServicesOptions): Context {
  const network = { resolve: systemResolve, registries: REGISTRIES, ...custom };
  const outbound = createOutbound({ ...network, allowPrivate: config.allowPrivateTargets });
  const events = createEvents({ log });
  let baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`;
  events.subscribe('server.listening', listening => {
    baseUrl = listening.baseUrl;
  });
  return { config, clock, log, events, network, outbound, getBaseUrl: () => baseUrl };
}
