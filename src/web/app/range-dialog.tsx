/** A dialog for choosing any range of days; its calendar is loaded on demand. */

import { lazy, Suspense, useState } from 'react';
import { MAX_RANGE_DAYS } from '../../core/limits.ts';
import type { Day } from '../../core/span.ts';
import { addDays, countDays, isDay } from '../../lib/time.ts';
import { TextField } from '../forms/field.tsx';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { formatDays, toPeriod } from '../period-labels.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { resolveDays } from '../view.ts';
import { useView } from './use-view.ts';

const RangeCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).RangeCalendar }));

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export function RangeDialog({
  isOpen,
  today,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly today: Day;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={labels.chooseDaysTitle} isOpen={isOpen} onClose={onClose} isWide>
      <RangeForm today={today} onClose={onClose} />
    </Dialog>
  );
}

/** Returns what is wrong with a range; undefined when it is valid. */
function validateRange({ from, to }: DayRange): string | undefined {
  if (!isDay(from) || !isDay(to)) return labels.daysMissing;
  if (to < from) return labels.lastBeforeFirst;
  return countDays(from, to) > MAX_RANGE_DAYS ? labels.tooManyDays(MAX_RANGE_DAYS) : undefined;
}

function RangeForm({ today, onClose }: { readonly today: Day; readonly onClose: () => void }) {
  const { view, change } = useView();
  const [range, setRange] = useState<DayRange>(
    resolveDays(view, today) ?? { from: addDays(today, -29), to: today },
  );
  const error = validateRange(range);
  const apply = () => {
    if (error !== undefined) return;
    change(toPeriod(range.from, range.to, today));
    onClose();
  };
  return (
    <form
      className="range"
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      <Suspense fallback={<Skeleton height="21rem" />}>
        <RangeCalendar range={range} today={today} onRange={setRange} />
      </Suspense>
      <div className="range-side">
        <div className="range-days">
          <TextField
            label={labels.firstDay}
            type="date"
            value={range.from}
            onValue={from => setRange({ ...range, from })}
          />
          <TextField
            label={labels.lastDay}
            type="date"
            value={range.to}
            onValue={to => setRange({ ...range, to })}
          />
        </div>
        <p className={error === undefined ? 'soft' : 'error'} role="status">
          {error ?? labels.dayRange(formatDays(range.from, range.to), countDays(range.from, range.to))}
        </p>
        <div className="actions">
          <Button type="submit" variant="primary" aria-disabled={error !== undefined}>
            {labels.submitDays}
          </Button>
          <Button onClick={onClose}>{shared.cancel}</Button>
        </div>
      </div>
    </form>
  );
}
