/** Favicons for the dashboard. */
import { AppError, notFound } from '../../core/errors.ts';
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { DAY_SECONDS } from '../../lib/time-units.ts';
import { isHost } from '../../lib/url.ts';
import type { Favicons } from './service.ts';

/** A globe in place of what a host does not have, so that a page needs no rule for it. */
const NONE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#84908f" stroke-width="2"><circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18"/></svg>`;

/** The bytes come from other sites: browsers treat them as an image only, also when it is opened directly. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

export interface FaviconRoutesDeps {
  readonly favicons: Favicons;
  /** Returns whether a request comes from somebody who is signed in: for all others this would be an open proxy. */
  readonly isSignedIn: (request: Request) => boolean;
}

/** `GET /favicons/:host`. Source: decisions, section 4. */
export const faviconRoutes = ({ favicons, isSignedIn }: FaviconRoutesDeps): RawEndpoint[] => [
  rawEndpoint('GET', '/favicons/:host', async ({ request, params }) => {
    if (!isSignedIn(request)) throw new AppError('unauthenticated', 'sign in first');
    const host = (params['host'] ?? '').toLowerCase();
    if (!isHost(host)) throw notFound('host');
    const icon = await favicons.find(host);
    return new Response(icon?.bytes ?? NONE, {
      headers: {
        ...HEADERS,
        'content-type': icon?.type ?? 'image/svg+xml',
        'cache-control': `private, max-age=${icon === undefined ? 30 : DAY_SECONDS}`,
      },
    });
  }),
];
