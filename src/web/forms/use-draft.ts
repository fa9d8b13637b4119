/** Fields as somebody is changing them, over those that are saved. */

import { useState } from 'react';
import * as labels from '../labels/forms.ts';
import { useToast } from '../ui/toasts.tsx';
import { useSubmit } from './form.tsx';
import { pickChanges } from './pick-changes.ts';

export interface Draft<Fields> {
  /** As the form shows them. */
  readonly fields: Fields;
  /** Those that differ from what is saved. */
  readonly changes: Partial<Fields>;
  readonly isUnsaved: boolean;
  readonly set: (part: Partial<Fields>) => void;
  readonly reset: () => void;
  /** Another number after each reset: a key for fields with a state of their own. */
  readonly round: number;
}

export function useDraft<Fields extends object>(saved: Fields): Draft<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [round, setRound] = useState(1);
  const changes = pickChanges(saved, edits);
  return {
    fields: { ...saved, ...edits },
    changes,
    isUnsaved: Object.keys(changes).length > 0,
    set: part => setEdits(before => ({ ...before, ...part })),
    reset: () => {
      setEdits({});
      setRound(round + 1);
    },
    round,
  };
}

/** Sends what has changed; `send` comes back when the page shows the saved state. */
export function useSave<Fields extends object>(
  draft: Draft<Fields>,
  names: readonly string[],
  send: (changes: Partial<Fields>) => Promise<unknown>,
) {
  const toast = useToast();
  return useSubmit(names, async () => {
    if (!draft.isUnsaved) return toast(labels.nothingHasChangedThereIs);
    await send(draft.changes);
    draft.reset();
    toast(labels.saved);
  });
}
