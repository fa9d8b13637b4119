import { ApiError } from '../api.ts';
import * as labels from '../labels/ui.ts';
import { Button } from './button.tsx';

/** Replaces content that could not be loaded, with a button to try again. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}) {
  return (
    <div className="empty" role="alert">
      <p className="empty-title">{labels.readFailed}</p>
      <p className="soft">{error instanceof ApiError ? error.message : String(error)}</p>
      {onRetry && (
        <Button isSmall onClick={() => void onRetry()}>
          {labels.tryAgain}
        </Button>
      )}
    </div>
  );
}
