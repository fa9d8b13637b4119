import * as shared from '../../labels/shared.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder of the list of sites. */
export function SitesSkeleton() {
  return (
    <div className="sites" role="status">
      <span className="visually-hidden">{shared.loading}</span>
      <Skeleton height="6.5rem" />
      <div className="site-rows">
        {Array.from({ length: 5 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Skeleton key={index} height="4rem" />
        ))}
      </div>
    </div>
  );
}
