import { useCallback, useState } from 'react';
import { reasonOf } from '../api.ts';
import { useToast } from './toasts.tsx';

/** Something that takes a while: `isBusy` until it is done or has failed. Why it failed is told by a message. */
export function useWork(): {
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
        toast(reasonOf(error), { isFault: true });
      } finally {
        setIsBusy(false);
      }
    },
    [toast],
  );
  return { isBusy, run };
}
