/** Decides whether a failed check is the site's fault or that of this server's connection. */
import { isIP } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import { compileRanges, normalizeAddress } from '../../../lib/net.ts';
import { parseHost } from '../../../lib/url.ts';
import { raceSignal, startDeadline } from '../../../outbound/deadline.ts';
import type { Resolve } from '../../../outbound/target.ts';

export interface Connectivity {
  /** Returns whether any of the probes answers; cached for a few seconds. True without probes. */
  isOnline(): Promise<boolean>;
  /**
   * Returns whether an address is in the operator's own network, which works without the internet. False when it is
   * not resolved in time.
   */
  isInternal(url: string): Promise<boolean>;
}

export interface ConnectivityDeps {
  /** Source: decisions, section 1, `FOOTFALL_CONNECTIVITY_PROBES`. */
  readonly probes: readonly { readonly host: string; readonly port: number }[];
  readonly canConnect: (
    probe: { readonly host: string; readonly port: number },
    timeoutMs: number,
  ) => Promise<boolean>;
  readonly resolve: Resolve;
  /** Ranges of `FOOTFALL_ALLOW_PRIVATE_TARGETS`. */
  readonly allowPrivate: readonly string[];
  readonly clock: Clock;
  /** Timeout of resolving a name. Default: 10,000. */
  readonly resolveTimeoutMs?: number;
}

const PROBE_TIMEOUT_MS = 3000;
const RESOLVE_TIMEOUT_MS = 10_000;
/** Sites that fail at the same time share one probe. */
const FRESH_MS = 5000;

/** Creates the check that distinguishes a site that is down from a server that is offline. */
export function createConnectivity(deps: ConnectivityDeps): Connectivity {
  const { probes, canConnect, resolve, clock, resolveTimeoutMs = RESOLVE_TIMEOUT_MS } = deps;
  const isAllowed = compileRanges(deps.allowPrivate);
  let lastProbe: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined;

  async function probeAll(): Promise<boolean> {
    const answers = probes.map(async probe => {
      if (!(await canConnect(probe, PROBE_TIMEOUT_MS))) throw new Error('no connection');
    });
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  }

  async function resolveHost(host: string): Promise<readonly string[]> {
    const deadline = startDeadline(resolveTimeoutMs, () => new Error('no address was found in time'));
    return raceSignal(deadline.signal, resolve(host))
      .catch(() => [])
      .finally(deadline.clear);
  }

  return {
    isOnline() {
      if (probes.length === 0) return Promise.resolve(true);
      const nowMs = clock.now().getTime();
      if (!lastProbe || Math.abs(nowMs - lastProbe.atMs) >= FRESH_MS)
        lastProbe = { atMs: nowMs, answer: probeAll() };
      return lastProbe.answer;
    },
    async isInternal(url) {
      const host = parseHost(url)?.replace(/^\[|\]$/g, '');
      if (host === undefined || deps.allowPrivate.length === 0) return false;
      const addresses = isIP(host) === 0 ? await resolveHost(host) : [host];
      return (
        addresses.length > 0 && addresses.every(address => isAllowed(normalizeAddress(address) ?? address))
      );
    },
  };
}
