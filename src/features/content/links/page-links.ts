import { MAX_LENGTH } from '../../../core/limits.ts';
import { readTags, type Tag } from '../../../lib/html.ts';
import { trimTrailing } from '../../../lib/text.ts';
import { parseLinkUrl } from '../crawl/site-scope.ts';

/** Links and loaded resources of a page. */
export interface PageLinks {
  /** By URL: `isToPage` is true for a link that people follow, false for a resource that the page loads. */
  readonly links: ReadonlyMap<string, { readonly url: URL; readonly isToPage: boolean }>;
  /** URLs that an https page loads over http. */
  readonly mixed: ReadonlySet<string>;
}

const MAX_LINKS = 20_000;
/** Candidates of one `srcset`. */
const MAX_CANDIDATES = 1000;

/** Attributes with URLs that the page loads. */
const LOADED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
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
/** Relations of a `<link>` whose target is loaded with the page, and of those that people follow. */
const LOADED_RELATIONS = /(^|\s)(stylesheet|icon|apple-touch-icon|manifest|preload|modulepreload)(\s|$)/i;
const FOLLOWED_RELATIONS = /(^|\s)(alternate|next|prev|license|help|author)(\s|$)/i;

interface Reference {
  readonly text: string;
  readonly use: 'followed' | 'saved' | 'loaded';
}

interface ParseOptions {
  readonly upgradesRequests: boolean;
  /** Called with each tag, and the address that relative ones are resolved against. */
  readonly onTag?: (tag: Tag, base: string) => void;
}

/**
 * Parses the links of a page, each URL once. Relative URLs are resolved against the page's own, or its `<base>`; those of
 * other schemes and invalid ones are left out.
 */
export async function parsePageLinks(
  html: string,
  page: string,
  { upgradesRequests, onTag }: ParseOptions,
): Promise<PageLinks> {
  const found = createLinkCollector(page);
  let isUpgraded = upgradesRequests;
  let base: string | undefined;
  for await (const tag of readTags(html)) {
    onTag?.(tag, base ?? page);
    if (tag.isEnd) continue;
    if (tag.name === 'base') base ??= findBase(tag, page);
    if (tag.name === 'meta') isUpgraded ||= hasUpgradePolicy(tag);
    if (found.links.size >= MAX_LINKS) continue;
    for (const reference of findReferences(tag)) found.add(reference, base ?? page);
  }
  return { links: found.links, mixed: isUpgraded ? new Set() : found.mixed };
}

function createLinkCollector(page: string) {
  const links = new Map<string, { readonly url: URL; isToPage: boolean }>();
  const mixed = new Set<string>();
  const isSecure = page.startsWith('https:');
  return {
    links,
    mixed,
    add({ text, use }: Reference, base: string): void {
      const url = parseLinkUrl(text, base);
      if (!url) return;
      if (use === 'loaded' && isSecure && url.protocol === 'http:') mixed.add(url.href);
      const known = links.get(url.href);
      if (known) known.isToPage ||= use === 'followed';
      else links.set(url.href, { url, isToPage: use === 'followed' });
    },
  };
}

/** Returns whether a content security policy upgrades http requests to https. Source: Upgrade Insecure Requests. */
export const upgradesInsecureRequests = (policy: string | null | undefined): boolean =>
  /(^|[;,\s])upgrade-insecure-requests(\s|;|,|$)/i.test(policy ?? '');

const hasUpgradePolicy = ({ attributes }: Tag): boolean =>
  attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy' &&
  upgradesInsecureRequests(attributes.get('content'));

function findBase({ attributes }: Tag, page: string): string | undefined {
  const href = attributes.get('href');
  return href === undefined ? undefined : (parseLinkUrl(href, page)?.href ?? page);
}

function findReferences({ name, attributes }: Tag): Reference[] {
  const loaded = LOADED_ATTRIBUTES[name];
  if (loaded) {
    return loaded.flatMap(attribute => {
      const value = attributes.get(attribute);
      if (!value) return [];
      const texts = attribute === 'srcset' ? parseSrcset(value) : [value];
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

/** Parses the URLs of a `srcset`: each ends at a space, followed by its descriptors. Source: HTML standard, srcset. */
function parseSrcset(text: string): string[] {
  const found: string[] = [];
  const pattern = /[\s,]*([^\s]+)([^,]*)/y;
  for (let match = pattern.exec(text); match && found.length < MAX_CANDIDATES; match = pattern.exec(text)) {
    const [, address = '', descriptors = ''] = match;
    const isReadable = address.length <= MAX_LENGTH.url && !address.startsWith(',');
    if (isReadable) found.push(trimTrailing(address, ','));
    // A comma right after the URL ends the candidate.
    if (address.endsWith(',')) pattern.lastIndex -= descriptors.length;
  }
  return found;
}
