/** Shared links and segments of a site. */
import { useState } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import { useSavedSegments } from '../../app/use-saved-segments.ts';
import { useCanWrite } from '../../app/user.ts';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import * as segmentLabels from '../../labels/saved-segments.ts';
import * as labels from '../../labels/sharing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { SegmentRow } from './segment-row.tsx';
import { LinkForm } from './shared-link-form.tsx';
import { LinkRow } from './shared-link-row.tsx';
import { useSharedLinks } from './use-shared-links.ts';
import type { PartProps } from './use-site-settings.ts';

export function SharingPart({ site }: PartProps) {
  return (
    <>
      {useCanWrite() && <Links site={site} />}
      <Segments site={site} />
    </>
  );
}

function Links({ site }: { readonly site: Site }) {
  const links = useSharedLinks(site.id);
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <Panel title={labels.newLink}>
        {url === null ? (
          <>
            <p className="soft">{labels.linksHint}</p>
            <LinkForm
              siteId={site.id}
              action={labels.submitLink}
              save={async fields => setUrl(await links.add(fields))}
            />
          </>
        ) : (
          <SecretReveal
            title={labels.yourLink}
            what={labels.linkName}
            secret={url}
            onDone={() => setUrl(null)}
          />
        )}
      </Panel>
      <Panel title={labels.sharedLinks}>
        <QueryContent query={links.query} loading={2}>
          {({ shared_links: found }) =>
            found.length === 0 ? (
              <EmptyState title={labels.noLinks}>{labels.noLinksHint}</EmptyState>
            ) : (
              <ul className="rows">
                {found.map(link => (
                  <LinkRow key={link.id} siteId={site.id} link={link} links={links} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </Panel>
    </>
  );
}

function Segments({ site }: { readonly site: Site }) {
  const segments = useSavedSegments(site.id);
  return (
    <Panel title={segmentLabels.segments}>
      <QueryContent query={segments.query} loading={2}>
        {({ segments: found }) =>
          found.length === 0 ? (
            <EmptyState title={labels.noSegments}>{labels.noSegmentsHint}</EmptyState>
          ) : (
            <ul className="rows">
              {found.map(segment => (
                <SegmentRow key={segment.id} siteId={site.id} segment={segment} segments={segments} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Panel>
  );
}
