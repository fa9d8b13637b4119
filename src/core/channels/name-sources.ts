/** Names sources: hosts, parts of hosts, and what tags call them otherwise. */
import { foldCase } from '../../lib/fold-case.ts';
import { findKnownHost } from '../../lib/url.ts';
import { BEFORE_BRAND, COUNTRY, listPartNames } from './patterns.ts';
import { SOURCE_ENTRIES, type SourceEntry } from './source-entries.ts';
import { COUNTRY_BRANDS, SOURCE_ALIASES } from './source-names.ts';
import { SOURCES } from './sources.ts';

/** What hosts stand for. */
const HOSTS: ReadonlyMap<string, SourceEntry> = new Map(
  SOURCE_ENTRIES.flatMap(entry => (entry.isPart ? [] : [[entry.text, entry]])),
);
/** Folded names, and what else they are called in tags. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...SOURCE_ENTRIES.map(({ name }): [string, string] => [foldCase(name), name]),
  ...Object.entries(SOURCE_ALIASES).flatMap(([name, aliases]) =>
    aliases.split('|').map((alias): [string, string] => [alias, name]),
  ),
]);
/** A text that may be a host. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const BRANDS: ReadonlyMap<string, string> = new Map(Object.entries(COUNTRY_BRANDS));

const PREFIX = new RegExp(`^${BEFORE_BRAND}`);
/** `google.de`, `ar.pinterest.com.au`: a brand, then a country's ending. */
const BRAND_HOST = new RegExp(String.raw`(?:^|\.)([a-z]+)${COUNTRY}$`);

/** Finds the name of a host, by the nearest known parent domain. */
export function findHostName(host: string): string | undefined {
  const itself = host.replace(PREFIX, '');
  const known = HOSTS.get(findKnownHost(HOSTS, host) ?? '');
  if (known) return !known.isAlone || known.text === itself ? known.name : undefined;
  const found = BRAND_HOST.exec(itself);
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
