import { VERSION } from '../../core/version.ts';
import { isHtmlType } from '../../lib/html.ts';
import { OutboundError } from '../../outbound/errors.ts';
import type { Outbound, OutboundResponse } from '../../outbound/fetch.ts';
import { likesTarget } from './likes.ts';
import type { Claim } from './parse-claim.ts';

/** Result of verifying a claim. `unknown`: the page could not be fetched, and nothing changes. */
export type VerificationResult = 'likes' | 'does not like' | 'unknown';

const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024, redirects: 5 } as const;
const HEADERS = {
  accept: 'text/html, application/xhtml+xml;q=0.9',
  // Senders expect the word. Source: W3C Webmention, section 3.2.2.
  'user-agent': `Footfall/${VERSION} (Webmention)`,
};

/** Verifies a claim on its source page. Throws the signal's reason when it is aborted. */
export async function verifyClaim(
  { source, target }: Claim,
  { fetchPublic, signal }: Pick<Outbound, 'fetchPublic'> & { readonly signal: AbortSignal },
): Promise<VerificationResult> {
  let page: OutboundResponse;
  try {
    page = await fetchPublic(source, { ...LIMITS, headers: HEADERS, signal });
  } catch (error) {
    if (error instanceof OutboundError) return 'unknown';
    throw error;
  }
  const { status, headers, body, finalUrl } = page;
  if (status === 404 || status === 410) return 'does not like';
  if (status < 200 || status >= 300) return 'unknown';
  const isLike =
    isHtmlType(headers.get('content-type')) &&
    (await likesTarget(new TextDecoder().decode(body), finalUrl, target));
  return isLike ? 'likes' : 'does not like';
}
