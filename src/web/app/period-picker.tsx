/** The period picker: named periods, custom ranges, previous and next period. */

import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addDays, toDay } from '../../lib/time.ts';
import { teamAccountId } from '../api-url.ts';
import { toTimeZoneOption } from '../forms/time-zones.ts';
import * as labels from '../labels/shell.tsx';
import { adjacentPeriod, formatPeriod, PERIOD_LABELS, toPeriod } from '../period-labels.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-popup.tsx';
import {
  DEFAULT_VIEW,
  type NamedPeriod,
  PERIOD_GROUPS,
  resolveDays,
  type ZoneMode,
  type Zones,
} from '../view.ts';
import { toPeriodKey } from './shortcut-table.ts';
import { useShortcutSetting } from './shortcuts.tsx';
import { useView, type ViewState } from './use-view.ts';

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
  const zones = listZones(viewState.zones);
  // Beside the period where it is not the page's own: its city.
  const shownZone = zones[0]?.[1] === timeZone ? '' : (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ');
  const today = toDay(new Date(), timeZone);
  const toItem = (period: NamedPeriod): MenuItem => ({
    label: <PeriodLabel period={period} />,
    isCurrent: view.period === period,
    onSelect: () => change({ period, from: null, to: null }),
  });
  const toZoneItem = ([zone, at, label]: (typeof zones)[number], index: number): MenuItem => ({
    label,
    isCurrent: at === timeZone,
    onSelect: () => change({ zone: index === 0 ? DEFAULT_VIEW.zone : zone }),
  });
  return (
    <div className="period-picker">
      <StepButton direction={-1} viewState={viewState} />
      <Menu
        label={labels.period(formatPeriod(view), shownZone ? ` ${shownZone}` : '')}
        shortcut="period"
        align="start"
        trigger={
          <>
            <CalendarDays size={16} aria-hidden="true" />
            {formatPeriod(view)}
            {shownZone && <span className="soft">{shownZone}</span>}
          </>
        }
        items={[
          ...PERIOD_GROUPS.flatMap(periods => [...periods.map(toItem), null]),
          {
            label: labels.chooseRange,
            isCurrent: view.period === 'custom',
            onSelect: () => setIsChoosing(true),
          },
          ...(zones.length > 1 ? [null, ...zones.map(toZoneItem)] : []),
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

/** Lists whose days can be shown, with their time zones and labels: the page's own first, each zone once. */
function listZones({ user, site }: Zones): readonly (readonly [ZoneMode, string, string])[] {
  const ofUser = ['user', user, labels.yourZone(toTimeZoneOption(user).label)] as const;
  const own =
    site === undefined ? ofUser : (['site', site, labels.siteZone(toTimeZoneOption(site).label)] as const);
  const utc = ['utc', 'UTC', labels.utcTitle] as const;
  // Of a team, `user` is the owner's.
  const others = teamAccountId === null && user !== 'UTC' ? [ofUser, utc] : [utc];
  return [own, ...others.filter(([, timeZone]) => timeZone !== own[1])];
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
