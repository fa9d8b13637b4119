import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hit-store.ts';
import { acceptPage, type PageFields } from '../../ingest/collect.ts';
import { hostFault } from '../../ingest/host.ts';
import type { Pipeline } from '../../ingest/pipeline.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import { siteHostOf } from '../../lib/url.ts';

/** A site as collecting needs it. */
export interface CollectSite extends SiteFacts {
  /** False: the owner has switched collecting off. */
  readonly active: boolean;
  readonly honourGpc: boolean;
  readonly honourDnt: boolean;
}

export interface CollectServiceDeps {
  /** Asked for every hit: from memory. */
  readonly sites: { findByUid(uid: string): CollectSite | undefined };
  readonly pipeline: Pick<Pipeline, 'collect'>;
  readonly append: HitStore['append'];
  readonly clock: Clock;
}

/** A page's view or event, and what its request says of the browser. */
export interface PageReport {
  readonly uid: string;
  readonly fields: PageFields;
  /** The client's address behind trusted proxies. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** `Origin`, else `Referer`, as sent. */
  readonly origin: string | null;
  readonly sendsGpc: boolean;
  readonly sendsDnt: boolean;
}

export type CollectService = ReturnType<typeof createCollectService>;

/** The rules for what pages report. */
export function createCollectService({ sites, pipeline, append, clock }: CollectServiceDeps) {
  /**
   * Resolves once the report is dealt with: durably stored, or not wanted; the answer does not say which. Its timing
   * may, for the promise that a taken hit is on disk comes first. Rejects with `unavailable` when it could not be
   * stored; the page may send it again.
   */
  async function take(report: PageReport): Promise<void> {
    const site = sites.findByUid(report.uid);
    if (!site?.active) return;
    if ((report.sendsGpc && site.honourGpc) || (report.sendsDnt && site.honourDnt)) return;
    // An event without a proper name is no view either.
    if (typeof (report.fields.event ?? '') !== 'string') return;
    const page = acceptPage(report.fields);
    if (!page.ok) return;
    if (isForeign(site, page.value.host, report.origin)) return;
    const outcome = await pipeline.collect(site, page.value, {
      address: report.address,
      userAgent: report.userAgent,
      // A mail, a feed reader or a script of the owner's names only a path: it is taken at its word, since whoever
      // forges reports outside a browser can forge the page's address as well.
      origin: report.origin ?? site.url,
      now: clock.now(),
    });
    if (outcome.kind === 'store' || outcome.kind === 'spam') await append([outcome.row]);
  }

  return {
    take,
    /** The site whose script is asked for, also while it is switched off: its pages keep the snippet. */
    findSite: (uid: string): CollectSite | undefined => sites.findByUid(uid),
  };
}

/**
 * A page that reports another page's address is no page of the site, though it sends the site's: it would count through
 * its own visitors' browsers. A browser that hides its origin writes "null", which says nothing.
 */
function isForeign(site: CollectSite, pageHost: string | null, origin: string | null): boolean {
  if (pageHost === null || origin === null || origin === 'null') return false;
  return hostFault(siteHostOf(origin), site.host, site.allowFromAnyDomain) !== null;
}
