import { useState } from 'react';
import { MAX_RANGE_DAYS } from '../../../core/limits.ts';
import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useTimeZone } from '../../app/user.ts';
import { formatDay } from '../../format.ts';
import { SelectField, TextField } from '../../forms/field.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { firstKeptDay, RETENTIONS, type Retention, toRetentionOption } from './retention-options.ts';

export function RetentionField({
  days,
  error,
  onDays,
}: {
  readonly days: number | null;
  readonly error: string | undefined;
  readonly onDays: (days: number | null) => void;
}) {
  const [isOwn, setIsOwn] = useState(toRetentionOption(days) === 'own');
  const [typed, setTyped] = useState(String(days ?? ''));
  const type = (value: string) => {
    setTyped(value);
    // The server reports invalid numbers at this field.
    onDays(Number(value) || 0);
  };
  const choose = (value: Retention) => {
    setIsOwn(value === 'own');
    if (value !== 'own') onDays(value === '' ? null : Number(value));
    else type(String(days ?? 365));
  };
  return (
    <>
      <SelectField
        label={labels.keepHits}
        hint={labels.keepHitsHint}
        value={isOwn ? 'own' : toRetentionOption(days)}
        options={RETENTIONS}
        error={isOwn ? undefined : error}
        onValue={choose}
      />
      {isOwn && (
        <TextField label={shared.days} inputMode="numeric" value={typed} error={error} onValue={type} />
      )}
    </>
  );
}

interface Overview {
  readonly figures: { readonly hits: number };
}

/** Warns what a retention period removes: from before which day, and how many hits where the API knows. */
export function RetentionWarning({ site, days }: { readonly site: Site; readonly days: number }) {
  const isCountable = Number.isInteger(days) && days >= 1 && days < MAX_RANGE_DAYS;
  const timeZone = useTimeZone();
  const now = new Date();
  const first = isCountable ? firstKeptDay(days, now, timeZone) : '';
  const { data } = useApi<Overview>(
    `/sites/${site.id}/overview`,
    { start_date: first, end_date: firstKeptDay(0, now, timeZone), time_zone: 'site' },
    { isEnabled: isCountable },
  );
  if (!Number.isInteger(days) || days < 1) return null;
  const going = data && Math.max(0, site.lifetime_hits - data.figures.hits);
  return (
    <p className="banner" role="status">
      {going === 0
        ? labels.nothingOlder(formatDay(first))
        : labels.removeHint(
            formatDay(firstKeptDay(days, now, timeZone)),
            going === undefined
              ? '.'
              : labels.removedHits(formatNumber(going), formatNumber(site.lifetime_hits)),
          )}
    </p>
  );
}
