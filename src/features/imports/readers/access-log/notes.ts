/** What a request of an access log adds to the sums of its day. */
import type { LogClass } from '../../../../core/hits/log-sums.ts';
import type { UserAgentFacts } from '../../../../ingest/user-agent.ts';
import { memoizeByText } from '../../../../lib/memoize.ts';
import { parseHost } from '../../../../lib/url.ts';
import type { LogNote } from './overlap.ts';
import { findSubscribers, nameProgram } from './programs.ts';
import type { LogRequest } from './request.ts';

/** Who sent a request. */
export type Who = 'agent' | 'bot' | 'person';

/** Names of feeds among files that may be something else. */
const FEED_FILES = new Set(['index', 'blog', 'post', 'posts', 'news', 'podcast']);
const FEED_WORD = /feed|rss|atom/;
const FEED_ENDING = /\.(rss|atom|rdf|xml|json)$/;
/** The name of feed readers that call themselves browsers, and of browsers. */
const BROWSER = 'Mozilla';

/** Returns whether a path is that of a feed, and not of another file for programs, such as a site map. */
function isNewsFeed(path: string): boolean {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  const file = plain.slice(plain.lastIndexOf('/') + 1).toLowerCase();
  const ending = FEED_ENDING.exec(file)?.[1];
  if (ending === undefined) return file === 'feed' || file === 'rss' || file === 'atom';
  if (ending !== 'xml' && ending !== 'json') return true;
  const stem = file.slice(0, -ending.length - 1);
  return FEED_WORD.test(stem) || (ending === 'xml' && FEED_FILES.has(stem));
}

const isMissing = (status: number): boolean => status === 404 || status === 410;
const isError = (status: number): boolean => status >= 500 && status < 600;
const isAnswered = (status: number): boolean => (status >= 200 && status < 300) || status === 304;

const NO_NOTES: readonly LogNote[] = [];

/** What is known of a request. */
export interface Noted {
  readonly path: string;
  readonly who: Who;
  /** What it is unless a program or a failure makes it something else. */
  readonly otherwise: LogClass;
}

/** What a request is, and what it adds. */
export interface Notes {
  readonly is: LogClass;
  readonly notes: readonly LogNote[];
}

export function createNotes({
  isOwnHost,
  parseUserAgent,
}: {
  /** Returns whether a host, as `parseHost` returns it, is one of the site's. */
  readonly isOwnHost: (host: string) => boolean;
  readonly parseUserAgent: (userAgent: string) => UserAgentFacts;
}) {
  const isFeed = memoizeByText(isNewsFeed);
  const findProgram = memoizeByText(nameProgram);
  const countSubscribers = memoizeByText(findSubscribers);
  const findReader = memoizeByText(userAgent =>
    /^(?:Mozilla|Opera)\//.test(userAgent) ? BROWSER : nameProgram(userAgent),
  );
  /** The page that a link to a missing one is on, without its query. */
  const findLink = memoizeByText((referrer: string): string => {
    const [link = ''] = referrer.split(/[?#]/, 1);
    const host = /^https?:\/\//i.test(link) ? parseHost(link) : null;
    if (host === null) return '';
    return isOwnHost(host) ? link.replace(/^https?:\/\/[^/]*/i, '') || '/' : link;
  });

  const findFailures = ({ status, referrer }: LogRequest, path: string): LogNote[] => {
    if (!path.startsWith('/')) return [];
    if (isError(status)) return [{ kind: 'error', name: path, detail: String(status) }];
    if (!isMissing(status)) return [];
    const link = referrer === '' ? '' : findLink(referrer);
    const missing: LogNote = { kind: 'not_found', name: path };
    return link === '' ? [missing] : [missing, { kind: 'broken_link', name: path, detail: link }];
  };

  /** Returns what a request for a feed adds; undefined for any other. */
  const findFeed = (
    { method, status, userAgent = '' }: LogRequest,
    { path, who, otherwise }: Noted,
  ): LogNote | undefined => {
    // Most requests are for assets and pages, which are no feeds unless a program asks for them.
    const isPossible =
      who === 'bot' || (otherwise === 'page_views' ? path.endsWith('.json') : otherwise !== 'assets');
    if (!isPossible || !isAnswered(status) || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const subscribers = countSubscribers(userAgent);
    if (subscribers === 0 && !isFeed(path)) return undefined;
    const name = who === 'bot' || subscribers > 0 ? findProgram(userAgent) : findReader(userAgent);
    return { kind: 'feed', name, detail: path, subscribers };
  };

  return (request: LogRequest, { path, who, otherwise }: Noted): Notes => {
    const { status, userAgent = '' } = request;
    const notes = status < 400 ? NO_NOTES : findFailures(request, path);
    const detail = String(status);
    if (otherwise === 'ignored') return { is: otherwise, notes: [] };
    if (otherwise === 'agents') {
      const name = parseUserAgent(userAgent).agent?.name ?? findProgram(userAgent);
      return { is: 'agents', notes: [...notes, { kind: 'agent', name, detail }] };
    }
    const feed = findFeed(request, { path, who, otherwise });
    if (feed) return { is: 'feeds', notes: [feed] };
    if (who === 'bot')
      return { is: 'bots', notes: [...notes, { kind: 'bot', name: findProgram(userAgent), detail }] };
    if (isMissing(status)) return { is: 'not_found', notes };
    return { is: isError(status) ? 'errors' : otherwise, notes };
  };
}
