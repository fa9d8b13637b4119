/** The popover for adding a filter; what it holds is loaded when it is opened. */

import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import * as labels from '../labels/shell.tsx';
import { Popover } from '../ui/popover.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }));

export function AddFilter({ siteId }: { readonly siteId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      title={labels.addFilter}
      shortcut="add-filter"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <>
          <ListFilter size={16} aria-hidden="true" />
          <span className="view-bar-long">{labels.filter}</span>
        </>
      }
    >
      <Suspense fallback={<SkeletonRows count={8} />}>
        <FilterForm siteId={siteId} onDone={() => setIsOpen(false)} />
      </Suspense>
    </Popover>
  );
}
