/** Drafts: unsaved edits over saved fields. */

import { useState } from 'react';
import * as labels from '../labels/forms.ts';
import { useToast } from '../ui/toasts.tsx';
import { useSubmit } from './form.tsx';
import { pickChanges } from './pick-changes.ts';

export interface Draft<Fields> {
  /** Values that the form shows. */
  readonly fields: Fields;
  /** Edits that differ from the saved values. */
  readonly changes: Partial<Fields>;
  readonly isUnsaved: boolean;
  readonly set: (part: Partial<Fields>) => void;
  readonly reset: () => void;
  /** Incremented by each reset: a key for fields with a state of their own. */
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

/** Submits the changes of a draft; `send` resolves when the page shows the saved state. */
export function useSave<Fields extends object>(
  draft: Draft<Fields>,
  names: readonly string[],
  send: (changes: Partial<Fields>) => Promise<unknown>,
) {
  const toast = useToast();
  return useSubmit(names, async () => {
    if (!draft.isUnsaved) return toast(labels.nothingChanged);
    await send(draft.changes);
    draft.reset();
    toast(labels.saved);
  });
}
