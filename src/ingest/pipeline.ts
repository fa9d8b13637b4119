import type { NewHit } from '../core/hit-store.ts';
import { normalizeAddress } from '../lib/net.ts';
import { bareHost, hostOf, joinUrl, siteHostOf } from '../lib/url.ts';
import type { WriteInput } from './accept.ts';
import type { PageInput } from './collect.ts';
import type { Countries } from './country.ts';
import { hostFault } from './host.ts';
import { rowOf } from './row.ts';
import type { SiteFacts } from './site-facts.ts';
import type { FindSource } from './source.ts';
import type { FindSpam } from './spam.ts';
import type { ReadUserAgent, UserAgentFacts } from './user-agent.ts';
import type { Visitor, Visitors } from './visitor.ts';

/** What is known of a browser's request. */
export interface PageRequest {
  /** The client's address behind trusted proxies. */
  readonly address: string | null;
  /** The `User-Agent` header. */
  readonly userAgent: string | null;
  /** The `Origin` header, else `Referer`: stands in for the page's address when the page sent none. */
  readonly origin: string | null;
  readonly now: Date;
}

/** What becomes of a write. */
export type Outcome =
  | {
      readonly kind: 'store';
      readonly row: NewHit;
      /** The row's, for the answer. */
      readonly visitorHash: bigint | null;
      /** Null exactly when `visitorHash` is. Worked out when it is read: only single creates show it. */
      readonly uniqueHash: bigint | null;
    }
  /** A rule of the site, or of the product, says that it is not counted. The API answers 202 with the reason. */
  | { readonly kind: 'ignored'; readonly cause: 'ignored' | 'bot' | 'spam'; readonly reason: string }
  /** Kept apart: the row goes to the spam hits. The API answers 202 `ignored` with the reason. */
  | { readonly kind: 'spam'; readonly row: NewHit; readonly reason: string }
  /** Nothing is kept of it: a bot, another site's page. Only collecting from pages does this. */
  | { readonly kind: 'dropped'; readonly cause: 'other_host' | 'bot'; readonly reason: string };

export interface Pipeline {
  /**
   * An API write. What is known of the visitor is in the input: the caller's own address and agent are not the
   * visitor's. A hit by an AI agent is ignored, for those are counted as agent visits; other bots are the caller's choice.
   */
  write(site: SiteFacts, input: WriteInput, now: Date): Outcome | Promise<Outcome>;
  /** A view or event that a browser sent. Views by AI agents become agent visits, other bots are dropped. */
  collect(site: SiteFacts, page: PageInput, request: PageRequest): Outcome | Promise<Outcome>;
}

export interface PipelineDeps {
  readonly visitors: Visitors;
  readonly countries: Countries;
  readonly readUserAgent: ReadUserAgent;
  readonly findSpam: FindSpam;
  readonly findSource: FindSource;
}

/**
 * From an accepted write to the row that is stored, or to the reason why none is. A promise only when the country has
 * to be asked for outside; everything else answers at once. Rejects or throws only what the salt store throws.
 * Source: api-v1, Endpoints; decisions, section 5.
 */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { countries, readUserAgent } = deps;

  function place(
    site: SiteFacts,
    input: WriteInput,
    agent: UserAgentFacts,
    now: Date,
  ): Outcome | Promise<Outcome> {
    const country = countries.find(input.country, input.ipAddress);
    return typeof country === 'string'
      ? decide(deps, { site, input, agent, country, now })
      : country.then(found => decide(deps, { site, input, agent, country: found, now }));
  }

  return {
    write(site, input, now) {
      const agent = readUserAgent(input.userAgent);
      if (input.kind === 'agent_visit' && !agent.agent) return ignored('ignored', 'not a known AI crawler');
      if (input.kind === 'hit' && agent.agent) {
        return ignored('bot', `user agent of an AI crawler, ${agent.agent.name}: send it to agent_visits`);
      }
      return place(site, input, agent, now);
    },
    collect(site, page, request) {
      const pageHost = page.host ?? (request.origin && siteHostOf(request.origin)) ?? null;
      const fault = hostFault(pageHost, site.host, site.allowFromAnyDomain);
      if (fault !== null) return dropped('other_host', fault);
      const agent = readUserAgent(request.userAgent);
      if (agent.agent ? page.kind !== 'hit' : agent.isBot) return dropped('bot', 'a bot');
      if (agent.isHeadless && site.spam.level === 'strict')
        return dropped('bot', 'a browser without a window');
      return place(site, pageWrite(site, page, request, agent), agent, request.now);
    },
  };
}

/** A page's view with what only the request knows. A referrer on the site itself is a click inside it: no referrer. */
function pageWrite(
  site: SiteFacts,
  page: PageInput,
  request: PageRequest,
  agent: UserAgentFacts,
): WriteInput {
  const from = page.referrer && hostOf(page.referrer);
  return {
    kind: agent.agent ? 'agent_visit' : page.kind,
    path: page.path,
    country: null,
    ipAddress: request.address && normalizeAddress(request.address),
    url: page.url,
    referrer: from && bareHost(from) === site.hostName ? null : page.referrer,
    userAgent: request.userAgent,
    visitorId: null,
    source: null,
    event: page.event,
    value: page.value,
  };
}

interface Placed {
  readonly site: SiteFacts;
  readonly input: WriteInput;
  readonly agent: UserAgentFacts;
  readonly country: string;
  readonly now: Date;
}

function decide(
  { visitors, findSpam, findSource }: PipelineDeps,
  { site, input, agent, country, now }: Placed,
): Outcome {
  const ignore = site.findIgnoreReason({
    path: input.path,
    address: input.ipAddress,
    country,
    referrer: input.referrer,
    userAgent: input.userAgent,
  });
  if (ignore !== null) return ignored('ignored', ignore);

  const spam = input.kind === 'agent_visit' ? null : findSpam(input.referrer, site.spam);
  // Only hits have a place where suppressed ones can be looked through.
  if (spam !== null && input.kind === 'event') return ignored('spam', spam);

  const visitor = input.kind === 'agent_visit' ? null : visitorOf(visitors, site, input, now);
  const defaultUrl = input.path === null ? null : joinUrl(site.url, input.path);
  const facts = {
    siteId: site.id,
    country,
    agent,
    visitor,
    url: input.url === defaultUrl ? null : input.url,
    source: findSource(input.source, input.url ?? defaultUrl, input.referrer, site.hostName),
    now,
  };
  if (spam !== null) return { kind: 'spam', row: rowOf(input, facts, spam), reason: spam };
  return stored(visitors, rowOf(input, facts, null));
}

const visitorOf = (visitors: Visitors, site: SiteFacts, input: WriteInput, now: Date): Visitor | null =>
  visitors.identify(
    { siteId: site.id, visitorId: input.visitorId, address: input.ipAddress, userAgent: input.userAgent },
    now,
  );

type Of<Kind extends Outcome['kind']> = Extract<Outcome, { readonly kind: Kind }>;

const ignored = (cause: Of<'ignored'>['cause'], reason: string): Outcome => ({
  kind: 'ignored',
  cause,
  reason,
});
const dropped = (cause: Of<'dropped'>['cause'], reason: string): Outcome => ({
  kind: 'dropped',
  cause,
  reason,
});

const stored = (visitors: Visitors, row: NewHit): Outcome => ({
  kind: 'store',
  row,
  visitorHash: row.visitorHash,
  get uniqueHash() {
    return row.visitorHash === null ? null : visitors.uniqueHash(row.visitorHash, row.path, row.createdAt);
  },
});
