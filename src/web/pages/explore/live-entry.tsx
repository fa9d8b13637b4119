/** A row of the live feed. */

import { Bot, Eye, Heart, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LiveRow } from '../../app/use-live.ts';
import { formatCountry, formatDateTime, formatTime } from '../../format.ts';
import * as labels from '../../labels/live.tsx';
import * as shared from '../../labels/shared.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { NamedValue } from '../../ui/value-icon.tsx';
import { hostWithoutWww, overviewHref } from './links.ts';

const ROW_KINDS = {
  hit: { name: labels.hit, Icon: Eye },
  event: { name: shared.event, Icon: Zap },
  kudo: { name: labels.kudo, Icon: Heart },
  agent_visit: { name: labels.agentVisit, Icon: Bot },
} as const;

const getText = (row: LiveRow, field: string): string | undefined => {
  const value = row[field];
  return value === null || value === undefined || value === '' ? undefined : String(value);
};

export function LiveEntry({
  siteId,
  row,
  timeZone,
}: {
  readonly siteId: number;
  readonly row: LiveRow;
  readonly timeZone: string;
}) {
  const { name, Icon } = ROW_KINDS[row.type];
  const at = String(row['created_at']);
  const path = getText(row, 'path');
  return (
    <li className={`live-entry ${row.type}`}>
      <time dateTime={at} title={`${formatDateTime(at, timeZone)} (${timeZone})`} className="soft">
        {formatTime(at, timeZone)}
      </time>
      <span className="live-icon" title={name}>
        <Icon size={16} aria-hidden="true" />
        <span className="visually-hidden">{name}</span>
      </span>
      <span className="live-what">
        <Subject row={row} />
        {path !== undefined && (
          <Link href={overviewHref(siteId, { name: 'path', value: path })} className="live-path">
            <UntrustedText text={path} isCut />
          </Link>
        )}
      </span>
      <span className="live-who soft">
        <VisitorSummary row={row} />
      </span>
    </li>
  );
}

/** The name of the event or agent; nothing for a hit. */
function Subject({ row }: { readonly row: LiveRow }) {
  const value = getText(row, 'value');
  if (row.type === 'event') {
    return (
      <b className="live-subject">
        <UntrustedText text={getText(row, 'event') ?? ''} isCut />
        {value !== undefined && (
          <span className="tag">
            <UntrustedText text={value} isCut />
          </span>
        )}
      </b>
    );
  }
  if (row.type !== 'agent_visit') return null;
  return (
    <b className="live-subject">
      <UntrustedText text={getText(row, 'agent_name') ?? ''} isCut />
    </b>
  );
}

function VisitorSummary({ row }: { readonly row: LiveRow }) {
  const country = getText(row, 'country');
  const [browser, platform] = [getText(row, 'browser_name'), getText(row, 'platform_name')];
  const from = getText(row, 'source') ?? referrerHost(getText(row, 'referrer'));
  const parts: ReactNode[] = [
    country !== undefined && country !== 'XX' && (
      <NamedValue key="country" kind="country" value={country}>
        <UntrustedText text={formatCountry(country)} />
      </NamedValue>
    ),
    browser !== undefined && (
      <NamedValue key="browser" kind="browser" value={browser}>
        <UntrustedText
          text={platform === undefined ? browser : labels.browserOnPlatform(browser, platform)}
        />
      </NamedValue>
    ),
    row.type === 'agent_visit' && (
      <NamedValue key="by" kind="agent" value={getText(row, 'provider') ?? ''}>
        <UntrustedText text={getText(row, 'provider') ?? ''} />
      </NamedValue>
    ),
    from !== undefined && (
      <NamedValue key="from" kind="source" value={from}>
        {labels.from(<UntrustedText text={from} />)}
      </NamedValue>
    ),
  ].filter(Boolean);
  return <span className="named-values">{parts}</span>;
}

const referrerHost = (referrer: string | undefined) =>
  referrer === undefined ? undefined : hostWithoutWww(referrer);
