/** Patterns that facts are read with: RE2, which both engines have, and JavaScript read them the same. They are in lower case, and so has the text to be. */
import { memoize } from '../../lib/memoize.ts';
import { BEFORE_PARAMETER, SOURCE_PARAMETERS, URL_PARAMETERS } from '../hits/url-parameters.ts';
import { CLICK_IDS, EMAIL_SOURCE, type Facts, MEDIUM_PATTERNS, MEDIUM_WORDS, SOURCE_WORDS } from './rules.ts';
import { COUNTRY_BRANDS, SOURCES, type SourceKind } from './sources.ts';

/** Patterns in the order in which they are tried, each with the value that it means. */
export type Patterns<Value> = readonly (readonly [Value, string])[];

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (texts: readonly string[]): string => `(?:${texts.map(quote).join('|')})`;

const namesOf = (kind: SourceKind): string[] => Object.keys(SOURCES[kind]);
const hostsOf = (kind: SourceKind): string[] =>
  Object.values<string>(SOURCES[kind]).flatMap(hosts => hosts.split(' '));

/** Matches an address up to the dot before a known host. */
const BEFORE_HOST = String.raw`^ *(?:[a-z][a-z0-9+.-]*://)?(?:[^/?#\\@]*@)?(?:[^/?#\\: ]*\.)?`;
const AFTER_HOST = String.raw`\.*(?:[/?#\\: ]|$)`;

const inHosts = (hosts: string): string => `${BEFORE_HOST}${hosts}${AFTER_HOST}`;

/** Matches the hosts of a kind's brands in any country. */
const brandHosts = (kind: SourceKind): string[] => {
  const names = new Set(namesOf(kind));
  const brands = Object.entries(COUNTRY_BRANDS).flatMap(([brand, name]) => (names.has(name) ? [brand] : []));
  return brands.length === 0 ? [] : [inHosts(String.raw`${anyOf(brands)}\.(?:(?:com?|org|net)\.)?[a-z]{2}`)];
};

const isBelow = (host: string, parents: readonly string[]): boolean =>
  parents.some(parent => host.endsWith(`.${parent}`));

/** Kinds in the order in which they are tried: hosts of each are below none of those before. */
const KINDS = ['email', 'ai', 'ads', 'video', 'feed', 'social', 'search'] as const satisfies Facts['kind'][];

const patternOf = (kind: (typeof KINDS)[number]): string => {
  const words = [...namesOf(kind).map(name => name.toLowerCase()), ...(SOURCE_WORDS[kind]?.split('|') ?? [])];
  return [`^ *${anyOf(words)} *$`, inHosts(anyOf(hostsOf(kind))), ...brandHosts(kind)].join('|');
};

/** Lists hosts that are of no kind, although they are below one of some kind: `docs.google.com`. */
const listOthers = (): string[] => {
  const known = KINDS.flatMap(hostsOf);
  return hostsOf('other').filter(host => isBelow(host, known));
};

/** Returns whether a host is that of a known source, or above or below one: then its channel is not that of any website. */
export const isRelatedToSource = (host: string): boolean =>
  [...KINDS, 'other' as const].flatMap(hostsOf).some(known => known === host || isBelow(known, [host])) ||
  listKindPatterns().some(([, pattern]) => new RegExp(pattern).test(host));

/** Lists the patterns of what a source or a referrer is. No start waits until they are put together. */
export const listKindPatterns = memoize(
  (): Patterns<Facts['kind']> => [
    ['none', inHosts(anyOf(listOthers()))],
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
