/** Widgets of a public site for pages of other origins: counts for the script's elements, and badges. */
import { notFound } from '../../core/errors.ts';
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { parseQuery } from '../../http/validate.ts';
import { formatNumber } from '../../lib/english.ts';
import { isNotModified, toEtag } from '../../lib/etag.ts';
import { type Badge, drawBadge } from './badge.ts';
import {
  BadgeQuery,
  presentCountries,
  presentCounts,
  presentUptime,
  readCounters,
  WidgetQuery,
} from './schema.ts';
import type { WidgetsService } from './service.ts';

const DEFAULT_COLOR = '1a7f37';
const DOWN_COLOR = 'cf222e';

const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
const JSON_HEADERS = {
  ...PUBLIC_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=60',
};
const SVG_HEADERS = {
  ...PUBLIC_HEADERS,
  'content-type': 'image/svg+xml; charset=utf-8',
  // Opened by itself it is a document of this origin.
  'content-security-policy': "default-src 'none'",
};

const ONE_MINUTE = 'public, max-age=60';
const FIVE_MINUTES = 'public, max-age=300';

/**
 * `GET /widgets/:uid.json?show=`, `GET /badge/:uid.svg?label=&color=`, `GET /badge/:uid/uptime.svg?label=&color=`.
 * Source: decisions, section 5.
 */
export function widgetRoutes(service: WidgetsService): RawEndpoint[] {
  const showCounters = async (request: Request, file: string | undefined): Promise<Response> => {
    const site = service.getPublicSite(toUid(file, '.json'));
    const counters = readCounters(parseQuery(WidgetQuery, getParameters(request)).show);
    const [counts, countries, uptime] = await Promise.all([
      counters.has('hits') ? service.countsOf(site) : null,
      counters.has('countries') ? service.countriesOf(site) : null,
      counters.has('uptime') ? service.uptimeOf(site) : null,
    ]);
    const answer = {
      ...(counts ? presentCounts(counts) : {}),
      ...(countries ? presentCountries(countries) : {}),
      ...(uptime ? presentUptime(uptime) : {}),
    };
    return new Response(JSON.stringify(answer), { headers: JSON_HEADERS });
  };

  const showBadge = async (request: Request, file: string | undefined): Promise<Response> => {
    const site = service.getPublicSite(toUid(file, '.svg'));
    const { label = 'hits', color = DEFAULT_COLOR } = parseQuery(BadgeQuery, getParameters(request));
    const { hits } = await service.countsOf(site);
    return answerBadge(request, { label, value: formatNumber(hits), color }, FIVE_MINUTES);
  };

  const showUptimeBadge = async (request: Request, uid: string | undefined): Promise<Response> => {
    const status = await service.uptimeOf(service.getPublicSite(uid ?? ''));
    if (!status) throw notFound('public uptime monitor');
    const { label = 'uptime', color = DEFAULT_COLOR } = parseQuery(BadgeQuery, getParameters(request));
    const badge = status.isDown
      ? { label, value: 'down', color: DOWN_COLOR }
      : { label, value: `${status.uptime}%`, color };
    return answerBadge(request, badge, ONE_MINUTE);
  };

  return [
    rawEndpoint('GET', '/widgets/:file', ({ request, params }) => showCounters(request, params['file'])),
    rawEndpoint('GET', '/badge/:file/uptime.svg', ({ request, params }) =>
      showUptimeBadge(request, params['file']),
    ),
    rawEndpoint('GET', '/badge/:file', ({ request, params }) => showBadge(request, params['file'])),
  ];
}

function answerBadge(request: Request, badge: Badge, caching: string): Response {
  const svg = drawBadge({ ...badge, color: badge.color.replace('#', '') });
  const headers = { ...SVG_HEADERS, 'cache-control': caching, etag: toEtag(svg) };
  return isNotModified(request, headers.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(svg, { headers });
}

const getParameters = (request: Request): URLSearchParams => new URL(request.url).searchParams;

/** Returns a file name without its extension; empty, which no site has, when it has another or could not be decoded. */
const toUid = (file: string | undefined, ending: string): string =>
  file?.endsWith(ending) ? file.slice(0, -ending.length) : '';
