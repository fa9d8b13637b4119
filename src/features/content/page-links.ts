import { MAX_LENGTH } from '../../core/limits.ts';
import { readTags, type Tag } from '../../lib/html.ts';
import { trimEndOf } from '../../lib/trim-end.ts';
import { readAddress } from './addresses.ts';

/** What a page leads to. */
export interface PageLinks {
  /** By address: whether it is a link to a page, rather than to something that the page loads. */
  readonly links: ReadonlyMap<string, { readonly url: URL; readonly isToPage: boolean }>;
  /** What an https page loads over http, by address. */
  readonly mixed: ReadonlySet<string>;
}

const MAX_LINKS = 20_000;
/** In one `srcset`. */
const MAX_CANDIDATES = 1000;

/** Attributes that name what a page loads. */
const LOADED: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  script: ['src'],
  iframe: ['src'],
  frame: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src', 'srcset'],
  track: ['src'],
  embed: ['src'],
  object: ['data'],
};
/** Relations of a `<link>` whose target is loaded with the page, and those of which it is one that people follow. */
const LOADED_RELATIONS = /(^|\s)(stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload)(\s|$)/i;
const FOLLOWED_RELATIONS = /(^|\s)(alternate|next|prev|license|help|author)(\s|$)/i;

interface Reference {
  readonly text: string;
  readonly use: 'followed' | 'saved' | 'loaded';
}

/**
 * What a page leads to, each address once. Addresses are read from where the page came from, or its `<base>`; those of
 * other schemes and broken ones are left out.
 */
export async function readPageLinks(
  html: string,
  page: string,
  { upgradesRequests }: { readonly upgradesRequests: boolean },
): Promise<PageLinks> {
  const found = createFindings(page);
  let isUpgraded = upgradesRequests;
  let base: string | undefined;
  for await (const tag of readTags(html)) {
    if (tag.isEnd) continue;
    if (tag.name === 'base') base ??= baseOf(tag, page);
    if (tag.name === 'meta') isUpgraded ||= asksForUpgrade(tag);
    for (const reference of referencesOf(tag)) found.add(reference, base ?? page);
    if (found.links.size >= MAX_LINKS) break;
  }
  return { links: found.links, mixed: isUpgraded ? new Set() : found.mixed };
}

function createFindings(page: string) {
  const links = new Map<string, { readonly url: URL; isToPage: boolean }>();
  const mixed = new Set<string>();
  const isSecure = page.startsWith('https:');
  return {
    links,
    mixed,
    add({ text, use }: Reference, base: string): void {
      const url = readAddress(text, base);
      if (!url) return;
      if (use === 'loaded' && isSecure && url.protocol === 'http:') mixed.add(url.href);
      const known = links.get(url.href);
      if (known) known.isToPage ||= use === 'followed';
      else links.set(url.href, { url, isToPage: use === 'followed' });
    },
  };
}

/** Whether a page's policy has the browser load over https what it names with http. Source: Upgrade Insecure Requests. */
export const isUpgrading = (policy: string | null | undefined): boolean =>
  /(^|[;,\s])upgrade-insecure-requests(\s|;|,|$)/i.test(policy ?? '');

const asksForUpgrade = ({ attributes }: Tag): boolean =>
  attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy' &&
  isUpgrading(attributes.get('content'));

function baseOf({ attributes }: Tag, page: string): string | undefined {
  const href = attributes.get('href');
  return href === undefined ? undefined : (readAddress(href, page)?.href ?? page);
}

function referencesOf({ name, attributes }: Tag): Reference[] {
  const loaded = LOADED[name];
  if (loaded) {
    return loaded.flatMap(attribute => {
      const value = attributes.get(attribute);
      if (!value) return [];
      const texts = attribute === 'srcset' ? candidatesOf(value) : [value];
      return texts.map((text): Reference => ({ text, use: 'loaded' }));
    });
  }
  const text = attributes.get('href');
  if (!text || text.startsWith('#')) return [];
  if (name === 'a' || name === 'area')
    return [{ text, use: attributes.has('download') ? 'saved' : 'followed' }];
  if (name !== 'link') return [];
  const relations = attributes.get('rel') ?? '';
  if (LOADED_RELATIONS.test(relations)) return [{ text, use: 'loaded' }];
  return FOLLOWED_RELATIONS.test(relations) ? [{ text, use: 'followed' }] : [];
}

/** Addresses in a `srcset`: each up to a blank, with its width or density behind it. Source: HTML standard, srcset. */
function candidatesOf(text: string): string[] {
  const found: string[] = [];
  const candidate = /[\s,]*([^\s]+)([^,]*)/y;
  for (
    let match = candidate.exec(text);
    match && found.length < MAX_CANDIDATES;
    match = candidate.exec(text)
  ) {
    const [, address = '', descriptors = ''] = match;
    const isReadable = address.length <= MAX_LENGTH.url && !address.startsWith(',');
    if (isReadable) found.push(trimEndOf(address, ','));
    // A comma right behind the address ends it; what follows is the next one.
    if (address.endsWith(',')) candidate.lastIndex -= descriptors.length;
  }
  return found;
}
