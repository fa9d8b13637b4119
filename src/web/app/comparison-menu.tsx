import { GitCompareArrows } from 'lucide-react';
import * as labels from '../labels/shell.tsx';
import { Menu } from '../ui/menu.tsx';
import { COMPARISONS, type Comparison } from '../view.ts';
import { useView } from './use-view.ts';

const WORDS: Readonly<Record<Comparison, string>> = {
  none: labels.noComparison,
  previous_period: labels.previousPeriod,
  previous_year: labels.yearBefore,
};

/** The menu for choosing a comparison. */
export function ComparisonMenu() {
  const { view, change } = useView();
  // Nothing comes before all time.
  if (view.period === 'all') return null;
  const words = view.compare === 'none' ? WORDS.none : labels.vs(WORDS[view.compare].toLowerCase());
  return (
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
        onSelect: () => change({ compare }),
      }))}
    />
  );
}
