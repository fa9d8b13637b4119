/** The values of events that the browser script captures by itself. */
import type { CaptureName } from '../core/capture.ts';
import { MAX_LENGTH } from '../core/limits.ts';
import { hasControlCharacter } from '../lib/text.ts';
import { parseHttpUrl } from '../lib/url.ts';

/** The page that an event is of. */
interface CapturedOn {
  readonly path: string;
  readonly address: URL | null;
}

/** Parses the value of a captured event: an address, the name of a form or the page's path. Undefined for an address that is none. */
export function parseCapturedValue(
  capture: CaptureName,
  given: string | null,
  page: CapturedOn,
): string | null | undefined {
  if (capture === 'not_found') return page.path;
  return capture === 'forms' ? given : parseTarget(given ?? '', page);
}

/**
 * Parses the address of a link. Query, fragment and credentials are left out: any of them may be a secret, as in links to
 * shared files. On the page's own host, the path is enough.
 */
function parseTarget(given: string, { address: page }: CapturedOn): string | undefined {
  const plain = given.split(/[?#]/, 1)[0] ?? '';
  if (hasControlCharacter(plain)) return undefined;
  if (/^(mailto|tel):/.test(plain)) return plain;
  const target = parseHttpUrl(plain);
  if (!target) return undefined;
  const path = target.pathname.slice(0, MAX_LENGTH.value);
  return target.host === page?.host ? path : `${target.origin}${path}`.slice(0, MAX_LENGTH.value);
}
