import { useState } from 'react';
import type { BreakdownFacts, PanelFacts } from './breakdown-facts.ts';

const KEY = 'footfall-lists';

function remembered(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {};
  } catch {
    return {};
  }
}

function remember(panel: string, by: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), [panel]: by }));
  } catch {
    // A browser that keeps nothing shows it until the page is left.
  }
}

/** Which of a panel's lists is shown; the browser keeps it for the next time. */
export function useChosenList({ id, lists }: PanelFacts) {
  const [by, setBy] = useState(() => remembered()[id]);
  const facts: BreakdownFacts = lists.find(list => list.by === by) ?? lists[0];
  /** `isPassing`: for now only. */
  const choose = (next: string, isPassing = false) => {
    setBy(next);
    if (!isPassing) remember(id, next);
  };
  return { facts, choose };
}
