import type { CSSProperties } from 'react';
import * as shared from '../labels/shared.tsx';

/** A placeholder for content that is loading. */
export function Skeleton({ width, height = '1em' }: { readonly width?: string; readonly height?: string }) {
  const style: CSSProperties = { height, ...(width === undefined ? {} : { width }) };
  return <span className="skeleton" style={style} aria-hidden="true" />;
}

/** Placeholders for the rows of a list that is loading; as many as will come, so that nothing jumps. */
export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  return (
    <div className="skeleton-rows" role="status">
      <span className="visually-hidden">{shared.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height="2.25rem" />
      ))}
    </div>
  );
}
