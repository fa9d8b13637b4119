/** What runs out one day: the certificate and the domain. */
import { useUserZone } from '../../app/user.ts';
import { dayOf } from '../../days.ts';
import { formatDay } from '../../format.ts';
import type { Uptime } from './uptime.tsx';
import { sayDaysLeft } from './words.ts';

type Monitor = Uptime['monitor'];

export function Expiries({ monitor: { ssl, domain, url } }: { readonly monitor: Monitor }) {
  return (
    <dl className="expiries">
      <div>
        <dt>Certificate</dt>
        <dd>
          {ssl ? (
            <Expiry
              expiry={ssl}
              fault={
                ssl.valid || ssl.expired
                  ? undefined
                  : 'Not valid for this address, or from nobody who is trusted'
              }
            />
          ) : (
            <span className="soft">
              {url.startsWith('https:') ? 'Not seen yet' : 'None: the site’s address is plain HTTP'}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Domain</dt>
        <dd>
          {domain ? <Expiry expiry={domain} /> : <span className="soft">Its registry has not told yet</span>}
        </dd>
      </div>
    </dl>
  );
}

function Expiry({
  expiry: { expires_at, days_until_expiry, expired, expiring_soon },
  fault,
}: {
  readonly expiry: Pick<
    NonNullable<Monitor['domain']>,
    'expires_at' | 'days_until_expiry' | 'expired' | 'expiring_soon'
  >;
  readonly fault?: string | undefined;
}) {
  const timeZone = useUserZone();
  const tone = expired || fault ? 'tag bad' : expiring_soon ? 'tag warn' : undefined;
  return (
    <>
      <span className={tone}>{sayDaysLeft(days_until_expiry)}</span>{' '}
      <span className="soft">
        {expired ? 'on' : 'until'} {formatDay(dayOf(new Date(expires_at), timeZone))}
      </span>
      {fault !== undefined && <p className="fault">{fault}</p>}
    </>
  );
}
