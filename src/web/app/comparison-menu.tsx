import { GitCompareArrows } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addDays, countDays, toDay } from '../../lib/time.ts';
import * as labels from '../labels/shell.tsx';
import { formatDays } from '../period-labels.ts';
import { Menu } from '../ui/menu.tsx';
import { COMPARISONS, type Comparison, resolveDays, type View } from '../view.ts';
import type { DayRange } from './range-calendar.tsx';
import { useView } from './use-view.ts';

const RangeDialog = lazy(async () => ({ default: (await import('./range-dialog.tsx')).RangeDialog }));

const WORDS: Readonly<Record<Comparison, string>> = {
  none: labels.noComparison,
  matching_period: labels.previousPeriod,
  previous_year: labels.previousYear,
  custom: labels.chooseRange,
};

const describe = ({ compare, compareFrom, compareTo }: View): string => {
  if (compare === 'custom' && compareFrom && compareTo) return labels.vs(formatDays(compareFrom, compareTo));
  return compare === 'previous_year'
    ? labels.vsPreviousYear
    : compare === 'matching_period'
      ? labels.vsPreviousPeriod
      : labels.noComparison;
};

/** Returns the days of a comparison to begin with: the chosen ones, or as many as are shown right before them. */
function firstChoice(view: View, today: string): DayRange {
  const { compareFrom, compareTo } = view;
  if (compareFrom && compareTo) return { from: compareFrom, to: compareTo };
  const { from, to } = resolveDays(view, today) ?? { from: today, to: today };
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
}

/** The menu for choosing a comparison. */
export function ComparisonMenu() {
  const { view, change, timeZone } = useView();
  const [isChoosing, setIsChoosing] = useState(false);
  // Nothing comes before all time.
  if (view.period === 'all') return null;
  const words = describe(view);
  const today = toDay(new Date(), timeZone);
  return (
    <>
      <Menu
        label={labels.comparison(words)}
        shortcut="comparison"
        trigger={
          <>
            <GitCompareArrows size={16} aria-hidden="true" />
            <span className="view-bar-long">{words}</span>
          </>
        }
        items={COMPARISONS.map(compare => ({
          label: WORDS[compare],
          isCurrent: compare === view.compare,
          onSelect: () =>
            compare === 'custom'
              ? setIsChoosing(true)
              : change({ compare, compareFrom: null, compareTo: null }),
        }))}
      />
      {isChoosing && (
        <Suspense fallback={null}>
          <RangeDialog
            title={labels.chooseComparedDays}
            isOpen
            range={firstChoice(view, today)}
            today={today}
            onApply={({ from, to }) => change({ compare: 'custom', compareFrom: from, compareTo: to })}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
