/** One row of the feed: what it was, where, and by whom. */
import { Bot, Eye, Heart, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LiveRow } from '../../app/use-live.ts';
import { formatCountry, formatMoment, formatTime } from '../../format.ts';
import { Outside } from '../../ui/outside.tsx';
import { hostOf, overviewOf } from './links.ts';

const KIND_FACTS = {
  hit: { name: 'Hit', Icon: Eye },
  event: { name: 'Event', Icon: Zap },
  kudo: { name: 'Kudo', Icon: Heart },
  agent_visit: { name: 'Agent visit', Icon: Bot },
} as const;

const textOf = (row: LiveRow, field: string): string | undefined => {
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
  const { name, Icon } = KIND_FACTS[row.type];
  const at = String(row['created_at']);
  const path = textOf(row, 'path');
  return (
    <li className={`live-entry ${row.type}`}>
      <time dateTime={at} title={`${formatMoment(at, timeZone)} (${timeZone})`} className="soft">
        {formatTime(at, timeZone)}
      </time>
      <span className="live-icon" title={name}>
        <Icon size={16} aria-hidden="true" />
        <span className="visually-hidden">{name}</span>
      </span>
      <span className="live-what">
        <Subject row={row} />
        {path !== undefined && (
          <Link href={overviewOf(siteId, 'path', path)} className="live-path">
            <Outside text={path} isCut />
          </Link>
        )}
      </span>
      <span className="live-who soft">
        <Who row={row} />
      </span>
    </li>
  );
}

/** What stands before the page; nothing for a hit. */
function Subject({ row }: { readonly row: LiveRow }) {
  const value = textOf(row, 'value');
  if (row.type === 'event') {
    return (
      <b className="live-subject">
        <Outside text={textOf(row, 'event') ?? ''} isCut />
        {value !== undefined && (
          <span className="tag">
            <Outside text={value} isCut />
          </span>
        )}
      </b>
    );
  }
  if (row.type !== 'agent_visit') return null;
  return (
    <b className="live-subject">
      <Outside text={textOf(row, 'agent_name') ?? ''} isCut />
    </b>
  );
}

function Who({ row }: { readonly row: LiveRow }) {
  const country = textOf(row, 'country');
  const [browser, platform] = [textOf(row, 'browser_name'), textOf(row, 'platform_name')];
  const from = textOf(row, 'source') ?? hostWithin(textOf(row, 'referrer'));
  const parts: ReactNode[] = [
    country !== undefined && country !== 'XX' && <Outside key="country" text={formatCountry(country)} />,
    browser !== undefined && (
      <Outside key="browser" text={platform === undefined ? browser : `${browser} on ${platform}`} />
    ),
    row.type === 'agent_visit' && <Outside key="by" text={textOf(row, 'provider') ?? ''} />,
    from !== undefined && (
      <span key="from">
        from <Outside text={from} />
      </span>
    ),
  ].filter(Boolean);
  return <span className="dotted">{parts}</span>;
}

const hostWithin = (referrer: string | undefined) => (referrer === undefined ? undefined : hostOf(referrer));
