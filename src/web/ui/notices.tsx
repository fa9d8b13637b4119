/** What stands where there is nothing to show: an empty state that teaches, or a error that says what to do. */

import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';
import * as labels from '../labels/ui.ts';
import { Button } from './button.tsx';

export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="soft">{children}</div>}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div className="empty" role="alert">
      <p className="empty-title">{labels.thisCouldNotBeRead}</p>
      <p className="soft">{error instanceof ApiError ? error.message : String(error)}</p>
      {onRetry && (
        <Button isSmall onClick={onRetry}>
          {labels.tryAgain}
        </Button>
      )}
    </div>
  );
}
