import { useId } from 'react';
import { useUserZone } from '../../app/user.ts';
import { formatCountry } from '../../format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Outside } from '../../ui/outside.tsx';
import type { SpamHit } from './spam-words.ts';

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
  const timeZone = useUserZone();
  return (
    <li className="row spam-row">
      <input type="checkbox" id={id} checked={isChosen} onChange={event => onChoose(event.target.checked)} />
      <label className="row-main" htmlFor={id}>
        <Outside text={hit.referrer ?? 'No referrer'} isCut />
        <span className="hint">
          <Outside text={hit.path ?? '/'} isCut />
        </span>
        <span className="hint">
          <Outside text={hit.reason} /> · {formatCountry(hit.country ?? 'XX')} ·{' '}
          <Moment at={hit.created_at} timeZone={timeZone} />
        </span>
      </label>
    </li>
  );
}
