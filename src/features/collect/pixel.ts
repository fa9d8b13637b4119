import type { PageFields } from '../../ingest/parse-page-write.ts';
import { isInAdvance, PURPOSE_HEADERS } from '../../ingest/prefetch.ts';

/** One transparent pixel, the smallest GIF that browsers take. */
export const PIXEL = Uint8Array.fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');

/**
 * The view that a pixel stands for: of the path in its query, else of the page that shows it. Browsers send to
 * another origin no more of a page than its host, so that a pixel without a path counts the start page.
 */
export function readPixel(request: Request, query: string): PageFields {
  const parameters = new URLSearchParams(query);
  const path = parameters.get('path');
  const page = request.headers.get('referer');
  const referrer = parameters.get('referrer');
  return path === null ? { url: page, referrer } : { path, referrer };
}

/** Returns whether a browser only prefetches the pixel. */
export const isPrefetch = (request: Request): boolean =>
  PURPOSE_HEADERS.some(name => isInAdvance(request.headers.get(name) ?? ''));
