/** The layout of the pages of a site: its name and the navigation between them. */

import type { Static } from '@sinclair/typebox';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import type { SiteModel } from '../../features/sites/schema.ts';
import { ApiError } from '../api.ts';
import { SITE_QUERY } from '../first-queries.ts';
import { displayLabel, formatDateTime } from '../format.ts';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { formatView, parseView } from '../view.ts';
import { NotFound } from './not-found.tsx';
import { Page } from './page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { useApi } from './query-client.ts';
import { RefusedView } from './refused-view.tsx';
import { isPageReadable } from './site-page-sections.ts';
import { useCanWrite, useSections, useTimeZone } from './user.ts';

export type Site = Static<typeof SiteModel>;

/** A site that goes down is shown as such on a page that is open. */
const REFETCH_MS = 60_000;

const PAGES = [
  ['', labels.overview],
  ['/live', shared.live],
  ['/journeys', shared.journeys],
  ['/events', shared.events],
  ['/goals', shared.goals],
  ['/hours', shared.hours],
  ['/monitoring', shared.monitoring],
  ['/log', shared.serverLog],
  ['/insights', shared.insights],
] as const;

/** Returns the id in the page's path; 0, which no site has, when it is invalid. */
export function useSiteId(): number {
  const { id = '' } = useParams<{ id: string }>();
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

/**
 * Renders a page of a site once the site has loaded. `title`: the page's own, such as "Journeys"; none for the
 * overview.
 */
export function SiteLayout({
  title,
  aside,
  children,
}: {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: (site: Site) => ReactNode;
}) {
  const id = useSiteId();
  const {
    data: site,
    error,
    refetch,
  } = useApi<Site>(`/sites/${id}`, SITE_QUERY, { isEnabled: id > 0, refetchMs: REFETCH_MS });
  if (id === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound what={shared.site} />;
  if (!site) return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />;
  const name = displayLabel(site.label);
  return (
    <Page
      title={name}
      documentTitle={title === undefined ? name : `${title} – ${name}`}
      heading={<UntrustedText text={name} full={site.label} />}
      aside={aside}
    >
      <SiteNavigation id={id} />
      <DownBanner site={site} />
      <RefusedView siteId={id}>{children(site)}</RefusedView>
    </Page>
  );
}

/** One line on every page of a site that is down. */
function DownBanner({ site: { id, status } }: { readonly site: Site }) {
  const [path] = useLocation();
  const timeZone = useTimeZone();
  const href = `/sites/${id}/monitoring`;
  const since = status?.down_since ?? null;
  if (since === null) return null;
  return (
    <p className="banner bad" role="alert">
      {labels.siteIsDown(<time dateTime={since}>{formatDateTime(since, timeZone)}</time>)}{' '}
      {path !== href && <Link href={href}>{labels.viewMonitoring}</Link>}
    </p>
  );
}

/** Scrolls the current tab into view: on a phone not all of them are visible. */
function scrollToCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (tabs && current)
    tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
}

function SiteNavigation({ id }: { readonly id: number }) {
  const [path] = useLocation();
  const canWrite = useCanWrite();
  const sections = useSections();
  // The view is kept when changing pages.
  const view = formatView(parseView(useSearch()));
  const all = canWrite ? [...PAGES, ['/settings', shared.settings] as const] : PAGES;
  const pages = all.filter(([end]) => isPageReadable(end, sections));
  const isCurrent = (end: string) =>
    end === '' ? path === `/sites/${id}` : path.startsWith(`/sites/${id}${end}`);
  return (
    <nav className="tabs" aria-label={labels.siteNavigation} ref={scrollToCurrent}>
      {pages.map(([end, text]) => (
        <Link
          key={end}
          href={`/sites/${id}${end}${end === '/settings' ? '' : view}`}
          aria-current={isCurrent(end) ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
