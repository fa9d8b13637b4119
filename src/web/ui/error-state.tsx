import { ApiError, hasNoAnswer } from '../api.ts';
import { useIsConnectionLost } from '../connection.ts';
import * as labels from '../labels/ui.ts';
import { Button } from './button.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** Replaces content that could not be loaded, with a button to try again. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}) {
  // One line at the top says it for all, and what failed is read again by itself.
  const isWaiting = useIsConnectionLost() && hasNoAnswer(error);
  if (isWaiting) return <SkeletonRows count={3} />;
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
