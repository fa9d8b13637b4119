/** What the address of a public page says: `/public/:uid?period=7d&embed=true&theme=dark`. */
import { useSyncExternalStore } from 'react';
import { PUBLIC_PERIODS, type PublicPeriodName } from '../../../core/public-page.ts';

export interface PublicParams {
  readonly uid: string;
  readonly period: PublicPeriodName;
  /** Within another page: nothing around what is shown. */
  readonly isEmbedded: boolean;
  /** Null: as the device of whoever looks has it. */
  readonly theme: 'light' | 'dark' | null;
}

/** Words that are not understood are passed over. */
export function parsePublicUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PublicParams {
  const words = new URLSearchParams(search);
  const theme = words.get('theme');
  return {
    uid: /^\/public\/([^/]+)/.exec(pathname)?.[1] ?? '',
    period: PUBLIC_PERIODS.find(period => period === words.get('period')) ?? '30d',
    isEmbedded: words.get('embed') === 'true',
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}

/** The same page with another period. */
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

/** The query of the address that is open, also after it has changed. */
export const useSearch = (): string => useSyncExternalStore(onNavigate, () => location.search);

/** Goes to another query without loading the page anew. */
export function navigate(search: string): void {
  history.pushState(null, '', search);
  dispatchEvent(new Event(NAVIGATED));
}
