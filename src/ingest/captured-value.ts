/** The values of events that the browser script captures by itself. */
import type { CapturedEventName } from '../core/capture.ts';
import { MAX_LENGTH } from '../core/limits.ts';
import { hasControlCharacter } from '../lib/text.ts';
import { parseHttpUrl, toSiteHost } from '../lib/url.ts';
import type { ParseResult } from './fields.ts';

/** What is said of a link within the site, with or without `www.`: the script compares hosts as they are. */
export const WITHIN_SITE = 'a link within the site';

/** The page that an event is of. */
interface CapturedOn {
  readonly path: string;
  readonly address: URL | null;
}

/** Parses the value of a captured event: an address, the name of a form or the page's path. */
export function parseCapturedValue(
  capture: CapturedEventName,
  given: string | null,
  page: CapturedOn,
): ParseResult<string | null> {
  if (capture === 'not_found') return { ok: true, value: page.path };
  if (capture === 'forms') return { ok: true, value: given };
  const plain = (given ?? '').split(/[?#]/, 1)[0] ?? '';
  if (hasControlCharacter(plain)) return BAD_ADDRESS;
  if (/^(mailto|tel):/.test(plain)) return { ok: true, value: plain };
  const target = parseHttpUrl(plain);
  if (!target) return BAD_ADDRESS;
  if (capture === 'outbound_links' && page.address && toSiteHost(target) === toSiteHost(page.address))
    return { ok: false, errors: [WITHIN_SITE] };
  return { ok: true, value: formatTarget(target, page) };
}

const BAD_ADDRESS: ParseResult<string | null> = { ok: false, errors: ['bad address in value'] };

/**
 * Formats the address of a link without query, fragment and credentials: any of them may be a secret, as in links to shared
 * files. On the page's own host, the path is enough.
 */
function formatTarget({ origin, host, pathname }: URL, { address: page }: CapturedOn): string {
  const path = pathname.slice(0, MAX_LENGTH.value);
  return host === page?.host ? path : `${origin}${path}`.slice(0, MAX_LENGTH.value);
}
