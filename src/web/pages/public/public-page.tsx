/** The public page of a site, on its own or embedded in another page. */

import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { PUBLIC_PERIODS, type PublicPeriodName } from '../../../core/public-page.ts';
import { isHttpUrl } from '../../../lib/url.ts';
import { currentPath } from '../../base-path.ts';
import { formatTimeOfDay } from '../../format.ts';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/public-page.ts';
import * as shared from '../../labels/shared.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProductIcon } from '../../ui/product-icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { escapeInvisibleCharacters, UntrustedText } from '../../ui/untrusted-text.tsx';
import { Funnel } from './funnel.tsx';
import { Numbers } from './numbers.tsx';
import { Panels } from './panels.tsx';
import { navigate, parsePublicUrl, useSearch, withPeriod } from './public-params.ts';
import { Uptime } from './uptime.tsx';
import { type PublicStats, useStats } from './use-stats.ts';

export function PublicPage() {
  const search = useSearch();
  const { uid, token, period, isEmbedded } = parsePublicUrl({ pathname: currentPath(), search });
  const { stats, error, isStale, retry } = useStats({ uid, token }, period);
  const label = stats?.site.label;
  useEffect(() => {
    if (label === undefined) return;
    const toTitle = token === null ? labels.statisticsOf : labels.sharedStatisticsOf;
    document.title = toTitle(escapeInvisibleCharacters(label));
  }, [label, token]);
  if (error?.status === 404) return <Layout>{<NotPublic />}</Layout>;
  return (
    <Layout stats={stats} isEmbedded={isEmbedded}>
      <header className={isEmbedded ? 'public-head embedded' : 'public-head'}>
        <h1 className={isEmbedded ? 'visually-hidden' : undefined}>
          {stats ? (
            <UntrustedText text={stats.site.label} />
          ) : error ? (
            labels.statistics
          ) : (
            <Skeleton width="14rem" />
          )}
        </h1>
        {!isEmbedded && <SiteAddress url={stats?.site.url} />}
        {stats?.name !== undefined && (
          <p className="soft public-link-name">
            <UntrustedText text={stats.name} />
          </p>
        )}
        <Periods current={period} search={search} />
      </header>
      {stats && !(error && isStale) ? (
        <div className={isStale ? 'public-parts stale' : 'public-parts'} aria-busy={isStale}>
          <Numbers stats={stats} />
          <Panels stats={stats} isEmbedded={isEmbedded} />
          {stats.funnels?.map((funnel, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
            <Funnel key={index} funnel={funnel} />
          ))}
          {stats.uptime && <Uptime uptime={stats.uptime} />}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </Layout>
  );
}

function Layout({
  stats,
  isEmbedded = false,
  children,
}: {
  readonly stats?: PublicStats | undefined;
  readonly isEmbedded?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <>
      <main className="public">{children}</main>
      {!isEmbedded && (
        <footer className="public-foot">
          <span className="public-brand">
            <ProductIcon /> {labels.countedBy}
          </span>
          {stats && (
            <span>
              {labels.updatedAt(formatTimeOfDay(stats.updated_at, stats.period.zone), stats.period.zone)}
            </span>
          )}
        </footer>
      )}
    </>
  );
}

function SiteAddress({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return <Skeleton width="10rem" />;
  const words = <UntrustedText text={url.replace(/^https?:\/\//, '')} />;
  return isHttpUrl(url) ? (
    <a className="public-address" href={url} rel="noopener noreferrer">
      {words}
    </a>
  ) : (
    <span className="soft">{words}</span>
  );
}

const PERIOD_LABELS: Readonly<Record<PublicPeriodName, string>> = {
  today: shared.today,
  '7d': labels.days7,
  '30d': labels.days30,
  '90d': others.days90,
  '12m': labels.months12,
};

function Periods({ current, search }: { readonly current: PublicPeriodName; readonly search: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>, address: string) => {
    // Opening in another tab or window is left to the browser.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(address);
  };
  return (
    <nav className="tabs public-periods" aria-label={shared.period}>
      {PUBLIC_PERIODS.map(period => {
        const address = withPeriod(search, period);
        return (
          <a
            key={period}
            href={address}
            aria-current={period === current ? 'page' : undefined}
            onClick={event => follow(event, address)}
          >
            {PERIOD_LABELS[period]}
          </a>
        );
      })}
    </nav>
  );
}

function NotPublic() {
  return (
    <div className="notice">
      <h1>{labels.notFoundTitle}</h1>
      <p>{labels.notFoundHint}</p>
    </div>
  );
}

function Loading() {
  return (
    <div className="public-parts" role="status">
      <span className="visually-hidden">{shared.loading}</span>
      <Skeleton height="4.5rem" />
      <Skeleton height="17rem" />
      <Skeleton height="20rem" />
    </div>
  );
}
