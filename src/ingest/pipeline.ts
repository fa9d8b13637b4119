import { fitUrl } from '../core/hits/fit-address.ts';
import { splitAddress } from '../core/hits/page-path.ts';
import type { NewHit } from '../core/hits/row.ts';
import { isOneOfHosts } from '../core/site-hosts.ts';
import type { Day } from '../core/span.ts';
import { normalizeAddress } from '../lib/net.ts';
import { toDay } from '../lib/time.ts';
import { bareHost, joinUrl, parseHost, parseSiteHost } from '../lib/url.ts';
import { type AgentCounter, createAgentCounter } from './agent-counter.ts';
import { findHostFault } from './allowed-host.ts';
import type { Countries } from './country.ts';
import { parseLanguage } from './language.ts';
import type { Networks } from './network.ts';
import type { PageWrite } from './parse-page-write.ts';
import type { WriteInput } from './parse-write.ts';
import { limitPlace, NOWHERE, type Place } from './place.ts';
import { toRow } from './row.ts';
import type { SiteFacts } from './site-facts.ts';
import type { FindSource } from './source.ts';
import type { FindSpam } from './spam.ts';
import type { ParseUserAgent, UserAgentFacts } from './user-agent.ts';
import type { Visitor, Visitors } from './visitor.ts';

/** The request of a page view. */
export interface PageRequest {
  /** The client's address behind trusted proxies. */
  readonly address: string | null;
  /** The `User-Agent` header. */
  readonly userAgent: string | null;
  /** The `Accept-Language` header. */
  readonly acceptLanguage: string | null;
  /** The place that a trusted proxy names; absent where none does. */
  readonly place?: Place | undefined;
  /** The `Origin` header, else `Referer`: stands in for the page's address when the page sent none. */
  readonly origin: string | null;
  readonly now: Date;
}

/** What to do with a write. */
export type Outcome =
  | {
      readonly kind: 'store';
      readonly row: NewHit;
      /** Of the row, for the answer. */
      readonly visitorHash: bigint | null;
      /** Null exactly when `visitorHash` is. Computed on access: only single writes answer it. */
      readonly uniqueHash: bigint | null;
    }
  /** Not counted, by a rule of the site or of the product. The API answers 202 with the reason. */
  | {
      readonly kind: 'ignored';
      readonly cause: 'ignored' | 'bot' | 'spam' | 'network';
      readonly reason: string;
      /** Details for the site's owner. Default: the reason. */
      readonly detail?: string;
    }
  /** Stored as a spam hit. The API answers 202 `ignored` with the reason. */
  | { readonly kind: 'spam'; readonly row: NewHit; readonly reason: string }
  /** Not stored: a bot, or a page of another site. Only `collect` returns this. */
  | { readonly kind: 'dropped'; readonly cause: 'other_host' | 'bot'; readonly reason: string };

export interface Pipeline {
  /**
   * Processes an API write. The visitor is described by the input: the caller's own address and user agent are not the
   * visitor's. A hit by an AI agent is ignored, since those are agent visits; other bots are the caller's choice.
   */
  write(site: SiteFacts, input: WriteInput, now: Date): Outcome | Promise<Outcome>;
  /** Processes a view or event from a page. Views by AI agents become agent visits, other bots are dropped. */
  collect(site: SiteFacts, page: PageWrite, request: PageRequest): Outcome | Promise<Outcome>;
}

export interface PipelineDeps {
  readonly visitors: Visitors;
  readonly countries: Countries;
  readonly networks: Pick<Networks, 'find'>;
  readonly parseUserAgent: ParseUserAgent;
  readonly findSpam: FindSpam;
  readonly findSource: FindSource;
}

/**
 * Creates the pipeline from a validated write to the row to store, or to the reason why none is. It returns a promise
 * only when the country is requested from the external service. Rejects or throws only what the salt store throws.
 * Source: api-v1, Endpoints; decisions, section 5.
 */
export function createPipeline(given: PipelineDeps): Pipeline {
  const deps = { ...given, agents: createAgentCounter() };
  const { countries, parseUserAgent } = deps;

  function locate(write: Omit<LocatedWrite, 'country'>): Outcome | Promise<Outcome> {
    const country = countries.find(write.input.country, write.input.ipAddress);
    return typeof country === 'string'
      ? decide(deps, { ...write, country })
      : country.then(found => decide(deps, { ...write, country: found }));
  }

  return {
    write(site, input, now) {
      const agent = parseUserAgent(input.userAgent);
      if (input.kind === 'agent_visit' && !agent.agent) return ignored('ignored', 'not a known AI crawler');
      if (input.kind === 'hit' && agent.agent) {
        return ignored('bot', `user agent of an AI crawler, ${agent.agent.name}: send it to agent_visits`);
      }
      return locate({ site, input: toPageOfSite(site, input), agent, now });
    },
    collect(site, page, request) {
      const pageHost = page.host ?? (request.origin && parseSiteHost(request.origin)) ?? null;
      const fault = findHostFault(pageHost, site);
      if (fault !== null) return dropped('other_host', fault);
      const agent = parseUserAgent(request.userAgent);
      if (agent.botRule !== null && (agent.agent === null || page.kind !== 'hit'))
        return dropped('bot', `a bot: ${agent.botRule}`);
      if (agent.isHeadless && site.spam.level === 'strict')
        return dropped('bot', 'a browser without a window');
      return locate({
        site,
        input: toPageOfSite(site, toWriteInput(page, request, { site, agent })),
        agent,
        now: request.now,
      });
    },
  };
}

/** Returns a write of the page that the site's rules make of its path. The url keeps what came. */
function toPageOfSite(site: SiteFacts, input: WriteInput): WriteInput {
  const { path: given, url } = input;
  if (!site.toPage || given === null) return input;
  const came = splitAddress(url ?? '');
  const path = site.toPage({
    path: given,
    query: input.query ?? came.query,
    fragment: input.fragment ?? came.fragment,
  });
  return path === given
    ? input
    : {
        ...input,
        path,
        givenPath: given,
        url: url ?? fitUrl(`${joinUrl(site.url, given)}${input.query ?? ''}`),
      };
}

/** Combines a page's write with its request. A referrer on the site itself is an internal click: no referrer. */
function toWriteInput(
  page: PageWrite,
  request: PageRequest,
  { site, agent }: Pick<LocatedWrite, 'site' | 'agent'>,
): WriteInput {
  const from = page.referrer && parseHost(page.referrer);
  const place = site.locationDetail === 'country' ? undefined : request.place;
  return {
    ...page,
    kind: agent.agent ? 'agent_visit' : page.kind,
    country: place?.country ?? page.country,
    region: place?.region ?? null,
    city: place?.city ?? null,
    ipAddress: request.address && normalizeAddress(request.address),
    referrer: from && isOneOfHosts(site.hosts, bareHost(from)) ? null : page.referrer,
    userAgent: request.userAgent,
    language: parseLanguage(request.acceptLanguage ?? ''),
  };
}

interface Counters {
  readonly agents: AgentCounter;
}

interface LocatedWrite {
  readonly site: SiteFacts;
  readonly input: WriteInput;
  readonly agent: UserAgentFacts;
  readonly country: string;
  readonly now: Date;
}

function decide(
  { visitors, countries, networks, findSpam, findSource, agents }: PipelineDeps & Counters,
  { site, input, agent, country, now }: LocatedWrite,
): Outcome {
  const network = input.kind === 'agent_visit' ? null : networks.find(input.ipAddress);
  const match = site.findIgnoreMatch({
    path: input.path,
    givenPath: input.givenPath,
    address: input.ipAddress,
    country,
    referrer: input.referrer,
    userAgent: input.userAgent,
    network,
  });
  if (match?.list === 'exclude_networks') return { ...ignored('network', match.reason), detail: match.rule };
  if (match !== null) return ignored('ignored', match.reason);

  const spam = input.kind === 'agent_visit' ? null : findSpam(input.referrer, site.spam);
  // Only suppressed hits can be reviewed.
  if (spam !== null && input.kind !== 'hit') return ignored('spam', spam);

  const visitor = input.kind === 'agent_visit' ? null : identifyVisitor(visitors, { site, input, now });
  if (input.kind === 'engagement' && visitor === null) return ignored('ignored', 'engagement of nobody');
  const defaultUrl = input.path === null ? null : joinUrl(site.url, input.path);
  const address = input.url ?? (defaultUrl && `${defaultUrl}${input.query ?? ''}`);
  const day = toDay(now, site.timeZone);
  const facts = {
    siteId: site.id,
    country,
    place: findPlace(countries, { site, input, country }),
    network,
    hasManyAgents: hasManyAgents(agents, { site, input, day }),
    agent,
    visitor,
    // The default address follows from the site and the path.
    url: address === defaultUrl ? null : address && fitUrl(address),
    source: findSource({
      given: input.source,
      url: address,
      referrer: input.referrer,
      siteHosts: site.hosts,
    }),
    now,
  };
  if (spam !== null) return { kind: 'spam', row: toRow(input, facts, spam), reason: spam };
  return stored(visitors, toRow(input, facts, null), day);
}

const hasManyAgents = (
  agents: AgentCounter,
  { site, input, day }: Pick<LocatedWrite, 'site' | 'input'> & { readonly day: Day },
): boolean => {
  const { kind, ipAddress, userAgent } = input;
  if (!(kind === 'hit' || kind === 'event') || !ipAddress || !userAgent) return false;
  return agents.hasMany(ipAddress, userAgent, { siteId: site.id, day });
};

const identifyVisitor = (
  visitors: Visitors,
  { site, input, now }: Pick<LocatedWrite, 'site' | 'input' | 'now'>,
): Visitor | null =>
  visitors.identify(
    { siteId: site.id, visitorId: input.visitorId, address: input.ipAddress, userAgent: input.userAgent },
    { at: now, zone: site.timeZone },
  );

/** Finds the place of a visitor as far as the site keeps it: the given one, else that of the address. */
function findPlace(
  countries: Countries,
  { site, input, country }: Pick<LocatedWrite, 'site' | 'input' | 'country'>,
): Place {
  if (site.locationDetail === 'country') return NOWHERE;
  const { region, city, ipAddress } = input;
  const isGiven = region !== null || city !== null;
  const place = isGiven ? { country: null, region, city } : countries.findPlace(ipAddress);
  return limitPlace(place, country, site.locationDetail);
}

type OutcomeOf<Kind extends Outcome['kind']> = Extract<Outcome, { readonly kind: Kind }>;

const ignored = (cause: OutcomeOf<'ignored'>['cause'], reason: string): OutcomeOf<'ignored'> => ({
  kind: 'ignored',
  cause,
  reason,
});
const dropped = (cause: OutcomeOf<'dropped'>['cause'], reason: string): Outcome => ({
  kind: 'dropped',
  cause,
  reason,
});

const stored = (visitors: Visitors, row: NewHit, day: Day): Outcome => ({
  kind: 'store',
  row,
  visitorHash: row.visitorHash,
  get uniqueHash() {
    return row.visitorHash === null ? null : visitors.uniqueHash(row.visitorHash, row.path, day);
  },
});
