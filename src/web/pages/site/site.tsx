/** The overview of a site: figures, chart and breakdowns. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { invalidate } from '../../app/query-client.ts';
import { type Site, SiteLayout, useSiteId } from '../../app/site-layout.tsx';
import { useLive } from '../../app/use-live.ts';
import { useSections } from '../../app/user.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import * as labels from '../../labels/site.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { Chart } from './chart.tsx';
import { FigureStrip } from './figures.tsx';
import { FIRST_VISIT, isFirstVisit } from './first-visit.ts';
import { useFigures, useMetric } from './use-figures.ts';
import { useSeries } from './use-series.ts';
import { useTicking } from './use-ticking.ts';
import { VisitorsNow } from './visitors-now.tsx';
import { WhatChanged } from './what-changed.tsx';

const NextSteps = lazy(async () => ({ default: (await import('./next-steps.tsx')).NextSteps }));
const RestrictedSite = lazy(async () => ({
  default: (await import('./restricted-site.tsx')).RestrictedSite,
}));
const FirstHit = lazy(async () => ({ default: (await import('./first-hit.tsx')).FirstHit }));

export function SitePage() {
  const id = useSiteId();
  const sections = useSections();
  if (sections)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <RestrictedSite sections={sections} />
      </Suspense>
    );
  return (
    <>
      {id > 0 && <Prefetch key={id} siteId={id} />}
      <SiteLayout aside={<VisitorsNow siteId={id} />}>
        {site => <Overview key={site.id} site={site} />}
      </SiteLayout>
    </>
  );
}

/** Queries what the page needs while the site is loading, so that everything is there after one round trip; keeps it up to date. */
function Prefetch({ siteId }: { readonly siteId: number }) {
  useFigures(siteId);
  useSeries(siteId, useMetric(siteId));
  useTicking(siteId);
  return null;
}

function Overview({ site }: { readonly site: Site }) {
  const { hasHits, onShowDashboard } = useHasHits(site);
  const search = useSearch();
  if (!hasHits)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <FirstHit site={site} onShowDashboard={onShowDashboard} />
      </Suspense>
    );
  return (
    <>
      <ViewBar siteId={site.id} />
      {isFirstVisit(search) && (
        <Suspense fallback={<Skeleton height="9rem" />}>
          <NextSteps siteId={site.id} />
        </Suspense>
      )}
      <section className="panel site-numbers" aria-label={labels.metricsAndChart}>
        <FigureStrip siteId={site.id} />
        <Chart siteId={site.id} />
        <WhatChanged siteId={site.id} />
      </section>
      <Breakdowns site={site} />
    </>
  );
}

/** Polling interval of a site without hits, in case the event stream is blocked. */
const POLL_MS = 5_000;

/** Returns whether a site has ever had a hit; true as soon as the first one arrives. */
function useHasHits({ id, lifetime_hits }: Site) {
  const [isDismissed, setIsDismissed] = useState(false);
  const { numbers, recent } = useLive(id);
  const isCounted = lifetime_hits > 0;
  const [wasWaiting] = useState(!isCounted);
  const [path, navigate] = useLocation();
  const isSeen = (numbers?.hits ?? 0) > 0 || recent.some(({ type }) => type === 'hit');
  const hasHits = isCounted || isSeen || isDismissed;
  useEffect(() => {
    // Everything cached is from before the first hit.
    if (isSeen && !isCounted) void invalidate(`/sites/${id}`);
  }, [isSeen, isCounted, id]);
  const isFirst = wasWaiting && !isDismissed && hasHits;
  useEffect(() => {
    // A month with one hit at its end is a flat line.
    if (isFirst) navigate(`${path}${FIRST_VISIT}`, { replace: true });
  }, [isFirst, navigate, path]);
  useEffect(() => {
    if (hasHits) return;
    const timer = setInterval(() => void invalidate(`/sites/${id}`), POLL_MS);
    return () => clearInterval(timer);
  }, [hasHits, id]);
  return { hasHits, onShowDashboard: () => setIsDismissed(true) };
}
