/** Turns the visits of a followed log into rows, as an import derives them. */
import type { Clock } from '../../core/clock.ts';
import { fitUrl } from '../../core/hits/fit-address.ts';
import type { ImportDerivations } from '../../core/hits/import.ts';
import type { NewHit } from '../../core/hits/row.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { isAllowedReferrer } from '../../ingest/parse-write.ts';
import { pageAt, type SiteFacts } from '../../ingest/site-facts.ts';
import type { Visitors } from '../../ingest/visitor.ts';
import { normalizeAddress } from '../../lib/net.ts';
import { isLongerThan } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { joinUrl } from '../../lib/url.ts';
import type { Visit } from './readers/access-log/visit.ts';

export interface VisitRowDeps {
  readonly site: Pick<SiteFacts, 'id' | 'url' | 'timeZone' | 'toPage'>;
  readonly derive: ImportDerivations;
  /** Identifies visitors as those of pages are. */
  readonly identify: Visitors['identify'];
  readonly clock: Clock;
}

/** Returns the row of a visit, or what is wrong with it. */
export type VisitRows = (visit: Visit) => NewHit | string;

/** The same faults as those of an imported row; its addresses have been shortened. */
function findFault(visit: Visit, createdMs: number, nowMs: number): string | undefined {
  if (createdMs < 0) return 'the time is before 1970';
  if (createdMs > nowMs + DAY_MS) return 'the time is more than a day in the future';
  if (isLongerThan(visit.userAgent ?? '', MAX_LENGTH.user_agent))
    return `user_agent is longer than ${MAX_LENGTH.user_agent} characters`;
  return /\p{Cc}/u.test(visit.path) || /\p{Cc}/u.test(visit.url ?? '')
    ? 'the path has control characters'
    : undefined;
}

/** Returns the page of a visit; the url keeps the address that was asked for. */
function toPage(
  site: Pick<SiteFacts, 'url' | 'toPage'>,
  { path: given, url }: Visit,
): { path: string; url: string | null } {
  const path = pageAt(site, given, url);
  return { path, url: url ?? (path === given ? null : fitUrl(joinUrl(site.url, given))) };
}

export function createVisitRows({ site, derive, identify, clock }: VisitRowDeps): VisitRows {
  const siteId = site.id;
  return visit => {
    const now = clock.now();
    const createdAt = new Date(visit.createdAt);
    const fault = findFault(visit, +createdAt, +now);
    if (fault !== undefined) return fault;
    const isHit = visit.type === 'hit';
    const referrer = visit.referrer !== null && isAllowedReferrer(visit.referrer) ? visit.referrer : null;
    // An agent visit has no browser, and neither has an empty user agent.
    const device = derive.userAgent((isHit && visit.userAgent) || '');
    const agent = isHit ? null : derive.agent(visit.userAgent ?? '');
    const address = visit.address && normalizeAddress(visit.address);
    const visitor = isHit
      ? identify(
          { siteId, visitorId: null, address, userAgent: visit.userAgent },
          { at: createdAt, now, zone: site.timeZone },
        )
      : null;
    return {
      ...device,
      kind: visit.type,
      siteId,
      createdAt,
      ...toPage(site, visit),
      referrer,
      country: visit.address === null ? 'XX' : derive.country(visit.address),
      // A log has none of these.
      region: null,
      city: null,
      network: isHit && visit.address !== null ? derive.network(visit.address) : null,
      manyAgents: null,
      language: null,
      screen: null,
      source: derive.source(visit.url, referrer),
      visitorHash: visitor?.hash ?? null,
      visitorScope: visitor?.scope ?? null,
      event: null,
      value: null,
      agentName: agent?.name ?? null,
      provider: agent?.provider ?? null,
      category: agent?.category ?? null,
      statusCode: isHit ? null : visit.status,
      followedImport: null,
      view: null,
      engagedSeconds: null,
      scrollDepth: null,
      reason: null,
      // A log has none.
      properties: null,
      revenueAmount: null,
      revenueCurrency: null,
    };
  };
}
