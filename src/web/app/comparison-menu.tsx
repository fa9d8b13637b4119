import { GitCompareArrows } from 'lucide-react';
import { Menu } from '../ui/menu.tsx';
import { COMPARISONS, type Comparison } from '../view.ts';
import { useView } from './use-view.ts';

const WORDS: Readonly<Record<Comparison, string>> = {
  none: 'No comparison',
  previous_period: 'Previous period',
  previous_year: 'Year before',
};

/** With which earlier days the numbers are compared. */
export function ComparisonMenu() {
  const { view, change } = useView();
  // All time has nothing before it.
  if (view.period === 'all') return null;
  const words = view.compare === 'none' ? WORDS.none : `vs ${WORDS[view.compare].toLowerCase()}`;
  return (
    <Menu
      label={`Comparison: ${words}`}
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
