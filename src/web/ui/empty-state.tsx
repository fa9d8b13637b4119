import type { ReactNode } from 'react';

/** Replaces content where there is none: says what would be here, and how to get it. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="soft">{children}</div>}
    </div>
  );
}
