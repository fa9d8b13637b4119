/** Drafts: unsaved edits over saved fields. */

import { useRef, useState } from 'react';
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
  /** Drops the edits that were saved; what was edited meanwhile stays. */
  readonly settle: (sent: Partial<Fields>) => void;
  /** Incremented whenever no edit is left: a key for fields with a state of their own. */
  readonly round: number;
}

export function useDraft<Fields extends object>(saved: Fields): Draft<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [round, setRound] = useState(1);
  const latest = useRef(edits);
  latest.current = edits;
  const changes = pickChanges(saved, edits);
  const keep = (left: Partial<Fields>): void => {
    setEdits(left);
    if (Object.keys(left).length === 0) setRound(before => before + 1);
  };
  return {
    fields: { ...saved, ...edits },
    changes,
    isUnsaved: Object.keys(changes).length > 0,
    set: part => setEdits(before => ({ ...before, ...part })),
    reset: () => keep({}),
    settle: sent => keep(pickChanges({ ...saved, ...sent }, latest.current)),
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
    const sent = draft.changes;
    await send(sent);
    draft.settle(sent);
    toast(labels.saved);
  });
}
