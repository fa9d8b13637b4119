/** The days that are shown: some that have a name, any others, and the way to those before and after. */
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { dayOf } from '../days.ts';
import { nameOfPeriod, neighbourOf, PERIOD_WORDS } from '../periods.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { PERIODS } from '../view.ts';
import { RangeDialog } from './range-dialog.tsx';
import { useView, type ViewInUse } from './use-view.ts';
import { useUserZone } from './user.ts';

export function PeriodPicker() {
  const inUse = useView();
  const { view, change, timeZone } = inUse;
  const [isChoosing, setIsChoosing] = useState(false);
  const zones = useZones(inUse);
  const isElsewhere = view.zone === 'utc' && zones.length > 0;
  const named = PERIODS.filter(period => period !== 'custom').map(
    (period): MenuItem => ({
      label: PERIOD_WORDS[period],
      isCurrent: view.period === period,
      onSelect: () => change({ period, from: null, to: null }),
    }),
  );
  return (
    <div className="period-picker">
      <Step direction={-1} inUse={inUse} />
      <Menu
        label={`Period: ${nameOfPeriod(view)}${isElsewhere ? ' UTC' : ''}`}
        shortcut="period"
        align="start"
        trigger={
          <>
            <CalendarDays size={16} aria-hidden="true" />
            {nameOfPeriod(view)}
            {isElsewhere && <span className="soft">UTC</span>}
          </>
        }
        items={[
          ...named,
          { label: 'Choose days…', isCurrent: view.period === 'custom', onSelect: () => setIsChoosing(true) },
          ...zones,
        ]}
      />
      <Step direction={1} inUse={inUse} />
      <RangeDialog
        isOpen={isChoosing}
        today={dayOf(new Date(), timeZone)}
        onClose={() => setIsChoosing(false)}
      />
    </div>
  );
}

/** Where days begin and end; no question for those whose account is on UTC. */
function useZones({ view, change }: ViewInUse): (MenuItem | null)[] {
  const zone = useUserZone();
  if (zone === 'UTC') return [];
  return [
    null,
    { label: `Days of ${zone}`, isCurrent: view.zone === 'user', onSelect: () => change({ zone: 'user' }) },
    { label: 'Days of UTC', isCurrent: view.zone === 'utc', onSelect: () => change({ zone: 'utc' }) },
  ];
}

function Step({ direction, inUse }: { readonly direction: -1 | 1; readonly inUse: ViewInUse }) {
  const { view, change, timeZone } = inUse;
  const period = neighbourOf(view, direction, dayOf(new Date(), timeZone));
  const name = direction === -1 ? 'Earlier' : 'Later';
  return (
    <IconButton
      label={period ? `${name}: ${nameOfPeriod(period)}` : name}
      data-shortcut={name.toLowerCase()}
      aria-disabled={period === null}
      onClick={() => period && change(period)}
    >
      {direction === -1 ? (
        <ChevronLeft size={18} aria-hidden="true" />
      ) : (
        <ChevronRight size={18} aria-hidden="true" />
      )}
    </IconButton>
  );
}
