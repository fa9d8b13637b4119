/** How hits get in and out: the line for the site's pages, and the API by hand. */
import type { CurrentUser, Discovery, Site } from './api.ts';
import { copyable } from './copyable.ts';
import { type Content, h, outside } from './dom.ts';
import { shellWord } from './format.ts';

export interface InstallFacts {
  readonly site: Site;
  readonly user: CurrentUser;
  readonly discovery: Discovery;
}

/** `isOpen`: there is nothing else to see yet. */
export function install(facts: InstallFacts, isOpen: boolean): HTMLElement {
  const origin = publicOrigin(facts.discovery, location.origin);
  return h(
    'details',
    { class: 'card install', open: isOpen },
    h('summary', {}, h('h2', {}, 'Add the snippet')),
    h(
      'p',
      {},
      'Paste this line before ',
      h('code', {}, '</head>'),
      ' of every page of ',
      siteName(facts.site),
      '.',
    ),
    copyable(`<script defer src="${origin}/embed/${facts.site.uid}.js"></script>`, 'the snippet'),
    isLoopback(origin) && reachNote(origin),
    h('h3', {}, 'No hit comes?'),
    h('ul', {}, ...reasons(facts.site, origin).map(reason => h('li', {}, ...reason))),
  );
}

const siteName = (site: Site): Node => h('b', {}, outside(new URL(site.url).host));

/** Only this machine can load the snippet: an owner should learn it before the visitors do not. */
const reachNote = (origin: string): HTMLElement =>
  h(
    'p',
    { class: 'hint' },
    `Only browsers on this machine reach ${origin}. For everybody else, start the server with `,
    h('code', {}, 'FOOTFALL_BASE_URL'),
    ' set to its public address.',
  );

const reasons = (site: Site, origin: string): Content[][] => [
  site.allow_from_any_domain
    ? ['Pages of any host count for this site.']
    : ['The page must be on ', siteName(site), ', with or without www. Other hosts are not counted.'],
  ['Pages opened from localhost or as a file are never counted.'],
  ['A content blocker or Global Privacy Control in your own browser keeps your own visits out.'],
  [
    'A page with a Content-Security-Policy must allow ',
    h('code', {}, origin),
    ' in script-src and connect-src.',
  ],
];

export function byHand({ site, user, discovery }: InstallFacts): HTMLElement {
  const origin = publicOrigin(discovery, location.origin);
  const key = `${discovery.authentication.read_only_prefix}YOUR-KEY`;
  const address = `${origin}/api/v1/sites/${site.id}/hits?per_page=20`;
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, h('h2', {}, 'Read it with curl')),
    h('p', {}, 'Everything on this page comes from the API. With a key of yours:'),
    copyable(`curl -H "Authorization: Bearer ${key}" "${address}"`, 'the curl command'),
    h(
      'p',
      {},
      'Make the key on the server; it is shown once. A server with its own ',
      h('code', {}, '--data'),
      ' needs the same here.',
    ),
    copyable(`footfall key add ${shellWord(user.email)} --access read_only`, 'the command that makes a key'),
    h(
      'p',
      {},
      h(
        'a',
        { href: discovery.documentation.openapi_url, target: '_blank', rel: 'noopener' },
        'The whole API (OpenAPI)',
      ),
    ),
  );
}

/** The server's public origin. A loopback address that nobody set says less than the address this page came from. */
export function publicOrigin(discovery: Discovery, own: string): string {
  const { origin } = new URL(discovery.documentation.openapi_url);
  return isLoopback(origin) ? own : origin;
}

const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(origin);
