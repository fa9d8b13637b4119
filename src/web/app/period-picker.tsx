/** The period picker: named periods, custom ranges, previous and next period. */

import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addDays, toDay } from '../../lib/time.ts';
import * as labels from '../labels/shell.tsx';
import { adjacentPeriod, formatPeriod, PERIOD_LABELS, toPeriod } from '../period-labels.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-popup.tsx';
import { type NamedPeriod, PERIOD_GROUPS, resolveDays } from '../view.ts';
import { toPeriodKey } from './shortcut-table.ts';
import { useShortcutSetting } from './shortcuts.tsx';
import { useView, type ViewState } from './use-view.ts';
import { useUserTimeZone } from './user.ts';

const RangeDialog = lazy(async () => ({ default: (await import('./range-dialog.tsx')).RangeDialog }));

/** The name of a period with the key that chooses it, where single keys do. */
function PeriodLabel({ period }: { readonly period: NamedPeriod }) {
  const [hasShortcuts] = useShortcutSetting();
  return (
    <>
      {PERIOD_LABELS[period]}
      {hasShortcuts && (
        <span className="menu-key" aria-hidden="true">
          <kbd>{toPeriodKey(period)}</kbd>
        </span>
      )}
    </>
  );
}

export function PeriodPicker() {
  const viewState = useView();
  const { view, change, timeZone } = viewState;
  const [isChoosing, setIsChoosing] = useState(false);
  const zones = useZones(viewState);
  const isUtc = view.zone === 'utc' && zones.length > 0;
  const today = toDay(new Date(), timeZone);
  const toItem = (period: NamedPeriod): MenuItem => ({
    label: <PeriodLabel period={period} />,
    isCurrent: view.period === period,
    onSelect: () => change({ period, from: null, to: null }),
  });
  return (
    <div className="period-picker">
      <StepButton direction={-1} viewState={viewState} />
      <Menu
        label={labels.period(formatPeriod(view), isUtc ? labels.utc : '')}
        shortcut="period"
        align="start"
        trigger={
          <>
            <CalendarDays size={16} aria-hidden="true" />
            {formatPeriod(view)}
            {isUtc && <span className="soft">{labels.utcTitle}</span>}
          </>
        }
        items={[
          ...PERIOD_GROUPS.flatMap(periods => [...periods.map(toItem), null]),
          {
            label: labels.chooseRange,
            isCurrent: view.period === 'custom',
            onSelect: () => setIsChoosing(true),
          },
          ...zones,
        ]}
      />
      <StepButton direction={1} viewState={viewState} />
      {isChoosing && (
        <Suspense fallback={null}>
          <RangeDialog
            title={labels.customRange}
            isOpen
            range={resolveDays(view, today) ?? { from: addDays(today, -29), to: today }}
            today={today}
            onApply={({ from, to }) => change(toPeriod(from, to, today))}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Menu items for the time zone of days; none for accounts on UTC. */
function useZones({ view, change }: ViewState): (MenuItem | null)[] {
  const zone = useUserTimeZone();
  if (zone === 'UTC') return [];
  return [
    null,
    { label: labels.daysOf(zone), isCurrent: view.zone === 'user', onSelect: () => change({ zone: 'user' }) },
    { label: labels.daysOfUtc, isCurrent: view.zone === 'utc', onSelect: () => change({ zone: 'utc' }) },
  ];
}

function StepButton({ direction, viewState }: { readonly direction: -1 | 1; readonly viewState: ViewState }) {
  const { view, change, timeZone } = viewState;
  const period = adjacentPeriod(view, direction, toDay(new Date(), timeZone));
  const name = direction === -1 ? labels.previousPeriod : labels.nextPeriod;
  return (
    <IconButton
      label={period ? labels.stepTo(name, formatPeriod(period)) : name}
      data-shortcut={direction === -1 ? 'earlier' : 'later'}
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
