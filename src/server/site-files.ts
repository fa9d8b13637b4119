/** Files that crawlers and browsers request from every server. */
import { type RawEndpoint, rawEndpoint } from '../http/endpoint.ts';
import { DAY_SECONDS } from '../lib/time-units.ts';
import icon from '../web/icon.svg' with { type: 'text' };

/** Crawlers may read the docs, and the pages that owners have made public. Source: RFC 9309. */
const ROBOTS = [
  'User-agent: *',
  'Allow: /docs',
  'Allow: /llms.txt',
  'Allow: /public/',
  'Disallow: /',
  '',
].join('\n');

const file = (content: string, type: string): Response =>
  new Response(content, {
    headers: { 'content-type': type, 'cache-control': `public, max-age=${DAY_SECONDS}` },
  });

export const siteFileRoutes = (): RawEndpoint[] => [
  rawEndpoint('GET', '/robots.txt', () => file(ROBOTS, 'text/plain; charset=utf-8')),
  rawEndpoint('GET', '/favicon.ico', () => file(icon, 'image/svg+xml')),
];
