/** The monitoring page: uptime and content. */

import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import * as labels from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ContentMonitoring } from './content.tsx';
import { DisabledState } from './disabled-state.tsx';
import { UptimeMonitoring } from './uptime.tsx';
import { useFeatures } from './use-features.ts';

export function MonitoringPage() {
  return (
    <SiteLayout title={shared.monitoring}>{site => <Monitoring key={site.id} site={site} />}</SiteLayout>
  );
}

function Monitoring({ site }: { readonly site: Site }) {
  const { isSubscribed, features, error, refetch } = useFeatures(site.id);
  if (isSubscribed === false) return <NoPlan />;
  if (error && !features) return <ErrorState error={error} onRetry={refetch} />;
  if (!features) return <Skeleton height="34rem" />;
  return (
    <>
      {features.uptime ? (
        <UptimeMonitoring site={site} />
      ) : (
        <DisabledState siteId={site.id} feature="uptime" />
      )}
      {features.content_monitoring ? (
        <ContentMonitoring site={site} hasMails={features.content_monitoring_emails} />
      ) : (
        <DisabledState siteId={site.id} feature="content_monitoring" />
      )}
    </>
  );
}

const NoPlan = () => (
  <EmptyState title={labels.noPlanTitle}>
    <p>{labels.noPlanHint}</p>
  </EmptyState>
);
