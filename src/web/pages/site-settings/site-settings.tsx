/** The settings of a site, one part at a time. */

import type { ComponentType } from 'react';
import { useParams } from 'wouter';
import { NotFound } from '../../app/not-found.tsx';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useCanWrite, useUser } from '../../app/user.ts';
import * as importLabels from '../../labels/imports.ts';
import * as pageRuleLabels from '../../labels/page-rules.tsx';
import * as shared from '../../labels/shared.tsx';
import * as sharingLabels from '../../labels/sharing.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PartsLayout } from '../settings/parts-layout.tsx';
import { DataPart } from './data-part.tsx';
import { GeneralPart } from './general-part.tsx';
import { IgnoringPart } from './ignoring-part.tsx';
import { ImportsPart } from './imports-part.tsx';
import { PagesPart } from './pages-part.tsx';
import { PrivacyPart } from './privacy-part.tsx';
import { PublicPart } from './public-part.tsx';
import { SharingPart } from './sharing-part.tsx';
import { SnippetPart } from './snippet-part.tsx';
import { SpamPart } from './spam-part.tsx';
import { type PartProps, useSiteSettings } from './use-site-settings.ts';

const PARTS: readonly (readonly [name: string, text: string, part: ComponentType<PartProps>])[] = [
  ['general', labels.general, GeneralPart],
  ['snippet', labels.snippet, SnippetPart],
  ['public', labels.publicPage, PublicPart],
  ['sharing', sharingLabels.sharing, SharingPart],
  ['pages', pageRuleLabels.pages, PagesPart],
  ['ignoring', labels.ignoring, IgnoringPart],
  ['spam', labels.spam, SpamPart],
  ['privacy', labels.privacy, PrivacyPart],
  ['imports', importLabels.imports, ImportsPart],
  ['data', shared.data, DataPart],
];

/** Parts for users who may not change anything. */
const READ_PARTS = PARTS.filter(([name]) => name === 'snippet' || name === 'sharing');

export function SiteSettingsPage() {
  const { part } = useParams<{ part?: string }>();
  const text = PARTS.find(([name]) => name === part)?.[1] ?? shared.settings;
  return <SiteLayout title={text}>{site => <Settings key={site.id} site={site} />}</SiteLayout>;
}

function Settings({ site }: { readonly site: Site }) {
  const { part: partName } = useParams<{ part?: string }>();
  const { isPending } = useUser();
  const canWrite = useCanWrite();
  const parts = canWrite || isPending ? PARTS : READ_PARTS;
  const { data, error, refetch } = useSiteSettings(site.id);
  const found = partName === undefined ? parts[0] : parts.find(([name]) => name === partName);
  if (!found) return <NotFound what={labels.thisPart} />;
  const [current, text, Part] = found;
  return (
    <PartsLayout
      label={labels.partsLabel}
      parts={parts.map(([name, words]) => ({
        // The first part is also at the path without a name.
        href:
          partName === undefined && name === current
            ? `/sites/${site.id}/settings`
            : `/sites/${site.id}/settings/${name}`,
        text: words,
      }))}
    >
      {data && !isPending ? (
        <Part key={current} site={site} settings={data.settings} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Panel title={text}>
          <SkeletonRows count={8} />
        </Panel>
      )}
    </PartsLayout>
  );
}
