/** Content security policies, as far as they concern a script and what it sends. Source: Content Security Policy Level 3. */

/** A policy: the sources of each directive, by its name in lower case. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** A script element of a page's HTML. */
export interface PolicyScript {
  readonly url: URL;
  readonly nonce: string | undefined;
  readonly hasIntegrity: boolean;
}

/** Longest policies that are read, in characters, and most of them; what is beyond forbids nothing that is known. */
const MAX_LENGTH = 64 * 1024;
const MAX_POLICIES = 20;

/** Parses the policies of a header or a `<meta>`: several are separated by commas, and each holds. */
export const parsePolicies = (text: string): Policy[] =>
  text.length > MAX_LENGTH ? [] : text.split(',').slice(0, MAX_POLICIES).map(parsePolicy);

function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    const directive = name.toLowerCase();
    // The first of a name holds.
    if (directive !== '' && !policy.has(directive)) policy.set(directive, sources);
  }
  return policy;
}

const findSources = (policy: Policy, names: readonly string[]): readonly string[] | undefined => {
  const name = names.find(each => policy.has(each));
  return name === undefined ? undefined : policy.get(name);
};

/** Returns whether a policy keeps every script of the page from running. */
export const isSandboxed = (policy: Policy): boolean =>
  policy.get('sandbox')?.every(token => token.toLowerCase() !== 'allow-scripts') ?? false;

/** Returns whether a policy surely forbids a script. */
export function forbidsScript(policy: Policy, script: PolicyScript, page: URL): boolean {
  const sources = findSources(policy, ['script-src-elem', 'script-src', 'default-src']);
  if (!sources || sources.some(source => matchesElement(source, script))) return false;
  // Hosts do not count beside it.
  if (sources.some(source => source.toLowerCase() === "'strict-dynamic'")) return true;
  return !sources.some(source => matchesUrl(source, upgraded(policy, script.url), page));
}

/** Returns whether a policy surely forbids requests of the page's scripts to a URL. */
export function forbidsRequest(policy: Policy, url: URL, page: URL): boolean {
  const sources = findSources(policy, ['connect-src', 'default-src']);
  return sources !== undefined && !sources.some(source => matchesUrl(source, upgraded(policy, url), page));
}

/** Returns whether a nonce or a hash allows an element, whatever its address; a hash is not calculated. */
function matchesElement(source: string, { nonce, hasIntegrity }: PolicyScript): boolean {
  return /^'nonce-/i.test(source)
    ? source.slice(7, -1) === nonce
    : hasIntegrity && /^'sha\d{3}-/i.test(source);
}

function upgraded(policy: Policy, url: URL): URL {
  if (url.protocol !== 'http:' || !policy.has('upgrade-insecure-requests')) return url;
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure;
}

/** Returns whether a source expression matches a URL. Keywords match none. */
function matchesUrl(source: string, url: URL, page: URL): boolean {
  if (source === '*') return true;
  if (source.toLowerCase() === "'self'")
    return url.hostname === page.hostname && matchesScheme(page.protocol, url) && matchesPort(page.port, url);
  if (source.startsWith("'")) return false;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return matchesScheme(source.toLowerCase(), url);
  return matchesHostSource(source, url, page);
}

/** `https://*.example.org:*\/path`: all but the host may be absent. */
function matchesHostSource(source: string, url: URL, page: URL): boolean {
  const schemeEnd = source.indexOf('://');
  const scheme = schemeEnd < 0 ? page.protocol : source.slice(0, schemeEnd + 1).toLowerCase();
  const rest = schemeEnd < 0 ? source : source.slice(schemeEnd + 3);
  const slash = rest.indexOf('/');
  const [host = '', port = ''] = (slash < 0 ? rest : rest.slice(0, slash)).toLowerCase().split(':');
  const isHost = host.startsWith('*.')
    ? url.hostname.endsWith(host.slice(1))
    : host === '*' || host === url.hostname;
  return (
    isHost &&
    matchesScheme(scheme, url) &&
    matchesPort(port, url) &&
    (slash < 0 || matchesPath(rest.slice(slash), url))
  );
}

/** A secure scheme is always as good. */
const matchesScheme = (scheme: string, { protocol }: URL): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');

/** `URL` leaves out the default port, and a secure one stands in for 80. */
const matchesPort = (port: string, url: URL): boolean => {
  if (port === '*') return true;
  const actual = url.port || (url.protocol === 'https:' ? '443' : '80');
  return port === '' ? url.port === '' : port === actual || (port === '80' && actual === '443');
};

/** A path with a slash at its end is that of a folder. */
function matchesPath(path: string, { pathname }: URL): boolean {
  if (path === '/') return true;
  const [wanted, actual] = [decode(path.split(/[?#]/, 1)[0] ?? ''), decode(pathname)];
  return wanted.endsWith('/') ? actual.startsWith(wanted) : actual === wanted;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
