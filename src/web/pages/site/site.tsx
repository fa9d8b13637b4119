/** The overview of a site: figures, chart and breakdowns. */

import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { invalidate } from '../../app/query-client.ts';
import { type Site, SiteLayout, useSiteId } from '../../app/site-layout.tsx';
import { useLive } from '../../app/use-live.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import * as labels from '../../labels/site.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { Chart } from './chart.tsx';
import { FigureStrip } from './figures.tsx';
import { FirstHit } from './first-hit.tsx';
import { FIRST_VISIT, isFirstVisit, NextSteps } from './next-steps.tsx';
import { useEngagement, useFigures, useMetric } from './use-figures.ts';
import { useSeries } from './use-series.ts';
import { VisitorsNow } from './visitors-now.tsx';
import { WhatChanged } from './what-changed.tsx';

export function SitePage() {
  const id = useSiteId();
  return (
    <>
      {id > 0 && <Prefetch key={id} siteId={id} />}
      <SiteLayout aside={<VisitorsNow siteId={id} />}>
        {site => <Overview key={site.id} site={site} />}
      </SiteLayout>
    </>
  );
}

/** Prefetches what the page needs while the site is loading: everything is there after one round trip. */
function Prefetch({ siteId }: { readonly siteId: number }) {
  useFigures(siteId);
  useEngagement(siteId);
  useSeries(siteId, useMetric(siteId));
  return null;
}

function Overview({ site }: { readonly site: Site }) {
  const { hasHits, onShowDashboard } = useHasHits(site);
  const search = useSearch();
  if (!hasHits) return <FirstHit site={site} onShowDashboard={onShowDashboard} />;
  return (
    <>
      <ViewBar siteId={site.id} />
      {isFirstVisit(search) && <NextSteps siteId={site.id} />}
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
