import { useState } from 'react';
import { useAsyncAction } from '../ui/use-async-action.ts';

/** Returns a value to show, the chosen one while it is being saved, and a function that saves another. */
export function useOptimisticSave<Value>(
  saved: Value,
  save: (value: Value) => Promise<unknown>,
): readonly [value: Value, change: (value: Value) => Promise<void>] {
  const { run } = useAsyncAction();
  const [pending, setPending] = useState<{ readonly value: Value } | null>(null);
  const change = async (value: Value): Promise<void> => {
    if (pending) return;
    setPending({ value });
    await run(() => save(value));
    setPending(null);
  };
  return [pending ? pending.value : saved, change];
}
