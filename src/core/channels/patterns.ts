/** Patterns that facts are read with: RE2, which both engines have, and JavaScript read them the same. They are in lower case, and so has the text to be. */
import { memoize } from '../../lib/memoize.ts';
import { BEFORE_PARAMETER, SOURCE_PARAMETERS, URL_PARAMETERS } from '../hits/url-parameters.ts';
import { CLICK_IDS, EMAIL_SOURCE, type Facts, MEDIUM_PATTERNS, MEDIUM_WORDS, SOURCE_WORDS } from './rules.ts';
import { SOURCE_ENTRIES, type SourceEntry } from './source-entries.ts';
import { COUNTRY_BRANDS } from './source-names.ts';

/** Patterns in the order in which they are tried, each with the value that it means. */
export type Patterns<Value> = readonly (readonly [Value, string])[];

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (texts: readonly string[]): string => `(?:${texts.map(quote).join('|')})`;

/** Lists what stands for the sources of a kind: their hosts, and parts of hosts. */
const entriesOf = (kind: Kind) => {
  const entries = SOURCE_ENTRIES.filter(entry => entry.kind === kind);
  const [hosts, parts] = [false, true].map(isPart => entries.filter(entry => entry.isPart === isPart));
  return { names: new Set(entries.map(({ name }) => name)), hosts: hosts ?? [], parts: parts ?? [] };
};
const textsOf = (entries: readonly SourceEntry[]): string[] => entries.map(({ text }) => text);
const hostsOf = (kind: Kind): string[] => textsOf(entriesOf(kind).hosts);

/** Matches an address up to its host. */
const BEFORE_HOST = String.raw`^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\@]*@)?`;
/** Matches up to the dot before a host, and nothing else of one. */
const BELOW = String.raw`(?:[^/?#\\: ]*\.)?`;
/** Matches what a search engine may have before its host. */
const ITSELF = String.raw`(?:www\.)?(?:m\.)?`;
/** Matches the same in any country. */
export const BEFORE_BRAND = String.raw`(?:www\.)?(?:m\.|images\.)?`;
const AFTER_HOST = String.raw`\.*(?:[/?#\\: ]|$)`;
/** Matches the ending of a country: `de`, `co.uk`, `com.au`. */
export const COUNTRY = String.raw`\.(?:(?:com?|org|net)\.)?[a-z]{2}`;

const inHosts = (hosts: string, before = BELOW): string => `${BEFORE_HOST}${before}${hosts}${AFTER_HOST}`;

/** Matches the hosts of a kind's brands in any country. */
const brandHosts = (kind: Kind): string[] => {
  const { names } = entriesOf(kind);
  const brands = Object.entries(COUNTRY_BRANDS).flatMap(([brand, name]) => (names.has(name) ? [brand] : []));
  const before = kind === 'search' ? BEFORE_BRAND : BELOW;
  return brands.length === 0 ? [] : [inHosts(`${anyOf(brands)}${COUNTRY}`, before)];
};

/** Matches what begins with a part of a host. */
const toPartPattern = (entry: string): string => {
  const slash = entry.indexOf('/');
  const host = entry.slice(0, slash);
  const named = host.endsWith('.*')
    ? String.raw`${quote(host.slice(0, -2))}(?:${COUNTRY}|\.com)`
    : quote(host);
  return String.raw`${BEFORE_HOST}${ITSELF}${named}\.*(?::\d+)?${quote(entry.slice(slash))}(?:[/?#]|$)`;
};

/** Matches hosts of any domain that begin with one of some words. */
const beginsWith = (words: string): string =>
  String.raw`${BEFORE_HOST}(?:${words})(?:\.[^./?#\\: ]+){2,}${AFTER_HOST}`;

/** The chat on the page of results. */
const DUCK_CHAT = String.raw`${BEFORE_HOST}(?:www\.)?duckduckgo\.com\.*(?::\d+)?/\?(?:[^#]*&)?ia=chat(?:[&#]|$)`;

/** Patterns of a kind for hosts that no list names. */
const ANYWHERE: Readonly<Partial<Record<Kind, string>>> = {
  email: beginsWith(
    String.raw`(?:web|e-?|w|my)?mail\d?|poczta|posta|correo|courriel|messagerie|owa|roundcube|zimbra|horde|rainloop|snappymail`,
  ),
  search: beginsWith(
    'search|suche|szukaj|busca|buscar|buscador|pesquisa|recherche|zoeken|hledat|hledani|ricerca|arama|websearch|searx|searxng',
  ),
  ai: DUCK_CHAT,
  // Servers of the fediverse are thousands.
  social: String.raw`${BEFORE_HOST}(?:[^/?#\\: ]*\.social|(?:mastodon|mstdn|masto|pixelfed|lemmy|misskey|pleroma|akkoma|friendica)(?:\.[^./?#\\: ]+)+)${AFTER_HOST}`,
};

const isBelow = (host: string, parents: readonly string[]): boolean =>
  parents.some(parent => host.endsWith(`.${parent}`));

/** Kinds in the order in which they are tried, but for hosts that are below those of another. */
const KINDS = [
  'search ads',
  'social ads',
  'email',
  'ai',
  'ads',
  'video',
  'feed',
  'social',
  'search',
] as const satisfies Facts['kind'][];
type Kind = (typeof KINDS)[number] | 'other';

const patternOf = (kind: (typeof KINDS)[number]): string => {
  const { names, hosts, parts } = entriesOf(kind);
  const words = [...Array.from(names, name => name.toLowerCase()), ...(SOURCE_WORDS[kind]?.split('|') ?? [])];
  const alone = textsOf(hosts.filter(({ isAlone }) => isAlone));
  const whole = textsOf(hosts.filter(({ isAlone }) => !isAlone));
  return [
    `^ *${anyOf(words)} *$`,
    ...(alone.length > 0 ? [inHosts(anyOf(alone), ITSELF)] : []),
    ...(whole.length > 0 ? [inHosts(anyOf(whole))] : []),
    ...textsOf(parts).map(toPartPattern),
    ...brandHosts(kind),
    ...(ANYWHERE[kind] ? [ANYWHERE[kind]] : []),
  ].join('|');
};

/** Lists what is of no kind, although it is a part of what is of some kind: `docs.google.com`, `google.de/maps`. */
const listOthers = (): string[] => {
  const known = KINDS.flatMap(hostsOf);
  const hosts = hostsOf('other').filter(host => isBelow(host, known));
  return [inHosts(anyOf(hosts)), ...textsOf(entriesOf('other').parts).map(toPartPattern)];
};

/** Lists the hosts of a kind that are below one of a kind that is tried before: `suche.gmx.net`. */
const listInner = (kind: (typeof KINDS)[number]): string[] => {
  const before = KINDS.slice(0, KINDS.indexOf(kind)).flatMap(hostsOf);
  return hostsOf(kind).filter(host => isBelow(host, before));
};

/** Returns whether a host is that of a known source, or above or below one: then its channel is not that of any website. */
export const isRelatedToSource = (host: string): boolean =>
  [...KINDS, 'other' as const].flatMap(hostsOf).some(known => known === host || isBelow(known, [host])) ||
  listKindPatterns().some(([, pattern]) => new RegExp(pattern).test(host));

/** Lists the names of sources that are a part of a host, with what they match. */
export const listPartNames = memoize((): readonly (readonly [RegExp, string])[] => [
  [new RegExp(DUCK_CHAT, 'i'), 'Duck.ai'],
  ...SOURCE_ENTRIES.filter(({ isPart }) => isPart).map(({ text, name }): [RegExp, string] => [
    new RegExp(toPartPattern(text), 'i'),
    name,
  ]),
]);

/** Lists the patterns of what a source or a referrer is. No start waits until they are put together. */
export const listKindPatterns = memoize(
  (): Patterns<Facts['kind']> => [
    ['none', listOthers().join('|')],
    ...KINDS.flatMap(kind => {
      const inner = listInner(kind);
      return inner.length > 0 ? [[kind, inHosts(anyOf(inner))] as const] : [];
    }),
    ...KINDS.map(kind => [kind, patternOf(kind)] as const),
  ],
);

/** Lists the patterns of what a source is. */
export const listSourcePatterns = memoize(
  (): Patterns<Facts['kind']> => [...listKindPatterns(), ['email', EMAIL_SOURCE]],
);

const toPatterns = <Value extends string>(
  words: Readonly<Partial<Record<Value, string>>>,
  toPattern: (words: string) => string,
): Patterns<Value> =>
  Object.entries<string | undefined>(words).flatMap(([value, all]) =>
    all === undefined ? [] : [[value as Value, toPattern(anyOf(all.split('|')))]],
  );

/** Lists the patterns of what a value of `utm_medium` means. */
export const listMediumPatterns = memoize(
  (): Patterns<Facts['medium']> => [...toPatterns(MEDIUM_WORDS, words => `^${words}$`), ...MEDIUM_PATTERNS],
);

/** Lists the patterns of what the parameters of a url tell of the click. */
export const listClickPatterns = memoize(
  (): Patterns<Facts['click']> => toPatterns(CLICK_IDS, ids => `${BEFORE_PARAMETER}${ids}=[^&#]`),
);

/** Matches a url that names a source or a campaign. */
export const IS_TAGGED = `${BEFORE_PARAMETER}(?:${SOURCE_PARAMETERS[0]}|${URL_PARAMETERS.campaign})=[^&#]`;
