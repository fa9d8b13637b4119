/** The state of a site: switched off, uptime, issues. */

import { Link } from 'wouter';
import { useTimeZone } from '../../app/user.ts';
import { formatDateTime, formatRecent } from '../../format.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import type { ListedSite } from './site-numbers.ts';

export function SiteStatus({ site }: { readonly site: ListedSite }) {
  const issues = site.status?.open_content_issues ?? 0;
  return (
    <span className="site-status">
      {!site.active && <span className="tag warn">{shared.switchedOff}</span>}
      <Uptime site={site} />
      {issues > 0 && (
        <Link href={`/sites/${site.id}/monitoring`} className="tag warn above">
          {labels.issueCount(issues)}
          <span className="visually-hidden">{labels.inContentOf(site.label)}</span>
        </Link>
      )}
    </span>
  );
}

function Uptime({ site: { id, label, status } }: { readonly site: ListedSite }) {
  switch (status?.uptime) {
    case 'up':
      return (
        <span className="site-up">
          <span className="dot" aria-hidden="true" /> {shared.up}
        </span>
      );
    case 'down':
    case 'paused':
      return (
        <Link href={`/sites/${id}/monitoring`} className="tag bad above">
          {status.uptime === 'down' ? <Down since={status.down_since} /> : labels.downForDays}
          <span className="visually-hidden">: {label}</span>
        </Link>
      );
    case 'unknown':
      return <span className="soft">{labels.notCheckedYet}</span>;
    default:
      return null;
  }
}

/** Down, and since when. */
function Down({ since }: { readonly since: string | null }) {
  const timeZone = useTimeZone();
  if (since === null) return shared.down;
  return (
    <time dateTime={since} title={formatDateTime(since, timeZone)}>
      {labels.downSince(formatRecent(since, timeZone))}
    </time>
  );
}
