/** What stands around every page. */
import { ApiError, type CurrentUser, signOut } from './api.ts';
import { type Content, fill, h } from './dom.ts';
import { navigate } from './navigation.ts';

/** A page to be shown. */
export interface View {
  readonly title: string;
  readonly content: readonly Content[];
  /** Null on the pages that come before signing in. */
  readonly user: CurrentUser | null;
  readonly showsCountries?: boolean;
}

/** Where a page is opened; the signal ends what it does once it is left. */
export interface Place {
  readonly address: URL;
  readonly signal: AbortSignal;
}

export type OpenPage = (place: Place) => View | Promise<View>;

export function show(view: View, isFirst: boolean): void {
  document.title = view.title === 'Footfall' ? view.title : `${view.title} – Footfall`;
  const main = h('main', { class: view.user ? false : 'narrow' }, ...view.content);
  document.body.replaceChildren(header(view.user), main, footer(view.showsCountries === true));
  const field = main.querySelector<HTMLElement>('[data-first]');
  if (field) field.focus();
  // Whoever listens to the page hears that it is another one.
  else if (!isFirst) main.querySelector<HTMLElement>('h1')?.focus();
  if (!isFirst) scrollTo(0, 0);
}

function header(user: CurrentUser | null): HTMLElement {
  const brand = h('a', { href: '/', class: 'brand' }, 'Footfall');
  if (!user) return h('header', {}, brand);
  const button = h('button', { type: 'button', class: 'quiet' }, 'Sign out');
  const fault = h('span', { class: 'fault', role: 'alert' });
  button.addEventListener('click', () => {
    signOut().then(
      () => navigate('/login'),
      (error: unknown) => fill(fault, error instanceof ApiError ? error.message : 'Signing out failed.'),
    );
  });
  return h('header', {}, brand, h('span', { class: 'who' }, user.email), fault, button);
}

/** The credit is asked for by the licence of the country data, wherever countries are shown. */
function footer(showsCountries: boolean): HTMLElement | string {
  if (!showsCountries) return '';
  return h('footer', {}, h('a', { href: 'https://db-ip.com', rel: 'noopener' }, 'IP geolocation by DB-IP'));
}

/** A page's heading, which takes the focus when the page is come to. */
export const heading = (text: Content): HTMLElement => h('h1', { tabindex: -1 }, text);
