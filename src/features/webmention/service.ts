import PQueue from 'p-queue';
import type { Clock } from '../../core/clock.ts';
import { AppError, notFound, unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import { createLru } from '../../lib/lru.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import { acceptClaim, type Claim } from './accept.ts';
import { findVerdict, type Verdict } from './verdict.ts';

/** Pages of strangers that are read at once, and that may wait for it. */
const WORKERS = 1;
const MAX_WAITING = 500;
/** Pages of one host that are asked for in a minute: nobody makes this server a burden to another. */
const MAX_PER_MINUTE = 20;
const MAX_HOSTS = 10_000;

/** A site as Webmentions need it. */
export interface MentionedSite extends SiteFacts {
  /** False: the owner has switched Webmentions off. */
  readonly webmentionsEnabled: boolean;
}

/** A verified like, as the keeper of kudos takes it. */
interface Mention<Site> {
  readonly site: Site;
  readonly path: string;
  readonly source: string;
}

export interface WebmentionDeps<Site extends MentionedSite> {
  readonly sites: { findByUid(uid: string): Site | undefined };
  readonly kudos: {
    giveFrom(mention: Mention<Site>): Promise<unknown>;
    removeFrom(mention: Mention<Site>): unknown;
  };
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly clock: Clock;
  readonly log: Log;
}

export interface Webmentions {
  /**
   * Takes a claim that a page likes one of the site's pages. It is verified afterwards, by reading the page: a like
   * becomes a kudo, once for each pair of pages, and what is no like any more is taken back. Those that wait are in
   * memory, a restart forgets them. 404 for an unknown site and one that takes none, 400 for a claim that cannot be,
   * 429 when too many come from one host, 503 when too many wait.
   */
  receive(uid: string, form: URLSearchParams): void;
  /** Number of claims that wait to be verified. */
  waiting(): number;
  /** Resolves once every claim that was taken is verified. */
  settled(): Promise<void>;
  /** Gives up the claims that wait. */
  stop(): Promise<void>;
}

/** Starts taking Webmentions. Source: decisions, section 5; W3C Webmention. */
export function startWebmentions<Site extends MentionedSite>(deps: WebmentionDeps<Site>): Webmentions {
  const { sites, kudos, fetchPublic, log } = deps;
  const stopping = new AbortController();
  const pending = new Set<string>();
  const takeTurn = createHostLimit(deps.clock);

  async function verify({ uid, claim, key }: PendingClaim): Promise<void> {
    // What comes from now on may be about a page that has changed since it is read here.
    pending.delete(key);
    try {
      const verdict = await findVerdict(claim, { fetchPublic, signal: stopping.signal });
      const site = sites.findByUid(uid);
      if (!site?.webmentionsEnabled) return;
      await settle(verdict, { site, path: claim.path, source: claim.source });
      log.debug({ site: site.id, host: claim.sourceHost, verdict }, 'webmention verified');
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'a webmention could not be kept');
    }
  }

  async function settle(verdict: Verdict, mention: Mention<Site>): Promise<void> {
    if (verdict === 'likes') await kudos.giveFrom(mention);
    else if (verdict === 'does not like') kudos.removeFrom(mention);
  }

  const queue = new PQueue({ concurrency: WORKERS });

  return {
    receive(uid, form) {
      const site = sites.findByUid(uid);
      if (!site) throw notFound('site');
      if (!site.webmentionsEnabled) throw notFound('webmention endpoint');
      const claim = acceptClaim(form, site.host);
      const key = `${uid} ${claim.source} ${claim.target}`;
      if (pending.has(key)) return;
      takeTurn(claim.sourceHost);
      if (queue.size >= MAX_WAITING || stopping.signal.aborted)
        throw unavailable('too many webmentions wait to be verified: try again later');
      pending.add(key);
      void queue.add(() => verify({ uid, claim, key }));
    },
    waiting: () => queue.size,
    settled: () => queue.onIdle(),
    async stop() {
      stopping.abort();
      queue.clear();
      await queue.onIdle();
    },
  };
}

interface PendingClaim {
  readonly uid: string;
  readonly claim: Claim;
  readonly key: string;
}

/** Counts what comes from each host in its current minute; throws 429 when it is too much. */
function createHostLimit(clock: Clock): (host: string) => void {
  const minutes = createLru<string, { readonly startMs: number; used: number }>(MAX_HOSTS);
  return host => {
    const nowMs = clock.now().getTime();
    let minute = minutes.get(host);
    if (!minute || nowMs - minute.startMs >= MINUTE_MS || nowMs < minute.startMs) {
      minute = { startMs: nowMs, used: 0 };
      minutes.set(host, minute);
    }
    if (minute.used >= MAX_PER_MINUTE) {
      throw new AppError('rate_limited', `at most ${MAX_PER_MINUTE} webmentions a minute from ${host}`, {
        headers: { 'retry-after': '60' },
      });
    }
    minute.used++;
  };
}
