/** Expiry dates of the certificate and the domain. */

import { toDay } from '../../../lib/time.ts';
import { useTimeZone } from '../../app/user.ts';
import { formatDaysLeft } from '../../charts/uptime-labels.ts';
import { formatDay } from '../../format.ts';
import * as labels from '../../labels/monitoring.tsx';
import type { Uptime } from './uptime-answer.ts';

type Monitor = Uptime['monitor'];

export function Expiries({ monitor: { ssl, domain, url } }: { readonly monitor: Monitor }) {
  return (
    <dl className="expiries">
      <div>
        <dt>{labels.certificate}</dt>
        <dd>
          {ssl ? (
            <Expiry expiry={ssl} error={ssl.valid || ssl.expired ? undefined : labels.certificateInvalid} />
          ) : (
            <span className="soft">
              {url.startsWith('https:') ? labels.notSeenYet : labels.noCertificate}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{labels.domain}</dt>
        <dd>{domain ? <Expiry expiry={domain} /> : <span className="soft">{labels.domainUnknown}</span>}</dd>
      </div>
    </dl>
  );
}

function Expiry({
  expiry: { expires_at, days_until_expiry, expired, expiring_soon },
  error,
}: {
  readonly expiry: Pick<
    NonNullable<Monitor['domain']>,
    'expires_at' | 'days_until_expiry' | 'expired' | 'expiring_soon'
  >;
  readonly error?: string | undefined;
}) {
  const timeZone = useTimeZone();
  const tone = expired || error ? 'tag bad' : expiring_soon ? 'tag warn' : undefined;
  return (
    <>
      <span className={tone}>{formatDaysLeft(days_until_expiry)}</span>{' '}
      <span className="soft">({formatDay(toDay(new Date(expires_at), timeZone))})</span>
      {error !== undefined && <p className="error">{error}</p>}
    </>
  );
}
