import { teamAccountId } from '../../api-url.ts';
import { useUserSettings } from '../../app/user.ts';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { toTimeZoneOption } from '../../forms/time-zones.ts';
import * as labels from '../../labels/site-settings.tsx';
import { type PartProps, useSiteSettings } from './use-site-settings.ts';

/** How often the settings check whether past days have been recounted. */
const REFETCH_MS = 5_000;

/** A field for the time zone in which the days of a site begin; an empty value is that of the account. */
export function SiteTimeZone({
  site,
  settings,
  ...field
}: PartProps & {
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (zone: string) => void;
}) {
  const isRebuilding = settings.sums === 'rebuilding';
  useSiteSettings(site.id, isRebuilding && REFETCH_MS);
  const userZone = useUserSettings().data?.settings.time_zone;
  // The zone of a team's owner is known only while the site has none of its own.
  const accountZone = settings.time_zone === null ? site.zone : teamAccountId === null ? userZone : undefined;
  const inherited = {
    label: labels.accountTimeZone(accountZone && toTimeZoneOption(accountZone).label),
    zone: accountZone ?? site.zone ?? 'UTC',
  };
  return (
    <>
      <TimeZoneField {...field} inherited={inherited} hint={labels.siteTimeZoneHint} />
      {isRebuilding && (
        <p className="hint" role="status">
          {labels.rebuildingDays}
        </p>
      )}
    </>
  );
}
