/** Where a public site's numbers are to be had: its page, a frame, badges. */
import { useState } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import { TextField } from '../../forms/field.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFeatures } from './use-features.ts';

interface LinksProps {
  readonly site: Site;
  readonly origin: string;
}

export function PublicLinks({ site, origin, isEmbeddable }: LinksProps & { readonly isEmbeddable: boolean }) {
  const path = `/public/${site.uid}`;
  return (
    <>
      <Panel
        title="Its address"
        aside={
          <a href={path} target="_blank" rel="noopener">
            Open the page
          </a>
        }
      >
        <CopyBox text={origin + path} what="the address of the public page" />
        {isEmbeddable && (
          <>
            <p>In a page of yours:</p>
            <CopyBox
              text={`<iframe src="${origin}${path}?embed=true" title="Statistics" width="100%" height="900" style="border:0"></iframe>`}
              what="the frame"
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
  const query = new URLSearchParams({
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(colour === '' || !isColour ? {} : { color: colour.replace('#', '') }),
  }).toString();
  const ends = query === '' ? '' : `?${query}`;
  return (
    <Panel title="Badges">
      <p>Pictures with a number, for a page or a readme. They need no script.</p>
      <div className="badge-fields">
        <TextField
          label="Word on the left"
          value={label}
          maxLength={40}
          placeholder="hits"
          onValue={setLabel}
        />
        <TextField
          label="Colour of the number"
          value={colour}
          maxLength={7}
          placeholder="1a7f37"
          error={isColour ? undefined : 'A colour is 3 or 6 hexadecimal digits, such as 1a7f37'}
          onValue={setColour}
        />
      </div>
      <Badge path={`/badge/${site.uid}.svg${ends}`} origin={origin} what="hits" />
      {data?.features.uptime && (
        <Badge path={`/badge/${site.uid}/uptime.svg${ends}`} origin={origin} what="uptime" />
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
    <img src={path} alt={`Badge with the ${what}`} height={20} />
    <CopyBox
      text={`<img src="${origin}${path.replaceAll('&', '&amp;')}" alt="${what}">`}
      what={`the badge of ${what}`}
    />
  </div>
);
