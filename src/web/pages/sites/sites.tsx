/** The list of all sites. */

import { FolderPlus, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { teamAccountId } from '../../api-url.ts';
import { Page } from '../../app/page.tsx';
import { useAccount, useCanWrite, useUser } from '../../app/user.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { GroupEditor, Groups } from './groups.tsx';
import { ListControls } from './list-controls.tsx';
import { NoPlan } from './no-plan.tsx';
import { type ListedSite, sumNumbers } from './site-numbers.ts';
import { SiteRows } from './site-rows.tsx';
import { SitesSkeleton } from './sites-skeleton.tsx';
import { Totals } from './totals.tsx';
import { useGroups } from './use-groups.ts';
import { useListState } from './use-list-state.ts';
import { type SortedSites, useSiteOrder } from './use-site-order.ts';
import { type SitesQuery, useSites } from './use-sites.ts';

// Both have a form, which an account with sites seldom needs.
const AddSiteDialog = lazy(async () => ({ default: (await import('./add-site.tsx')).AddSiteDialog }));
const FirstSite = lazy(async () => ({ default: (await import('./first-site.tsx')).FirstSite }));

/** Number of sites from which on there is a search field. */
const MIN_SITES_TO_SEARCH = 4;

export function SitesPage() {
  const answer = useSites();
  const { data: user } = useUser();
  const sites = answer.data?.sites;
  const { sorted, move, pin } = useSiteOrder(sites);
  const groups = useGroups();
  const isRefused = answer.error?.status === 403;
  if (isRefused && user && teamAccountId === null) return <NoPlan user={user} />;
  if (answer.error && !sites) {
    return (
      <SitesLayout>
        <ErrorState error={answer.error} onRetry={answer.refetch} />
      </SitesLayout>
    );
  }
  if (sites?.length === 0) {
    return (
      <SitesLayout isFirst>
        <Suspense fallback={null}>
          <FirstSite />
        </Suspense>
      </SitesLayout>
    );
  }
  const isReady = sites !== undefined && sorted !== undefined && groups.groups !== undefined;
  return (
    <SitesLayout aside={<Actions sites={sites ?? []} canGroup={groups.canEdit} />}>
      <ViewBar hasComparison={false} />
      {isReady ? (
        <Overview answer={answer} sites={sites} sorted={sorted} groups={groups} onMove={move} onPin={pin} />
      ) : (
        <SitesSkeleton />
      )}
    </SitesLayout>
  );
}

function SitesLayout({
  isFirst = false,
  aside,
  children,
}: {
  /** Whether the account has no site yet. */
  readonly isFirst?: boolean;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const account = useAccount();
  const canWrite = useCanWrite();
  const canAddFirst = isFirst && (canWrite || !account);
  const team = account?.kind === 'team' && !canAddFirst ? account.name : undefined;
  const title = canAddFirst ? shared.addFirstSite : shared.sites;
  return (
    <Page
      // Another heading is another page for screen readers.
      key={String(isFirst)}
      title={team === undefined ? title : shared.sitesOfText(team)}
      heading={team === undefined ? undefined : shared.sitesOf(<UntrustedText text={team} />)}
      aside={aside}
    >
      {children}
    </Page>
  );
}

function Overview({
  answer,
  sites,
  sorted,
  groups,
  onMove,
  onPin,
}: {
  readonly answer: SitesQuery;
  readonly sites: readonly ListedSite[];
  readonly sorted: SortedSites;
  readonly groups: ReturnType<typeof useGroups>;
  readonly onMove: (site: ListedSite, to: number) => void;
  readonly onPin: (site: ListedSite, isPinned: boolean) => void;
}) {
  const { days, before, timeZone, includesToday } = answer;
  const shown = { days, before, timeZone, includesToday };
  const [state, change] = useListState();
  const isFiltered = state.words.trim() !== '' || state.state !== 'all';
  const inOrder = [...sorted.pinned, ...sorted.others];
  return (
    <div className={answer.isPlaceholderData ? 'sites stale' : 'sites'} aria-busy={answer.isPlaceholderData}>
      {sites.length > 1 && (
        <Totals name={labels.allSitesTogether} numbers={sumNumbers(sites)} shown={shown} />
      )}
      {!isFiltered && <Groups viewState={groups} sites={inOrder} shown={shown} />}
      <section className="sites-all" aria-labelledby="sites-all">
        <div className="sites-head">
          <h2 id="sites-all" className={(groups.groups?.length ?? 0) > 0 ? undefined : 'visually-hidden'}>
            {shared.allSites}
          </h2>
          {sites.length >= MIN_SITES_TO_SEARCH && (
            <ListControls sites={sites} state={state} onChange={change} />
          )}
        </div>
        <SiteRows
          sorted={sorted}
          state={state}
          shown={shown}
          onMove={onMove}
          onPin={onPin}
          onClear={() => change({ state: 'all', words: '' })}
        />
      </section>
    </div>
  );
}

function Actions({ sites, canGroup }: { readonly sites: readonly ListedSite[]; readonly canGroup: boolean }) {
  const canWrite = useCanWrite();
  const [open, setOpen] = useState<'site' | 'group' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="actions">
      {canGroup && sites.length > 1 && (
        <Button variant="quiet" onClick={() => setOpen('group')}>
          <FolderPlus size={16} aria-hidden="true" />
          <span className="wide-word">{shared.newGroup}</span>
        </Button>
      )}
      {canWrite && (
        <Button variant="primary" onClick={() => setOpen('site')}>
          <Plus size={16} aria-hidden="true" /> {labels.addSite}
        </Button>
      )}
      {open === 'site' && (
        <Suspense fallback={null}>
          <AddSiteDialog onClose={close} />
        </Suspense>
      )}
      {open === 'group' && (
        <Suspense fallback={null}>
          <GroupEditor group={null} sites={sites} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
