import { useCallback, useState } from 'react';
import { toErrorMessage } from '../api.ts';
import { useToast } from './toasts.tsx';

/** Runs an asynchronous action: `isBusy` until it has settled; a failure is shown as a toast. */
export function useAsyncAction(): {
  readonly isBusy: boolean;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
} {
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<void> => {
      setIsBusy(true);
      try {
        await work();
      } catch (error) {
        toast(toErrorMessage(error), { isError: true });
      } finally {
        setIsBusy(false);
      }
    },
    [toast],
  );
  return { isBusy, run };
}
