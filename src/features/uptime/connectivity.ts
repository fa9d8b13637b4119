/** Whether a failed check is the site's fault or this server's own line. */
import { isIP } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import { compileRanges, normalizeAddress, parseRange } from '../../lib/net.ts';
import { hostOf } from '../../lib/url.ts';
import { startDeadline, within } from '../../outbound/deadline.ts';
import type { Resolve } from '../../outbound/target.ts';

export interface Connectivity {
  /** Whether any of the probes answers, asked at most every few seconds. True without probes. */
  isOnline(): Promise<boolean>;
  /** Whether an address lies inside the operator's own network, which is there without the internet. False when that cannot be found out in time. */
  isInside(url: string): Promise<boolean>;
}

export interface ConnectivityDeps {
  /** Source: decisions, section 1, `FOOTFALL_CONNECTIVITY_PROBES`. */
  readonly probes: readonly { readonly host: string; readonly port: number }[];
  readonly takesConnection: (
    probe: { readonly host: string; readonly port: number },
    timeoutMs: number,
  ) => Promise<boolean>;
  readonly resolve: Resolve;
  /** Ranges of `FOOTFALL_ALLOW_PRIVATE_TARGETS`. */
  readonly allowPrivate: readonly string[];
  readonly clock: Clock;
  /** For finding the addresses behind a name. Default: 10,000. */
  readonly resolveTimeoutMs?: number;
}

const PROBE_TIMEOUT_MS = 3000;
const RESOLVE_TIMEOUT_MS = 10_000;
/** Many sites that fail at once ask once. */
const FRESH_MS = 5000;

/** The way to tell a site that is down from a server that is offline. */
export function createConnectivity(deps: ConnectivityDeps): Connectivity {
  const { probes, takesConnection, resolve, clock, resolveTimeoutMs = RESOLVE_TIMEOUT_MS } = deps;
  const isAllowed = compileRanges(deps.allowPrivate.map(parseRange).filter(range => range !== undefined));
  let asked: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined;

  async function ask(): Promise<boolean> {
    const answers = probes.map(async probe => {
      if (!(await takesConnection(probe, PROBE_TIMEOUT_MS))) throw new Error('no connection');
    });
    return Promise.any(answers).then(
      () => true,
      () => false,
    );
  }

  async function addressesOf(host: string): Promise<readonly string[]> {
    const deadline = startDeadline(resolveTimeoutMs, () => new Error('no address was found in time'));
    return within(deadline.signal, resolve(host))
      .catch(() => [])
      .finally(deadline.clear);
  }

  return {
    isOnline() {
      if (probes.length === 0) return Promise.resolve(true);
      const nowMs = clock.now().getTime();
      if (!asked || Math.abs(nowMs - asked.atMs) >= FRESH_MS) asked = { atMs: nowMs, answer: ask() };
      return asked.answer;
    },
    async isInside(url) {
      const host = hostOf(url)?.replace(/^\[|\]$/g, '');
      if (host === undefined || deps.allowPrivate.length === 0) return false;
      const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
      return (
        addresses.length > 0 && addresses.every(address => isAllowed(normalizeAddress(address) ?? address))
      );
    },
  };
}
