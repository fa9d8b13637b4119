/** A dialog for choosing any range of days; its calendar is loaded on demand. */

import { lazy, Suspense, useState } from 'react';
import { MAX_RANGE_DAYS } from '../../core/limits.ts';
import type { Day } from '../../core/span.ts';
import { countDays, isDay } from '../../lib/time.ts';
import { TextField } from '../forms/field.tsx';
import * as texts from '../labels/range-dialog.ts';
import * as shared from '../labels/shared.tsx';
import { formatDays } from '../period-labels.ts';
import { addStyles } from '../ui/add-styles.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { DayRange } from './range-calendar.tsx';
import styles from './range-dialog.css' with { type: 'text' };

addStyles(styles);

const RangeCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).RangeCalendar }));

interface RangeFormProps {
  /** The days that are chosen at first. */
  readonly range: DayRange;
  readonly today: Day;
  readonly onApply: (range: DayRange) => void;
  readonly onClose: () => void;
}

export function RangeDialog({
  title,
  isOpen,
  ...form
}: RangeFormProps & { readonly title: string; readonly isOpen: boolean }) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={form.onClose} isWide>
      <RangeForm {...form} />
    </Dialog>
  );
}

/** Returns what is wrong with a range; undefined when it is valid. */
function validateRange({ from, to }: DayRange): string | undefined {
  if (!isDay(from) || !isDay(to)) return texts.daysMissing;
  if (to < from) return texts.lastBeforeFirst;
  return countDays(from, to) > MAX_RANGE_DAYS ? texts.tooManyDays(MAX_RANGE_DAYS) : undefined;
}

function RangeForm({ range: first, today, onApply, onClose }: RangeFormProps) {
  const [range, setRange] = useState(first);
  const error = validateRange(range);
  const apply = () => {
    if (error !== undefined) return;
    onApply(range);
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
            label={texts.firstDay}
            type="date"
            value={range.from}
            onValue={from => setRange({ ...range, from })}
          />
          <TextField
            label={texts.lastDay}
            type="date"
            value={range.to}
            onValue={to => setRange({ ...range, to })}
          />
        </div>
        <p className={error === undefined ? 'soft' : 'error'} role="status">
          {error ?? texts.dayRange(formatDays(range.from, range.to), countDays(range.from, range.to))}
        </p>
        <div className="actions">
          <Button type="submit" variant="primary" aria-disabled={error !== undefined}>
            {texts.applyRange}
          </Button>
          <Button onClick={onClose}>{shared.cancel}</Button>
        </div>
      </div>
    </form>
  );
}
