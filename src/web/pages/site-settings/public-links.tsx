/** Links to a site's public page, an iframe for embedding, and badges. */

import { useState } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import { toAddress } from '../../base-path.ts';
import { TextField } from '../../forms/field.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { useFeatures } from '../monitoring/use-features.ts';

interface LinksProps {
  readonly site: Site;
  readonly origin: string;
}

export function PublicLinks({ site, origin, isEmbeddable }: LinksProps & { readonly isEmbeddable: boolean }) {
  const path = `/public/${site.uid}` as const;
  return (
    <>
      <Panel
        title={labels.publicAddress}
        aside={
          <ServerLink href={path} target="_blank" rel="noopener">
            {shared.openPage}
          </ServerLink>
        }
      >
        <CopyBox text={origin + path} what={labels.publicAddressName} />
        {isEmbeddable && (
          <>
            <p>{labels.frameTitle}</p>
            <CopyBox
              text={`<iframe src="${origin}${path}?embed=true" title="${labels.publicPage}" width="100%" height="900" style="border:0"></iframe>`}
              what={labels.frameName}
            />
          </>
        )}
      </Panel>
      <Badges site={site} origin={origin} />
    </>
  );
}

const COLOUR = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

function Badges({ site, origin }: LinksProps) {
  const [label, setLabel] = useState('');
  const [colour, setColour] = useState('');
  const { data } = useFeatures(site.id);
  const isColour = colour === '' || COLOUR.test(colour);
  const toQuery = (name: string): string =>
    new URLSearchParams({
      label: label.trim() || name,
      ...(colour === '' || !isColour ? {} : { color: colour.replace('#', '') }),
    }).toString();
  return (
    <Panel title={labels.badges}>
      <p>{labels.badgesHint}</p>
      <div className="badge-fields">
        <TextField
          label={labels.badgeWord}
          value={label}
          maxLength={40}
          placeholder={labels.hitsWord}
          onValue={setLabel}
        />
        <TextField
          label={labels.badgeColour}
          value={colour}
          maxLength={7}
          placeholder="1a7f37"
          error={isColour ? undefined : labels.badgeColourError}
          onValue={setColour}
        />
      </div>
      <Badge
        path={`/badge/${site.uid}.svg?${toQuery(labels.hitsWord)}`}
        origin={origin}
        what={labels.hitsWord}
      />
      {data?.features.uptime && (
        <Badge
          path={`/badge/${site.uid}/uptime.svg?${toQuery(labels.uptimeWord)}`}
          origin={origin}
          what={labels.uptimeWord}
        />
      )}
    </Panel>
  );
}

const Badge = ({
  path,
  origin,
  what,
}: {
  readonly path: string;
  readonly origin: string;
  readonly what: string;
}) => (
  <div className="badge">
    <img src={toAddress(path)} alt={labels.badgeAlt(what)} height={20} />
    <CopyBox
      text={`<img src="${origin}${path.replaceAll('&', '&amp;')}" alt="${what}">`}
      what={labels.badgeName(what)}
    />
  </div>
);
