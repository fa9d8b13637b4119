/** The page of a group: its sites combined and side by side. */

import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { NotFound } from '../../app/not-found.tsx';
import { Page } from '../../app/page.tsx';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { useSiteId } from '../../app/site-layout.tsx';
import { ViewBar } from '../../app/view-bar.tsx';
import { ViewLink } from '../../app/view-link.tsx';
import { displayLabel } from '../../format.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/groups.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as statusPages from '../../labels/status-pages.tsx';
import { Button } from '../../ui/button.tsx';
import { Change } from '../../ui/change.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { colourStyle, GroupIcon } from './group-icon.tsx';
import { GroupTable } from './group-table.tsx';
import { findGroupSites, GroupEditor } from './groups.tsx';
import { type ListedSite, sumNumbers, toNumbers } from './site-numbers.ts';
import { Totals } from './totals.tsx';
import { Trend } from './trend.tsx';
import { type Group, useGroupChanges, useGroups } from './use-groups.ts';
import { type ShownDays, type SitesQuery, useSites } from './use-sites.ts';

const GroupChart = lazy(async () => ({ default: (await import('./group-chart.tsx')).GroupChart }));

export function GroupPage() {
  const id = useSiteId();
  const answer = useSites();
  const { groups } = useGroups();
  if (answer.error && !answer.data) return <ErrorState error={answer.error} onRetry={answer.refetch} />;
  if (!groups || !answer.data) return <PageSkeleton />;
  const group = groups.find(each => each.id === id);
  if (!group) return <NotFound what={labels.thisGroup} />;
  return (
    <Page
      title={group.name}
      heading={
        <span className="group-title" style={colourStyle(group.accent_color)}>
          <GroupIcon icon={group.icon} size={20} />
          <UntrustedText text={group.name} />
        </span>
      }
      aside={<Actions group={group} sites={answer.data.sites} />}
    >
      {group.description !== '' && (
        <p className="group-lead soft">
          <UntrustedText text={group.description} />
        </p>
      )}
      <ViewBar hasComparison={false} />
      <Content group={group} answer={answer} sites={findGroupSites(group, answer.data.sites)} />
    </Page>
  );
}

function Content({
  group,
  answer,
  sites,
}: {
  readonly group: Group;
  readonly answer: SitesQuery;
  readonly sites: readonly ListedSite[];
}) {
  const [chosen, setChosen] = useState<Group['default_chart_view'] | null>(null);
  const view = chosen ?? group.default_chart_view;
  const { days, before, timeZone, includesToday } = answer;
  const shown = { days, before, timeZone, includesToday };
  const together = sumNumbers(sites);
  if (sites.length === 0) {
    return <EmptyState title={labels.emptyTitle}>{labels.emptyHint}</EmptyState>;
  }
  return (
    <div
      className={answer.isPlaceholderData ? 'sites stale' : 'sites'}
      aria-busy={answer.isPlaceholderData}
      style={colourStyle(group.accent_color)}
    >
      <Totals name={labels.sitesTogether} numbers={together} shown={shown} hasTrend={false} />
      {sites.length > 1 && (
        <Segments legend={labels.chartViewLabel} options={VIEWS} value={view} onValue={setChosen} />
      )}
      {view === 'combined' || sites.length === 1 ? (
        <div className="group-chart">
          <Suspense fallback={<Skeleton height="100%" />}>
            <GroupChart series={together.series} days={days} timeZone={timeZone} />
          </Suspense>
        </div>
      ) : (
        <Multiples sites={sites} shown={shown} />
      )}
      <GroupTable sites={sites} />
    </div>
  );
}

const VIEWS = [
  ['separate', labels.sideBySide],
  ['combined', labels.togetherTitle],
] as const;

function Multiples({ sites, shown }: { readonly sites: readonly ListedSite[]; readonly shown: ShownDays }) {
  return (
    <ul className="multiples">
      {sites.map(site => {
        const { hits, before, series } = toNumbers(site);
        return (
          <li key={site.id} className="multiple">
            <ViewLink path={`/sites/${site.id}`} className="site-link">
              <UntrustedText text={displayLabel(site.label)} full={site.label} isCut />
            </ViewLink>
            <p>
              <b>{formatNumber(hits)}</b> {shared.pageviewNoun(hits)}{' '}
              {before && <Change now={hits} before={before.hits} />}
            </p>
            <Trend series={series} {...shown} />
          </li>
        );
      })}
    </ul>
  );
}

function Actions({ group, sites }: { readonly group: Group; readonly sites: readonly ListedSite[] }) {
  const viewState = useGroups();
  const { remove } = useGroupChanges(viewState);
  const [, navigate] = useLocation();
  const [isEdited, setIsEdited] = useState(false);
  if (!viewState.canEdit) return null;
  return (
    <div className="actions">
      <Link className="button plain" href={`/groups/${group.id}/status`}>
        {statusPages.statusPage}
      </Link>
      <Button onClick={() => setIsEdited(true)}>{labels.edit}</Button>
      <ConfirmButton
        text={labels.deleteGroup}
        title={labels.deleteTitle(group.name)}
        action={labels.deleteGroup}
        work={() => remove(group).then(() => navigate('/'))}
        hint={labels.deleteHint}
      />
      {isEdited && (
        <Suspense fallback={null}>
          <GroupEditor group={group} sites={sites} onClose={() => setIsEdited(false)} />
        </Suspense>
      )}
    </div>
  );
}
