/** The monitoring page: uptime and content. */
import { NoMailBanner } from '../../app/no-mail-banner.tsx';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useAccount } from '../../app/user.ts';
import * as labels from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import { addStyles } from '../../ui/add-styles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Alerts } from './alerts.tsx';
import { ContentMonitoring } from './content.tsx';
import { Coverage } from './coverage.tsx';
import { DisabledState } from './disabled-state.tsx';
import styles from './monitoring.css' with { type: 'text' };
import { MonitoringNavigation } from './monitoring-navigation.tsx';
import { UptimeMonitoring } from './uptime.tsx';
import { useFeatures } from './use-features.ts';

addStyles(styles);

export function MonitoringPage() {
  return (
    <SiteLayout title={shared.monitoring}>{site => <Monitoring key={site.id} site={site} />}</SiteLayout>
  );
}

function Monitoring({ site }: { readonly site: Site }) {
  const account = useAccount();
  const isSubscribed = account?.is_subscribed;
  const isRestricted = account?.sections !== undefined;
  // Endpoints of features that are off answer with an error: the parts of a page query them only when they are on.
  const query = useFeatures(site.id, isSubscribed === true && !isRestricted);
  if (isSubscribed === false) return <NoPlan />;
  // Of monitoring, uptime alone is a section.
  if (isRestricted) return <UptimeMonitoring site={site} />;
  return (
    <>
      <MonitoringNavigation siteId={site.id} />
      <QueryContent query={query} loading={<Skeleton height="34rem" />}>
        {({ features }) => (
          <>
            <NoMailBanner>{labels.noMailAlerts}</NoMailBanner>
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
            <Coverage site={site} />
            {(features.uptime || features.content_monitoring) && <Alerts site={site} />}
          </>
        )}
      </QueryContent>
    </>
  );
}

const NoPlan = () => <EmptyState title={labels.noPlanTitle}>{labels.noPlanHint}</EmptyState>;
