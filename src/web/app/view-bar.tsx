/** The bar above reports: period, comparison and filters. One row, also on a phone. */
import * as labels from '../labels/shell.tsx';
import { AddFilter } from './add-filter.tsx';
import { ComparisonMenu } from './comparison-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { PeriodPicker } from './period-picker.tsx';

export function ViewBar({
  siteId,
  hasComparison = true,
}: {
  /** Site whose values are suggested; without one there are no filters. */
  readonly siteId?: number;
  readonly hasComparison?: boolean;
}) {
  return (
    <search className="view-bar" aria-label={labels.whatIsShown}>
      <div className="view-bar-row">
        <PeriodPicker />
        {hasComparison && <ComparisonMenu />}
        {siteId !== undefined && <AddFilter siteId={siteId} />}
      </div>
      {siteId !== undefined && <FilterChips />}
    </search>
  );
}
