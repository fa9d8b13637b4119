/** Parameters in the URL of a public page, or of a shared link: `/public/:uid?period=7d&embed=true&theme=dark`, `/shared/:token`. */
import { useSyncExternalStore } from 'react';
import { PUBLIC_PERIODS, type PublicPeriodName } from '../../../core/public-page.ts';

export interface PublicParams {
  /** Of a public site; empty for a shared link. */
  readonly uid: string;
  /** Of a shared link; null on the public page of a site. */
  readonly token: string | null;
  readonly period: PublicPeriodName;
  /** Embedded in another page: without header and footer. */
  readonly isEmbedded: boolean;
  /** Null: the device's colour scheme. */
  readonly theme: 'light' | 'dark' | null;
}

/** Parses the URL of a public page; unknown values are ignored. */
export function parsePublicUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PublicParams {
  const words = new URLSearchParams(search);
  const theme = words.get('theme');
  return {
    uid: /^\/public\/([^/]+)/.exec(pathname)?.[1] ?? '',
    token: /^\/shared\/([^/]+)/.exec(pathname)?.[1] ?? null,
    period: PUBLIC_PERIODS.find(period => period === words.get('period')) ?? '30d',
    isEmbedded: words.get('embed') === 'true',
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}

/** Returns the query with another period. */
export function withPeriod(search: string, period: PublicPeriodName): string {
  const words = new URLSearchParams(search);
  words.set('period', period);
  return `?${words}`;
}

const NAVIGATED = 'publicaddress';

function onNavigate(changed: () => void): () => void {
  for (const event of [NAVIGATED, 'popstate']) addEventListener(event, changed);
  return () => {
    for (const event of [NAVIGATED, 'popstate']) removeEventListener(event, changed);
  };
}

/** Returns the current query string; re-renders when it changes. */
export const useSearch = (): string => useSyncExternalStore(onNavigate, () => location.search);

/** Pushes another query string without loading the document. */
export function navigate(search: string): void {
  history.pushState(null, '', search);
  dispatchEvent(new Event(NAVIGATED));
}
