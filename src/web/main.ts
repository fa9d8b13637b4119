/** The first pages of a server: setting up, signing in, sites and the newest hits of one. */
import { ApiError } from './api.ts';
import { h } from './dom.ts';
import { heading, type OpenPage, show, type View } from './frame.ts';
import { navigate, startNavigation } from './navigation.ts';
import { openSetUp } from './pages/set-up.ts';
import { openSignIn } from './pages/sign-in.ts';
import { openSite } from './pages/site.ts';
import { openSites } from './pages/sites.ts';

const PAGES: readonly (readonly [path: RegExp, open: OpenPage])[] = [
  [/^\/setup$/, openSetUp],
  [/^\/login$/, openSignIn],
  [/^\/sites\/[^/]+$/, openSite],
  [/^\//, openSites],
];

let leaving = new AbortController();

startNavigation(isFirst => {
  leaving.abort();
  leaving = new AbortController();
  void open(leaving.signal, isFirst);
});

async function open(signal: AbortSignal, isFirst: boolean): Promise<void> {
  const address = new URL(location.href);
  const [, openPage] = PAGES.find(([path]) => path.test(address.pathname)) ?? [];
  if (!openPage) return;
  try {
    const view = await openPage({ address, signal });
    if (!signal.aborted) show(view, isFirst);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError && error.status === 401) {
      const next = address.pathname === '/' ? '' : `?next=${encodeURIComponent(address.pathname)}`;
      navigate(`/login${next}`, { replaces: true });
    } else show(failureView(error), isFirst);
  }
}

function failureView(error: unknown): View {
  const message = error instanceof ApiError ? error.message : 'This page failed.';
  const again = h('button', { type: 'button', class: 'primary' }, 'Try again');
  again.addEventListener('click', () => location.reload());
  const isMissing = error instanceof ApiError && error.status === 404;
  return {
    title: isMissing ? 'Not found' : 'Something is wrong',
    user: null,
    content: [
      heading(isMissing ? 'Not found' : 'Something is wrong'),
      h('p', { class: 'fault', role: 'alert' }, message),
      isMissing ? h('p', {}, h('a', { href: '/' }, 'Your sites')) : again,
    ],
  };
}
