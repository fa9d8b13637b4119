import { useId } from 'react';
import { useTimeZone } from '../../app/user.ts';
import { formatCountry } from '../../format.ts';
import * as shared from '../../labels/shared.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** A suppressed spam hit. */
export interface SpamHit {
  readonly id: number;
  readonly path: string | null;
  readonly referrer: string | null;
  readonly country: string | null;
  readonly created_at: string;
  readonly reason: string;
}

export function SpamRow({
  hit,
  isChosen,
  onChoose,
}: {
  readonly hit: SpamHit;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  const id = useId();
  const timeZone = useTimeZone();
  return (
    <li className="row spam-row">
      <input type="checkbox" id={id} checked={isChosen} onChange={event => onChoose(event.target.checked)} />
      <label className="row-main" htmlFor={id}>
        <UntrustedText text={hit.referrer ?? shared.noReferrer} isCut />
        <span className="hint">
          <UntrustedText text={hit.path ?? '/'} isCut />
        </span>
        <span className="hint">
          <UntrustedText text={hit.reason} /> · {formatCountry(hit.country ?? 'XX')} ·{' '}
          <RelativeTime at={hit.created_at} timeZone={timeZone} />
        </span>
      </label>
    </li>
  );
}
