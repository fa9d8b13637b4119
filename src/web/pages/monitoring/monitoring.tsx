/** Whether a site answers, and whether what it links to is there. */
import { type Site, SiteFrame } from '../../app/site-frame.tsx';
import { Empty, Fault } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ContentMonitoring } from './content.tsx';
import { OffState } from './off-state.tsx';
import { UptimeMonitoring } from './uptime.tsx';
import { useFeatures } from './use-features.ts';

export function MonitoringPage() {
  return <SiteFrame title="Monitoring">{site => <Monitoring key={site.id} site={site} />}</SiteFrame>;
}

function Monitoring({ site }: { readonly site: Site }) {
  const { isSubscribed, features, error, refetch } = useFeatures(site.id);
  if (isSubscribed === false) return <NoPlan />;
  if (error && !features) return <Fault error={error} onRetry={refetch} />;
  if (!features) return <Skeleton height="34rem" />;
  return (
    <>
      {features.uptime ? (
        <UptimeMonitoring site={site} />
      ) : (
        <OffState
          siteId={site.id}
          title="Uptime"
          feature="uptime"
          said="Uptime monitoring is on"
          headline="Know before your visitors do"
        >
          Footfall asks the site every few minutes whether it answers. You see every downtime and how quickly
          it answers, and get a mail when it goes down, when it is back, and before its certificate or domain
          runs out.
        </OffState>
      )}
      {features.content_monitoring ? (
        <ContentMonitoring site={site} isMailed={features.content_monitoring_emails} />
      ) : (
        <OffState
          siteId={site.id}
          title="Content"
          feature="content_monitoring"
          said="Content monitoring is on: the first crawl begins"
          headline="Find broken links before readers do"
        >
          Once a day Footfall reads the pages of the site and looks at every link: those that lead nowhere,
          and what a secure page loads over plain HTTP, are listed here with the pages they are on.
        </OffState>
      )}
    </>
  );
}

const NoPlan = () => (
  <Empty title="Monitoring is part of a subscription">
    <p>
      With one, Footfall watches whether the site answers and whether its links work. Whoever runs this server
      can give the account a plan. <a href="/docs/monitoring">More on monitoring</a>
    </p>
  </Empty>
);
