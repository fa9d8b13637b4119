import type { Clock } from '../../core/clock.ts';
import { notFound, rateLimited, unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { createWindowLimit } from '../../http/window-limit.ts';
import { type IngestSite, pageOf } from '../../ingest/site-facts.ts';
import { createTurns } from '../../lib/fair-pool.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { KudosService, Webmention } from '../kudos/service.ts';
import { type Claim, parseClaim } from './parse-claim.ts';
import { type VerificationResult, verifyClaim } from './verify.ts';

/** Claims of the sites of an account that wait: they are verified one at a time, in turns of the accounts. */
const MAX_WAITING = 500;
/** Claims of one host per minute, so that this server cannot be used to flood another. */
const MAX_PER_MINUTE = 20;

export interface WebmentionDeps {
  readonly sites: { findByUid(uid: string): IngestSite | undefined };
  readonly findOwner: (siteId: number) => number | undefined;
  readonly kudos: Pick<KudosService, 'addFromWebmention' | 'removeByWebmention'>;
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly clock: Clock;
  readonly log: Log;
}

export interface Webmentions {
  /**
   * Accepts a claim that a page likes one of the site's pages, and queues its verification: a like becomes a kudo, once
   * for each pair of pages, and a kudo whose like is gone is removed. The queue is in memory and lost at a restart. 404 for
   * an unknown site and one with webmentions off, 400 for an invalid claim, 429 for too many of one host, 503 for a full
   * queue.
   */
  receive(uid: string, form: URLSearchParams): void;
  /** Returns the number of queued claims. */
  waiting(): number;
  /** Resolves when every accepted claim is verified. */
  settled(): Promise<void>;
  /** Drops the queue, and stops. */
  stop(): Promise<void>;
}

/** Starts accepting webmentions. Source: decisions, section 5; W3C Webmention. */
export function startWebmentions(deps: WebmentionDeps): Webmentions {
  const { sites, kudos, fetchPublic, log } = deps;
  const stopping = new AbortController();
  const pending = new Set<string>();
  const hostLimit = createWindowLimit({ limit: MAX_PER_MINUTE, windowMs: MINUTE_MS, clock: deps.clock });

  async function verify({ uid, claim, key }: PendingClaim): Promise<void> {
    // A claim that arrives during the verification may be about a later version of the page.
    pending.delete(key);
    try {
      const result = await verifyClaim(claim, { fetchPublic, signal: stopping.signal });
      const site = sites.findByUid(uid);
      if (!site?.webmentionsEnabled) return;
      await applyResult(result, {
        ...{ site, path: pageOf(site, claim.page), source: claim.source },
        formerPaths: [claim.page.path, new URL(claim.target).pathname],
      });
      log.debug({ site: site.id, host: claim.sourceHost, verdict: result }, 'webmention verified');
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'a webmention could not be recorded');
    }
  }

  async function applyResult(result: VerificationResult, webmention: Webmention): Promise<void> {
    if (result === 'likes') await kudos.addFromWebmention(webmention);
    else if (result === 'does not like') kudos.removeByWebmention(webmention);
  }

  const turns = createTurns();

  return {
    receive(uid, form) {
      const site = sites.findByUid(uid);
      if (!site) throw notFound('site');
      if (!site.webmentionsEnabled) throw notFound('webmention endpoint');
      const claim = parseClaim(form, site);
      const key = `${uid} ${claim.source} ${claim.target}`;
      if (pending.has(key)) return;
      if (hostLimit.take(claim.sourceHost) > 0)
        throw rateLimited(`at most ${MAX_PER_MINUTE} webmentions a minute from ${claim.sourceHost}`, 60);
      const account = `account ${deps.findOwner(site.id)}`;
      if (turns.waiting(account) >= MAX_WAITING || stopping.signal.aborted)
        throw unavailable('too many webmentions are waiting to be verified: try again later');
      pending.add(key);
      turns
        .run(account, () => verify({ uid, claim, key }), { signal: stopping.signal })
        .catch(() => undefined);
    },
    waiting: () => turns.waiting(),
    settled: turns.idle,
    async stop() {
      stopping.abort();
      await turns.idle();
    },
  };
}

interface PendingClaim {
  readonly uid: string;
  readonly claim: Claim;
  readonly key: string;
}
