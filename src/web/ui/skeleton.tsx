import type { CSSProperties } from 'react';
import * as labels from '../labels/ui.ts';

/** A grey place where something is about to be. */
export function Skeleton({ width, height = '1em' }: { readonly width?: string; readonly height?: string }) {
  const style: CSSProperties = { height, ...(width === undefined ? {} : { width }) };
  return <span className="skeleton" style={style} aria-hidden="true" />;
}

/** Lines of a list that is on its way; as many as will come, so that nothing moves. */
export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  return (
    <div className="skeleton-rows" role="status">
      <span className="visually-hidden">{labels.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height="2.25rem" />
      ))}
    </div>
  );
}
