/** Whether a site answers, and whether what it links to is there. */
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { EmptyState, ErrorState } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ContentMonitoring } from './content.tsx';
import { DisabledState } from './disabled-state.tsx';
import { UptimeMonitoring } from './uptime.tsx';
import { useFeatures } from './use-features.ts';

export function MonitoringPage() {
  return <SiteLayout title="Monitoring">{site => <Monitoring key={site.id} site={site} />}</SiteLayout>;
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
        <DisabledState
          siteId={site.id}
          title="Uptime"
          feature="uptime"
          confirmation="Uptime monitoring is on"
          headline="Know before your visitors do"
        >
          Footfall asks the site every few minutes whether it answers. You see every downtime and how quickly
          it answers, and get a mail when it goes down, when it is back, and before its certificate or domain
          runs out.
        </DisabledState>
      )}
      {features.content_monitoring ? (
        <ContentMonitoring site={site} hasMails={features.content_monitoring_emails} />
      ) : (
        <DisabledState
          siteId={site.id}
          title="Content"
          feature="content_monitoring"
          confirmation="Content monitoring is on: the first crawl begins"
          headline="Find broken links before readers do"
        >
          Once a day Footfall reads the pages of the site and looks at every link: those that lead nowhere,
          and what a secure page loads over plain HTTP, are listed here with the pages they are on.
        </DisabledState>
      )}
    </>
  );
}

const NoPlan = () => (
  <EmptyState title="Monitoring is part of a subscription">
    <p>
      With one, Footfall watches whether the site answers and whether its links work. Whoever runs this server
      can give the account a plan. <a href="/docs/monitoring">More on monitoring</a>
    </p>
  </EmptyState>
);
