import * as shared from '../labels/shared.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Placeholder of a page that is loading. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status">
      <span className="visually-hidden">{shared.loading}</span>
      <Skeleton width="12rem" height="2rem" />
      <Skeleton height="20rem" />
    </div>
  );
}
