/** Finds the site's script in the HTML of a page, and whether the page's own policy lets it work. */
import type { Tag } from '../../../lib/html.ts';
import type { SnippetStatus } from '../tables.ts';
import {
  forbidsRequest,
  forbidsScript,
  isSandboxed,
  type Policy,
  type PolicyScript,
  parsePolicies,
} from './policy.ts';

/** What is known of a site's script. */
export interface SnippetFacts {
  readonly uid: string;
  /** Origin of the server. */
  readonly origin: string;
  /** First parts of the script's address: the usual one, and that of the operator. */
  readonly scriptPaths: ReadonlySet<string>;
  /** First part of the address that the script sends to. */
  readonly collectorPath: string;
}

/** Elements that a head may have; any other begins the body, where a policy does not count. */
const HEAD_ELEMENTS: ReadonlySet<string> = new Set(
  'html head title base link meta style script noscript template'.split(' '),
);
/** Elements whose content is not part of the page, as browsers run it. */
const INERT_ELEMENTS: ReadonlySet<string> = new Set(['noscript', 'template']);
/** What consent managers and Cloudflare's Rocket Loader hold back counts: they run it later. */
const SCRIPT_TYPE =
  /^(?:|module|text\/plain|(?:[0-9a-f]{1,64}-)?(?:text|application)\/(?:x-)?(?:java|ecma)script)$/;
const SCRIPT_FILE = /\/([^/]+)\/([^/]+?)(\.js|\/min\.js|\/readable\.js)$/;
const FILE_IN_TEXT = /\/(\w{1,64})\/([a-z0-9]{20})(?:\.js|\/min\.js|\/readable\.js)/g;
const UID = /^[a-z0-9]{20}$/;
const PIXEL_FILE = /\/pixel\/([^/]+)\.gif$/;

/** A script of Footfall that a page loads. */
interface FoundScript extends PolicyScript {
  readonly isOwn: boolean;
  /** Where it sends to. */
  readonly collector: URL;
}

/** Creates the scan of a page. Its tags are read in order; then the status is known. */
export function createSnippetScan(
  facts: SnippetFacts,
  { page, policy }: { readonly page: URL; readonly policy: string | null },
) {
  const policies: Policy[] = parsePolicies(policy ?? '');
  const isSandbox = policies.some(isSandboxed);
  const own: { readonly collector: URL; readonly isForbidden: boolean }[] = [];
  let hasOther = false;
  // A pixel, or a script that another one adds: what becomes of that is not known.
  let isCounted = false;
  let isInHead = true;
  let inertDepth = 0;
  let isInline = false;

  function add({ isOwn, collector, ...script }: FoundScript): void {
    if (isOwn) own.push({ collector, isForbidden: policies.some(each => forbidsScript(each, script, page)) });
    else hasOther = true;
  }

  function readStartTag(tag: Tag, base: string): void {
    const { name, attributes } = tag;
    if (name === 'meta' && isInHead) policies.push(...findMetaPolicies(tag));
    if (name === 'img')
      isCounted ||= PIXEL_FILE.exec(parseUrl(attributes.get('src'), base)?.pathname ?? '')?.[1] === facts.uid;
    if (name !== 'script') return;
    const isRun = isScript(tag);
    const address = findAddress(tag);
    isInline = isRun && address === undefined;
    const url = isRun ? parseUrl(address, base) : null;
    const found = url && toFoundScript(url, tag, facts);
    if (found) add(found);
  }

  /** A framework adds scripts whose addresses are in the text of another. */
  function readInline(text: string): void {
    for (const [, folder = '', uid = ''] of text.replaceAll('\\/', '/').matchAll(FILE_IN_TEXT)) {
      if (uid === facts.uid) isCounted = true;
      else hasOther ||= facts.scriptPaths.has(folder);
    }
  }

  return {
    /** Reads the next tag; `base` is what its addresses are relative to. */
    read(tag: Tag, base: string): void {
      const { name, isEnd } = tag;
      if (INERT_ELEMENTS.has(name)) inertDepth = Math.max(0, inertDepth + (isEnd ? -1 : 1));
      if (isEnd ? name === 'head' : !HEAD_ELEMENTS.has(name)) isInHead = false;
      if (inertDepth > 0) return;
      if (!isEnd) readStartTag(tag, base);
      else if (isInline) readInline(tag.script ?? '');
    },

    /** Returns the status of the page that was read; null where the rest of a truncated one may have the script. */
    findStatus(isCut: boolean): SnippetStatus | null {
      const isSent = ({ collector, isForbidden }: (typeof own)[number]) =>
        !isForbidden && !policies.some(each => forbidsRequest(each, collector, page));
      if (isCounted || (!isSandbox && own.some(isSent))) return 'ok';
      if (own.length > 0) return 'forbidden_by_csp';
      if (isCut) return null;
      return hasOther ? 'other_uid' : 'missing';
    },
  };
}

const isScript = ({ attributes }: Tag): boolean =>
  SCRIPT_TYPE.test((attributes.get('type') ?? '').trim().toLowerCase()) && !attributes.has('nomodule');

/** Returns the address of a script; consent managers keep it in another attribute until they are allowed to load it. */
const findAddress = ({ attributes }: Tag): string | undefined =>
  attributes.get('src') ??
  (attributes.get('type')?.trim().toLowerCase() === 'text/plain' ? attributes.get('data-src') : undefined);

/** `sandbox` counts in the header only. */
const findMetaPolicies = ({ attributes }: Tag): Policy[] =>
  attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy'
    ? parsePolicies(attributes.get('content') ?? '')
    : [];

const parseUrl = (text: string | undefined, base: string): URL | null => {
  const url = text === undefined ? null : URL.parse(text.trim(), base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
};

/** Parses the URL of a script; undefined for a script that is not Footfall's. */
function toFoundScript(url: URL, { attributes }: Tag, facts: SnippetFacts): FoundScript | undefined {
  const [, folder = '', uid = '', file = ''] = SCRIPT_FILE.exec(url.pathname) ?? [];
  const isOwn = uid === facts.uid;
  // On the server itself a mistyped id is one, too.
  const isOther = facts.scriptPaths.has(folder) && (UID.test(uid) || url.origin === facts.origin);
  if (!isOwn && !isOther) return undefined;
  const parent = file === '.js' ? '..' : '../..';
  return {
    isOwn,
    url,
    nonce: attributes.get('nonce'),
    hasIntegrity: attributes.has('integrity'),
    collector: new URL(`${parent}/${facts.collectorPath}/${uid}`, url),
  };
}
