/** How many requests an address may send to what is open without a key: refused before anything of them is read. */
import type { Clock } from '../core/clock.ts';
import { createAddressLimit } from '../http/address-limit.ts';
import { isPublicAddress } from '../lib/net.ts';
import { MINUTE_MS } from '../lib/time-units.ts';
import { splitRequestUrl } from '../lib/url.ts';

interface LimitRow {
  /** Of one address in a minute. */
  readonly limit: number;
  /**
   * Whether addresses of no public network are let through. Visitors come from the internet: a private address is a
   * proxy that the operator has not named, or a network of the operator's own, and stands for everybody behind it.
   */
  readonly exemptsPrivateAddresses: boolean;
}

/**
 * Far more than an office or a school behind one address sends. Giving kudos and what is behind a key have limits of
 * their own beside these; `/healthz`, `/metrics` and `/mcp` have none here.
 */
export const PUBLIC_LIMITS = {
  reports: { limit: 3000, exemptsPrivateAddresses: true },
  scripts: { limit: 3000, exemptsPrivateAddresses: true },
  widgets: { limit: 1200, exemptsPrivateAddresses: true },
  pages: { limit: 3000, exemptsPrivateAddresses: true },
  accounts: { limit: 300, exemptsPrivateAddresses: false },
  signups: { limit: 300, exemptsPrivateAddresses: false },
  heartbeats: { limit: 1200, exemptsPrivateAddresses: false },
  deploys: { limit: 300, exemptsPrivateAddresses: false },
  webmentions: { limit: 120, exemptsPrivateAddresses: false },
} as const satisfies Record<string, LimitRow>;

type LimitName = keyof typeof PUBLIC_LIMITS;

/** By the first part of a path. What is not here is a page; null has no limit here. */
const LIMITS_BY_SEGMENT: ReadonlyMap<string, LimitName | null> = new Map([
  ['collector', 'reports'],
  ['page', 'reports'],
  ['pixel', 'reports'],
  ['embed', 'scripts'],
  ['widgets', 'widgets'],
  ['badge', 'widgets'],
  ['shared', 'widgets'],
  ['status', 'widgets'],
  ['kudos', 'widgets'],
  ['webmention', 'webmentions'],
  ['heartbeat', 'heartbeats'],
  ['deploy', 'deploys'],
  ['session', 'accounts'],
  ['setup', 'accounts'],
  ['unsubscribe', 'accounts'],
  ['mcp', null],
  ['healthz', null],
  ['metrics', null],
] satisfies [string, LimitName | null][]);

/** Of the API, whose other endpoints want a key or count by themselves. */
const LIMITS_BY_API_PATH: ReadonlyMap<string, LimitName> = new Map([
  ['/api/v1', 'pages'],
  ['/api/v1/openapi.json', 'pages'],
  ['/api/v1/agent_signups', 'signups'],
]);

/** Which limit a path counts for. */
export function findPublicLimit(path: string): LimitName | null {
  const end = path.indexOf('/', 1);
  const first = path.slice(1, end < 0 ? undefined : end);
  if (first !== 'api') return LIMITS_BY_SEGMENT.get(first) ?? (LIMITS_BY_SEGMENT.has(first) ? null : 'pages');
  return LIMITS_BY_API_PATH.get(path.endsWith('/') ? path.slice(0, -1) : path) ?? null;
}

/** Returns a function that counts a request, and throws 429 once its address has used up what it has in a minute. */
export function createPublicLimits({
  clock,
  getAddress,
}: {
  readonly clock: Clock;
  readonly getAddress: (request: Request) => string;
}): (request: Request) => void {
  const limits = new Map(
    Object.entries(PUBLIC_LIMITS).map(([name, { limit, exemptsPrivateAddresses }]) => [
      name,
      { ...createAddressLimit({ limit, windowMs: MINUTE_MS, clock }), exemptsPrivateAddresses },
    ]),
  );
  return request => {
    const limit = limits.get(findPublicLimit(splitRequestUrl(request.url).path) ?? '');
    if (!limit || request.method === 'OPTIONS') return;
    const address = getAddress(request);
    try {
      limit.take(address);
    } catch (error) {
      // Checked last: it is the most expensive step.
      if (!limit.exemptsPrivateAddresses || isPublicAddress(address)) throw error;
    }
  };
}
