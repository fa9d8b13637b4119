/** The page of funnels: their list, the report of one, and the form that builds them. */
import type { Static } from '@sinclair/typebox';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { FunnelList } from '../../../features/funnels/schema.ts';
import { call } from '../../api.ts';
import { invalidate, refetch, removeCached, useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { useCanWrite } from '../../app/user.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/funnels.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { FunnelForm } from './funnel-form.tsx';
import { FunnelReport } from './funnel-report.tsx';
import type { Funnel } from './step-drafts.ts';
import { WaysNavigation } from './ways-navigation.tsx';

export function FunnelsPage() {
  return (
    <SiteLayout title={labels.funnels}>
      {site => (
        <>
          <WaysNavigation siteId={site.id} />
          <ViewBar siteId={site.id} />
          <Funnels key={site.id} site={site} />
        </>
      )}
    </SiteLayout>
  );
}

function Funnels({ site }: { readonly site: Site }) {
  const list = useApi<Static<typeof FunnelList>>(`/sites/${site.id}/funnels`);
  return (
    <QueryContent query={list} loading={6}>
      {({ funnels }) => <Content site={site} funnels={funnels} />}
    </QueryContent>
  );
}

function Content({ site, funnels }: { readonly site: Site; readonly funnels: readonly Funnel[] }) {
  const { item: id } = useParams<{ item?: string }>();
  const [, navigate] = useLocation();
  const { view, toHref } = useView();
  const canWrite = useCanWrite();
  const [editing, setEditing] = useState<Funnel | 'new' | null>(null);
  const shown = funnels.find(funnel => String(funnel.id) === id) ?? funnels[0];
  const path = `/sites/${site.id}/funnels`;
  const page = `/sites/${site.id}/journeys/funnels`;
  const hrefOf = (funnel: Funnel | undefined) => toHref(view, funnel ? `${page}/${funnel.id}` : page);
  const show = async (funnel?: Funnel) => {
    await invalidate(path);
    setEditing(null);
    navigate(hrefOf(funnel));
  };
  if (editing)
    return (
      <FunnelForm
        site={site}
        funnel={editing === 'new' ? null : editing}
        onSaved={show}
        onCancel={() => setEditing(null)}
      />
    );
  const create = canWrite && (
    <Button isSmall onClick={() => setEditing('new')}>
      <Plus size={16} aria-hidden="true" /> {labels.newFunnel}
    </Button>
  );
  if (!shown)
    return (
      <EmptyState title={labels.emptyTitle}>
        <div className="stack">
          <p>{labels.emptyHint}</p>
          {create}
        </div>
      </EmptyState>
    );
  return (
    <>
      <nav className="part-navigation funnel-list" aria-label={labels.allFunnels}>
        {funnels.map(funnel => (
          <Link
            key={funnel.id}
            href={hrefOf(funnel)}
            aria-current={funnel.id === shown.id ? 'true' : undefined}
          >
            <UntrustedText text={funnel.name} isCut />
          </Link>
        ))}
        {create}
      </nav>
      <FunnelReport
        key={shown.id}
        site={site}
        funnel={shown}
        aside={
          canWrite && (
            <>
              <Button isSmall onClick={() => setEditing(shown)}>
                {labels.editFunnel}
              </Button>
              <ConfirmButton
                text={shared.remove}
                title={labels.removeFunnel}
                action={shared.remove}
                hint={labels.removeHint}
                work={async () => {
                  await call('DELETE', `${path}/${shown.id}`);
                  // The list alone: the report that is still shown has gone with its funnel.
                  await refetch(path, {});
                  removeCached(`${path}/${shown.id}/`);
                  navigate(hrefOf(undefined));
                }}
              />
            </>
          )
        }
      />
    </>
  );
}
