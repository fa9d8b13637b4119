/** What a request of an access log becomes: a hit, an agent visit, or one that is left out. */
import { isIP } from 'node:net';
import { fitPath, fitReferrer, fitUrl } from '../../../../core/hits/fit-address.ts';
import type { LogClass } from '../../../../core/hits/log-sums.ts';
import { isOneOfHosts, type SiteHosts } from '../../../../core/site-hosts.ts';
import { isInAdvance } from '../../../../ingest/prefetch.ts';
import type { UserAgentFacts } from '../../../../ingest/user-agent.ts';
import { toHex64 } from '../../../../lib/hash.ts';
import { memoizeByText } from '../../../../lib/memoize.ts';
import { normalizePath } from '../../../../lib/normalize-path.ts';
import { toOneLine } from '../../../../lib/text.ts';
import { bareHost, parseHost } from '../../../../lib/url.ts';
import type { FindExclusion } from '../../exclusions.ts';
import { createNotes, type Who } from './notes.ts';
import type { LogRequest } from './request.ts';
import type { LogTally } from './tally.ts';
import { createTimeParser } from './times.ts';
import type { Visit } from './visit.ts';

/** Requests that are left out: what they are, and why. */
const LEFT_OUT = {
  hosts: ['requests of other hosts', 'they are no pages of this site'],
  post: ['POST requests', 'only GET opens a page'],
  head: ['HEAD requests', 'only GET opens a page'],
  methods: ['requests with other methods', 'only GET opens a page'],
  redirects: ['redirects (3xx)', 'the page that they lead to is counted'],
  clientErrors: ['errors of the client (4xx)', 'no page was sent'],
  serverErrors: ['errors of the server (5xx)', 'no page was sent'],
  others: ['answers with other statuses', 'no page was sent'],
  assets: ['assets', 'images, styles, scripts and downloads are no pages'],
  advance: ['pages fetched in advance', 'nobody has seen them'],
  feeds: ['feeds and files for programs', 'they are no pages'],
  bots: ['bots', 'their user agent is that of a program'],
  ignored: ['visits that are excluded', 'the settings of the site exclude them'],
  spam: ['visits with a spam referrer', "the site's spam filter suppresses them"],
  counted: ['page views', 'the script counts them'],
} as const satisfies Readonly<Record<string, readonly [what: string, why: string]>>;
export type LeftOutRule = (typeof LEFT_OUT)[keyof typeof LEFT_OUT];

const ASSETS = new Set(
  `css js mjs cjs map json wasm webmanifest manifest png jpg jpeg jpe gif webp avif apng svg svgz ico cur bmp tif tiff heic jxl woff
  woff2 ttf otf eot mp3 m4a aac ogg oga opus wav flac mp4 m4v webm ogv mov avi mkv m3u8 ts vtt srt pdf epub zip gz tgz bz2 xz zst
  7z rar tar dmg pkg exe msi deb rpm apk iso bin doc docx xls xlsx ppt pptx odt ods csv swf`.split(/\s+/),
);
const FEEDS = new Set(['xml', 'rss', 'atom', 'rdf', 'txt', 'ics', 'vcf']);
const FEED_PATH = /^\/\.well-known\/|(?:^|\/)(?:feed|rss|atom)(?:\.json)?\/?$/;
const MAX_ENDING = 12;

/** Returns the ending of a path; empty when it has none. */
function endingOf(path: string): string {
  const dot = path.lastIndexOf('.');
  if (dot === -1 || path.length - dot > MAX_ENDING || path.includes('/', dot)) return '';
  return path.slice(dot + 1).toLowerCase();
}

const isFeed = (path: string): boolean => FEEDS.has(endingOf(path)) || FEED_PATH.test(path);

/** Returns the address of a client. A host name takes the place of one where a log has names: as a unique local address. */
function toAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/:\d+$/, '');
  if (isIP(bare) !== 0) return bare;
  const groups = toHex64(BigInt(Bun.hash(bare))).match(/.{4}/g) ?? [];
  return `fd00::${groups.join(':')}`;
}

export interface RuleOptions {
  readonly timeZone: string;
  readonly siteHosts: SiteHosts;
  readonly parseUserAgent: (userAgent: string) => UserAgentFacts;
  /** Returns why the site does not count a visit; undefined for one that it counts. */
  readonly findExclusion?: FindExclusion | undefined;
  /** Whether page views are left out, since a script counts them already. */
  readonly isWithoutHits?: boolean | undefined;
  /** Receives what the log shows beside its visits; undefined where it is not needed. */
  readonly tally?: Pick<LogTally, 'add'> | undefined;
}

/** What requests are that are left out and by no program. */
const CLASSES: ReadonlyMap<LeftOutRule, LogClass> = new Map<LeftOutRule, LogClass>([
  [LEFT_OUT.redirects, 'redirects'],
  [LEFT_OUT.assets, 'assets'],
  [LEFT_OUT.ignored, 'ignored'],
  [LEFT_OUT.spam, 'ignored'],
  [LEFT_OUT.bots, 'bots'],
  [LEFT_OUT.counted, 'page_views'],
]);

const toClass = (outcome: Visit | LeftOutRule): LogClass => {
  if (!('type' in outcome)) return CLASSES.get(outcome) ?? 'others';
  return outcome.type === 'hit' ? 'page_views' : 'agents';
};

const MAX_SHOWN = 60;
const withGiven = (fault: string, given: string): string => `${fault}, got "${toOneLine(given, MAX_SHOWN)}"`;

const findStatusRule = (status: number): LeftOutRule | undefined => {
  if ((status >= 200 && status < 300) || status === 304) return undefined;
  if (status >= 300 && status < 400) return LEFT_OUT.redirects;
  if (status >= 400 && status < 500) return LEFT_OUT.clientErrors;
  return status >= 500 && status < 600 ? LEFT_OUT.serverErrors : LEFT_OUT.others;
};

const findMethodRule = (method: string): LeftOutRule | undefined => {
  if (method === 'GET') return undefined;
  return method === 'POST' ? LEFT_OUT.post : method === 'HEAD' ? LEFT_OUT.head : LEFT_OUT.methods;
};

/**
 * Creates the function that says what a request becomes: a visit, the rule by which it is left out, or a text with what is wrong.
 * Source: decisions, section 8, Access logs.
 */
export function createRules({
  timeZone,
  siteHosts,
  parseUserAgent,
  findExclusion,
  isWithoutHits,
  tally,
}: RuleOptions) {
  const parseTime = createTimeParser(timeZone);
  const findAgent = memoizeByText((userAgent: string): Who => {
    const { agent, botRule } = parseUserAgent(userAgent);
    return agent ? 'agent' : botRule !== null ? 'bot' : 'person';
  });
  const [siteHost = ''] = siteHosts;
  const isOwnHost = (host: string): boolean => isOneOfHosts(siteHosts, bareHost(host));
  /** Returns the site's host that a request names; null for another's. */
  const findOwnHost = memoizeByText((name: string) => {
    const host = bareHost(parseHost(`http://${name}`) ?? '');
    return isOneOfHosts(siteHosts, host) ? host : null;
  });
  /** A referrer on the site itself is an internal click: no referrer, as for collected hits. */
  const findReferrer = memoizeByText((referrer: string) => {
    const host = parseHost(referrer);
    return host !== null && isOwnHost(host) ? null : fitReferrer(referrer);
  });

  /** Returns the rule by which a request is left out; undefined for one that is kept. */
  const findRule = (
    { method: name, status, purpose }: LogRequest,
    path: string,
    who: Who,
  ): LeftOutRule | undefined => {
    const method = findMethodRule(name);
    if (who === 'agent' && (method === undefined || method === LEFT_OUT.head)) return undefined;
    const answer = findStatusRule(status);
    // What no server understood has no method either.
    if (answer === LEFT_OUT.clientErrors) return answer;
    const rule = method ?? answer;
    if (rule) return rule;
    if (purpose !== '' && isInAdvance(purpose)) return LEFT_OUT.advance;
    if (isFeed(path)) return LEFT_OUT.feeds;
    return who === 'bot' ? LEFT_OUT.bots : undefined;
  };

  const describe = tally && createNotes({ isOwnHost, parseUserAgent });

  const classify = (
    request: LogRequest,
    { host, target, path, who, isAsset }: Seen,
  ): Visit | LeftOutRule | string => {
    if (isAsset) return findRule(request, '', 'person') ?? LEFT_OUT.assets;
    const rule = findRule(request, path, who);
    if (rule) return rule;
    if (!path.startsWith('/')) return withGiven('has no path', target);
    const createdAt = parseTime(request.time);
    if (createdAt === undefined) return withGiven('has no time that can be read', request.time);
    const fitted = fitPath(normalizePath(path));
    const query = target.slice(path.length);
    return {
      type: who === 'agent' ? 'agent_visit' : 'hit',
      createdAt,
      path: fitted,
      url: query === '' && host === siteHost ? null : fitUrl(`https://${host}${fitted}${query}`),
      referrer: orNull(request.referrer, findReferrer),
      address: orNull(request.address, toAddress),
      userAgent: request.userAgent || null,
      status: request.status,
    };
  };

  /** Leaves out what the site does not count. */
  const judge = (outcome: Visit | LeftOutRule | string): Visit | LeftOutRule | string => {
    if (typeof outcome === 'string' || !('type' in outcome)) return outcome;
    const exclusion = findExclusion?.(outcome);
    if (exclusion !== undefined) return LEFT_OUT[exclusion];
    return isWithoutHits && outcome.type === 'hit' ? LEFT_OUT.counted : outcome;
  };

  return (request: LogRequest, line: string): Visit | LeftOutRule | string => {
    const { userAgent, host: named } = request;
    const isPath = request.target.startsWith('/');
    // A whole address is for a proxy: of another host where somebody looks for an open one.
    const asked = isPath ? null : parseHost(request.target);
    let host: string | null = siteHost;
    if (named !== undefined) host = findOwnHost(named);
    if (host !== null && asked !== null) host = findOwnHost(asked);
    if (host === null) return LEFT_OUT.hosts;
    const target = isPath ? request.target : withoutOrigin(request.target);
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    // Most requests of a log are for assets: their user agents are not even looked at.
    const isAsset = ASSETS.has(endingOf(path));
    const who = isAsset || userAgent === undefined ? 'person' : findAgent(userAgent);
    const outcome = judge(classify(request, { host, target, path, who, isAsset }));
    if (!describe || typeof outcome === 'string') return outcome;
    const time = parseTime(request.time);
    if (time !== undefined)
      tally.add(line, time, describe(request, { path, who, otherwise: toClass(outcome) }));
    return outcome;
  };
}

interface Seen {
  readonly host: string;
  readonly target: string;
  readonly path: string;
  readonly who: Who;
  readonly isAsset: boolean;
}

/** Returns what a text says; null for an empty one. */
const orNull = (text: string, find: (text: string) => string | null): string | null =>
  text === '' ? null : find(text);

/** Returns the path of a target in absolute form, as sent to proxies; other targets are returned unchanged. */
const withoutOrigin = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?=\?)/, '/');
