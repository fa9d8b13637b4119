/** The status page of a site or a group: set up, and written to. */
import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { Group as GroupModel } from '../../../features/groups/schema.ts';
import { ApiError } from '../../api.ts';
import { NotFound } from '../../app/not-found.tsx';
import { Page } from '../../app/page.tsx';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { useApi } from '../../app/query-client.ts';
import { SiteLayout, useSiteId } from '../../app/site-layout.tsx';
import { useAccount, useCanWrite } from '../../app/user.ts';
import { displayLabel } from '../../format.ts';
import * as monitoring from '../../labels/monitoring.tsx';
import * as labels from '../../labels/status-pages.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { MonitoringNavigation } from '../monitoring/monitoring-navigation.tsx';
import { Downtimes } from './downtimes.tsx';
import { Incidents } from './incidents.tsx';
import { NewPage } from './new-page.tsx';
import { Settings } from './settings.tsx';
import { PAGES_PATH, type PageSite, type StatusPage, type Target } from './types.ts';

type Group = Static<typeof GroupModel>;

export function SiteStatusPage() {
  return (
    <SiteLayout title={labels.statusPage}>
      {site => (
        <>
          <MonitoringNavigation siteId={site.id} />
          <Content
            key={site.id}
            target={{ site_id: site.id }}
            name={displayLabel(site.label)}
            sites={[site]}
          />
        </>
      )}
    </SiteLayout>
  );
}

export function GroupStatusPage() {
  const id = useSiteId();
  // Not by the list's own module: the list would then ask for one script more.
  const { data, error, refetch } = useApi<{ readonly group: Group }>(
    `/groups/${id}`,
    {},
    { isEnabled: id > 0 },
  );
  if (id === 0 || (error instanceof ApiError && error.status === 404))
    return <NotFound what={labels.thisGroup} />;
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />;
  const { group } = data;
  return (
    <Page
      title={group.name}
      documentTitle={`${labels.statusPage} – ${group.name}`}
      heading={<UntrustedText text={group.name} />}
    >
      <Content key={id} target={{ group_id: id }} name={group.name} sites={group.sites} />
    </Page>
  );
}

interface ContentProps {
  readonly target: Target;
  readonly name: string;
  readonly sites: readonly PageSite[];
}

const isOf = (page: StatusPage, target: Target): boolean =>
  'site_id' in target ? page.site_id === target.site_id : page.group_id === target.group_id;

function Content({ target, name, sites }: ContentProps) {
  const isSubscribed = useAccount()?.is_subscribed;
  const query = useApi<{ readonly status_pages: readonly StatusPage[] }>(
    PAGES_PATH,
    {},
    { isEnabled: isSubscribed === true },
  );
  if (isSubscribed === false)
    return <EmptyState title={monitoring.noPlanTitle}>{monitoring.noPlanHint}</EmptyState>;
  return (
    <QueryContent query={query} loading={4}>
      {({ status_pages: pages }) => {
        const page = pages.find(each => isOf(each, target));
        return page ? (
          <>
            <Incidents page={page} />
            <Downtimes page={page} />
            <Settings page={page} sites={sites} />
          </>
        ) : (
          <NoPage target={target} name={name} sites={sites} />
        );
      }}
    </QueryContent>
  );
}

function NoPage(props: ContentProps) {
  const canWrite = useCanWrite();
  const [isNew, setIsNew] = useState(false);
  if (isNew) return <NewPage {...props} onCancel={() => setIsNew(false)} />;
  return (
    <EmptyState title={labels.noPage}>
      <p>{labels.noPageHint}</p>
      {canWrite ? (
        <Button variant="primary" onClick={() => setIsNew(true)}>
          {labels.createPage}
        </Button>
      ) : (
        <p>{labels.noPageReader}</p>
      )}
    </EmptyState>
  );
}
