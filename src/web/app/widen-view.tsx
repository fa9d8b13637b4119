/** Buttons that widen the view of a report that is empty; nothing where the view is as wide already. */

import * as shared from '../labels/shared.tsx';
import { Button } from '../ui/button.tsx';
import { useView } from './use-view.ts';

export function ShowAllTimeButton() {
  const { view, change } = useView();
  if (view.period === 'all') return null;
  return (
    <Button isSmall onClick={() => change({ period: 'all', from: null, to: null })}>
      {shared.showAllTime}
    </Button>
  );
}

export function ClearFiltersButton() {
  const { view, change } = useView();
  if (view.filters.length === 0) return null;
  return (
    <Button isSmall onClick={() => change({ filters: [] })}>
      {shared.clearFilters}
    </Button>
  );
}
