/** Icons before names: of referrers, sources, browsers, systems, devices and crawlers; flags of countries. */

import { Bot, Globe, type LucideIcon, Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { findOwn } from '../../lib/find-own.ts';
import { isHost } from '../../lib/url.ts';
import { toAddress, toFileAddress } from '../base-path.ts';
import { hostOf } from '../format.ts';
import { findBrandOfHost, findBrandOfName, type Sheet, sheetOf } from '../icons/brands.ts';
import devices from '../icons/brands-devices.svg';
import others from '../icons/brands-others.svg';
import sources from '../icons/brands-sources.svg';
import { Flag } from './flag.tsx';

/** What is at hand without asking the server for favicons: on pages for everybody there are no others. */
export interface IconSource {
  readonly hasFavicons?: boolean;
}

const DRAWINGS: Readonly<Record<Sheet, string>> = { sources, devices, others };

const Brand = ({ id }: { readonly id: string }) => (
  <svg className="value-icon" aria-hidden="true">
    <use href={`${toFileAddress(DRAWINGS[sheetOf(id)])}#${id}`} />
  </svg>
);

const brandOf = (name: string): ReactNode => {
  const id = findBrandOfName(name);
  return id === undefined ? undefined : <Brand id={id} />;
};

const GLOBE = <Globe className="value-icon" aria-hidden="true" />;
const EMPTY = <span className="value-icon" />;

/** The icon of a host: one that the dashboard carries, or its favicon, which the server fetches. */
export function HostIcon({ host, hasFavicons = true }: IconSource & { readonly host: string }) {
  const id = findBrandOfHost(host);
  if (id !== undefined) return <Brand id={id} />;
  const sent = hostOf(`https://${host}`);
  if (!hasFavicons || !host.includes('.') || !isHost(sent)) return GLOBE;
  return (
    <img
      className="value-icon"
      src={toAddress(`/favicons/${encodeURIComponent(sent)}`)}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      decoding="async"
    />
  );
}

type Draw = (value: string, source: IconSource) => ReactNode;

const DEVICES: Readonly<Record<string, LucideIcon>> = { mobile: Smartphone, desktop: Monitor };

const ICONS = {
  country: value => <Flag code={value} />,
  host: (host, source) => <HostIcon host={host} {...source} />,
  url: (url, source) => <HostIcon host={hostOf(url)} {...source} />,
  source: (name, source) => brandOf(name) ?? <HostIcon host={name} {...source} />,
  browser: name => brandOf(name) ?? GLOBE,
  platform: name => brandOf(name) ?? <Monitor className="value-icon" aria-hidden="true" />,
  device: name => {
    const Device = findOwn(DEVICES, name);
    return Device ? <Device className="value-icon" aria-hidden="true" /> : EMPTY;
  },
  agent: name => brandOf(name) ?? <Bot className="value-icon" aria-hidden="true" />,
} as const satisfies Readonly<Record<string, Draw>>;

/** What a value is, as far as its icon goes. */
export type IconKind = keyof typeof ICONS;

/** The icon of a value; an empty box without one, so that names of a list stay below each other. */
export function ValueIcon({
  kind,
  value,
  ...source
}: IconSource & { readonly kind: IconKind; readonly value: string | null }) {
  const draw: Draw = ICONS[kind];
  return value === null || value === '' ? EMPTY : draw(value, source);
}

/** A value within a line of text, with its icon. */
export const NamedValue = ({
  children,
  ...value
}: {
  readonly kind: IconKind;
  readonly value: string;
  readonly children: ReactNode;
}) => (
  <span className="named-value">
    <ValueIcon {...value} /> {children}
  </span>
);
