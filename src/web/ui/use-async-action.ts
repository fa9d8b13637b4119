import { useCallback, useState } from 'react';
import { toErrorMessage } from '../api.ts';
import { useToast } from './toasts.tsx';

/** Something that takes a while: `isBusy` until it is done or has failed. Why it failed is told by a message. */
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
