import { useState } from 'react';
import type { Breakdown, BreakdownPanelDefinition } from './breakdown-definitions.ts';

const STORAGE_KEY = 'footfall-lists';

function readStoredLists(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {};
  } catch {
    return {};
  }
}

function storeList(panel: string, by: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readStoredLists(), [panel]: by }));
  } catch {
    // A browser that keeps nothing shows it until the page is left.
  }
}

/** Which of a panel's lists is shown; the browser keeps it for the next time. */
export function useChosenList({ id, lists }: BreakdownPanelDefinition) {
  const [by, setBy] = useState(() => readStoredLists()[id]);
  const breakdown: Breakdown = lists.find(list => list.by === by) ?? lists[0];
  /** `isPassing`: for now only. */
  const choose = (next: string, isPassing = false) => {
    setBy(next);
    if (!isPassing) storeList(id, next);
  };
  return { breakdown, choose };
}
