/** Names sources: hosts, parts of hosts, and what tags call them otherwise. */
import { foldCase } from '../../lib/fold-case.ts';
import { findKnownHost } from '../../lib/url.ts';
import { listPartNames } from './patterns.ts';
import { COUNTRY_BRANDS, SOURCE_ALIASES } from './source-names.ts';
import { SOURCES } from './sources.ts';

/** A host, whether what is below it is meant, too, and its name. */
const HOSTS = Object.entries(SOURCES).flatMap(([kind, names]) =>
  Object.entries<string>(names).flatMap(([name, entries]) =>
    entries
      .split(' ')
      .filter(entry => !entry.includes('/'))
      .map(entry => ({
        host: entry.replace(/^\./, ''),
        name,
        isAlone: kind === 'search' && !entry.startsWith('.'),
      })),
  ),
);
const NAMES: ReadonlyMap<string, string> = new Map(HOSTS.map(({ host, name }) => [host, name]));
/** Those of search engines: what is below them is no search. */
const ALONE: ReadonlySet<string> = new Set(HOSTS.flatMap(({ host, isAlone }) => (isAlone ? [host] : [])));
/** Folded names, and what else they are called in tags. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...Object.values(SOURCES).flatMap(names =>
    Object.keys(names).map((name): [string, string] => [foldCase(name), name]),
  ),
  ...Object.entries(SOURCE_ALIASES).flatMap(([name, aliases]) =>
    aliases.split('|').map((alias): [string, string] => [alias, name]),
  ),
]);
/** A text that may be a host. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const BRANDS: ReadonlyMap<string, string> = new Map(Object.entries(COUNTRY_BRANDS));

/** What may stand before a search engine's host. */
const BEFORE_ENGINE = /^(?:www\.)?(?:m\.|images\.)?/;
/** `google.de`, `ar.pinterest.com.au`: a brand, then a country's ending. */
const BRAND_HOST = /(?:^|\.)([a-z]+)\.(?:(?:com?|org|net)\.)?[a-z]{2}$/;

/** Finds the name of a host, by the nearest known parent domain. */
export function findHostName(host: string): string | undefined {
  const engine = host.replace(BEFORE_ENGINE, '');
  const known = findKnownHost(NAMES, host);
  if (known !== undefined) return !ALONE.has(known) || known === engine ? NAMES.get(known) : undefined;
  const found = BRAND_HOST.exec(engine);
  const name = BRANDS.get(found?.[1] ?? '');
  return name !== undefined && (found?.index === 0 || !Object.hasOwn(SOURCES.search, name))
    ? name
    : undefined;
}

/** Finds the name of a part of a host that an address is of: Google Maps. Most browsers send origins alone, which are of none. */
export const findPartName = (address: string): string | undefined =>
  /^[a-z]+:\/\/[^/]*\/./i.test(address)
    ? listPartNames().find(([pattern]) => pattern.test(address))?.[1]
    : undefined;

/** Finds the name of a known source by its folded name. */
export function findSourceName(folded: string): string | undefined {
  const name = WORDS.get(folded);
  return name !== undefined && foldCase(name) === folded ? name : undefined;
}

/** Returns the name of a source that a tag or a program may name in another way: `google`, `chatgpt.com`, `fb`. */
export function nameSource(text: string): string {
  const word = foldCase(text.trim());
  return WORDS.get(word) ?? (HOST.test(word) ? findHostName(word) : undefined) ?? text;
}
