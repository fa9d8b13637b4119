import { useState } from 'react';
import type { Breakdown, BreakdownPanelDefinition } from './breakdown-definitions.ts';

const STORAGE_KEY = 'footfall-lists';

function readStoredLists(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
  } catch {
    return {};
  }
}

function storeList(panel: string, by: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readStoredLists(), [panel]: by }));
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** Returns the chosen list of a panel; the choice is stored in the browser. */
export function useChosenBreakdown({ id, lists }: BreakdownPanelDefinition) {
  const [by, setBy] = useState(() => readStoredLists()[id]);
  const breakdown: Breakdown = lists.find(list => list.by === by) ?? lists[0];
  /** `isPassing`: not stored. */
  const choose = (next: string, isPassing = false) => {
    setBy(next);
    if (!isPassing) storeList(id, next);
  };
  return { breakdown, choose };
}
