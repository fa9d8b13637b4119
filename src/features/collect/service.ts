import { findCaptureOf } from '../../core/capture.ts';
import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { findHostFault, isHostOfSite } from '../../ingest/allowed-host.ts';
import { WITHIN_SITE } from '../../ingest/captured-value.ts';
import { isEngagement } from '../../ingest/parse-engagement.ts';
import { type PageFields, type PageWrite, parsePageWrite } from '../../ingest/parse-page-write.ts';
import type { Outcome, Pipeline } from '../../ingest/pipeline.ts';
import type { Place } from '../../ingest/place.ts';
import type { Refusal, RefusalReason } from '../../ingest/refusal.ts';
import type { IngestSite } from '../../ingest/site-facts.ts';
import { parseSiteHost } from '../../lib/url.ts';
import { findHonouredSignal, type PrivacySignals } from './privacy-signals.ts';

export interface CollectServiceDeps {
  /** Called for every hit, so it reads from memory. */
  readonly sites: { findByUid(uid: string): IngestSite | undefined };
  readonly pipeline: Pick<Pipeline, 'collect'>;
  readonly append: HitStore['append'];
  /** Called for each view or event that is not counted. */
  readonly onRefused: (siteId: number, refusal: Refusal) => void;
  readonly clock: Clock;
}

/** A page view or event with the facts of its request. */
export interface PageReport extends PrivacySignals {
  readonly uid: string;
  readonly fields: PageFields;
  /** The client's address behind trusted proxies. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly acceptLanguage: string | null;
  /** The place that a trusted proxy names. */
  readonly place?: Place | undefined;
  /** `Origin`, else `Referer`, as sent. */
  readonly origin: string | null;
}

export type CollectService = ReturnType<typeof createCollectService>;

/** The rules for what pages report. */
export function createCollectService({ sites, pipeline, append, onRefused, clock }: CollectServiceDeps) {
  /**
   * Resolves once the report is dealt with: durably stored, or not wanted; the answer does not say which. Its timing
   * may, for the promise that a taken hit is on disk comes first. Rejects with `unavailable` when it could not be
   * stored; the page may send it again.
   */
  async function take(report: PageReport): Promise<void> {
    const site = sites.findByUid(report.uid);
    if (!site) return;
    const refuse = (refusal: Refusal) => {
      // Of what an owner misses: a view that is refused has no engagement either, and a link within the site is no outbound one.
      if (!isEngagement(report.fields) && refusal.detail !== WITHIN_SITE) onRefused(site.id, refusal);
    };
    const screened = screen(site, report);
    if ('reason' in screened) {
      refuse(screened);
      return;
    }
    const outcome = await pipeline.collect(site, screened.page, {
      address: report.address,
      userAgent: report.userAgent,
      acceptLanguage: report.acceptLanguage,
      place: report.place,
      // A mail, a feed reader or a script of the owner's names only a path: it is trusted, since a program that
      // forges reports can forge the page's address as well.
      origin: report.origin ?? site.url,
      now: clock.now(),
    });
    if (outcome.kind === 'store' || outcome.kind === 'spam') await append([outcome.row]);
    const refusal = toRefusal(outcome);
    if (refusal) refuse(refusal);
  }

  return {
    take,
    /** Finds the site of a script, also while it is switched off: its pages keep the snippet. */
    findSite: (uid: string): IngestSite | undefined => sites.findByUid(uid),
  };
}

/** Checks a report against the site's settings and its own fields, before the visitor is identified. */
function screen(site: IngestSite, report: PageReport): { readonly page: PageWrite } | Refusal {
  const refuse = (reason: RefusalReason, detail: string): Refusal => ({ reason, detail });
  if (!site.active) return refuse('inactive', 'the site is switched off');
  const signal = findHonouredSignal(report, site);
  if (signal !== null) return refuse('privacy_signal', signal);
  // An event without a proper name is no view either.
  if (typeof (report.fields.event ?? '') !== 'string') return refuse('malformed', 'bad event name');
  const page = parsePageWrite(report.fields);
  if (!page.ok) return refuse('malformed', page.errors.join(', '));
  if (page.value.kind === 'engagement' && !site.capture.engagement)
    return refuse('malformed', 'engagement is not switched on');
  const capture = page.value.event === null ? undefined : findCaptureOf(page.value.event);
  if (capture !== undefined && !site.capture[capture])
    return refuse('malformed', `${page.value.event} is not switched on`);
  if (capture === 'outbound_links' && isLinkWithin(site, page.value.value))
    return refuse('malformed', WITHIN_SITE);
  const fault = foreignFault(site, page.value.host, report.origin);
  if (fault !== null) return refuse('other_host', fault);
  // Who visits stays unknown unless the owner wants it otherwise.
  return { page: site.capture.identify ? page.value : { ...page.value, visitorId: null } };
}

/** Returns whether a link leads to another host of the same site. */
function isLinkWithin(site: IngestSite, target: string | null): boolean {
  const host = parseSiteHost(target ?? '');
  return host !== null && isHostOfSite(host, site);
}

function toRefusal(outcome: Outcome): Refusal | undefined {
  if (outcome.kind === 'store') return undefined;
  const { kind, reason } = outcome;
  const detail = kind === 'ignored' ? (outcome.detail ?? reason) : reason;
  return { reason: kind === 'spam' ? 'spam' : outcome.cause, detail };
}

/**
 * A page that reports another page's address is no page of the site, though it sends the site's: it would count through
 * its own visitors' browsers. A browser that hides its origin writes "null", which says nothing.
 */
function foreignFault(site: IngestSite, pageHost: string | null, origin: string | null): string | null {
  if (pageHost === null || origin === null || origin === 'null') return null;
  return findHostFault(parseSiteHost(origin), site);
}
