/** Files that crawlers and browsers request from every server. */
import { type RawEndpoint, rawEndpoint } from '../http/endpoint.ts';
import { DAY_SECONDS } from '../lib/time-units.ts';
import icon from '../web/icon.svg' with { type: 'text' };
import pushWorker from '../web/push-worker.js' with { type: 'text' };

/** Crawlers may read the docs, and the pages that owners have made public. Source: RFC 9309. */
const ROBOTS = [
  'User-agent: *',
  'Allow: /docs',
  'Allow: /llms.txt',
  'Allow: /public/',
  'Disallow: /',
  '',
].join('\n');

/** Lets browsers install the dashboard as an app. Addresses are relative to this file, whose own may be below a base path. */
const MANIFEST = JSON.stringify({
  name: 'Footfall',
  short_name: 'Footfall',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f6f6f3',
  theme_color: '#0b6e5f',
  icons: [{ src: 'favicon.ico', sizes: 'any', type: 'image/svg+xml' }],
});

const file = (content: string, type: string): Response =>
  new Response(content, {
    headers: { 'content-type': type, 'cache-control': `public, max-age=${DAY_SECONDS}` },
  });

export const siteFileRoutes = (): RawEndpoint[] => [
  rawEndpoint('GET', '/robots.txt', () => file(ROBOTS, 'text/plain; charset=utf-8')),
  rawEndpoint('GET', '/manifest.webmanifest', () => file(MANIFEST, 'application/manifest+json')),
  rawEndpoint('GET', '/push-worker.js', () => file(pushWorker, 'text/javascript; charset=utf-8')),
  rawEndpoint('GET', '/favicon.ico', () => file(icon, 'image/svg+xml')),
];
