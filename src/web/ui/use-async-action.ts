import { useCallback, useState } from 'react';
import { toErrorMessage } from '../api.ts';
import { useToast } from './toasts.tsx';

/** Runs asynchronous actions: `isBusy` until one has settled; `run` shows a failure as a toast and returns whether it succeeded. */
export function useAsyncAction(): {
  readonly isBusy: boolean;
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
} {
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<boolean> => {
      setIsBusy(true);
      try {
        await work();
        return true;
      } catch (error) {
        toast(toErrorMessage(error), { isError: true });
        return false;
      } finally {
        setIsBusy(false);
      }
    },
    [toast],
  );
  return { isBusy, run };
}
