/** Listens to the keyboard for what the table of shortcuts has. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readView, writeView } from '../view.ts';
import { createKeyReader, type Deed } from './shortcut-table.ts';
import { useView } from './use-view.ts';

const SWITCH = 'footfall-shortcuts';

/** Whether keys pressed alone do anything: not for those whose speech or hand would press them unawares. Kept in the browser. */
export function useShortcutSwitch(): readonly [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => {
    try {
      return localStorage.getItem(SWITCH) !== 'off';
    } catch {
      return true;
    }
  });
  const turn = (next: boolean) => {
    setIsOn(next);
    try {
      if (next) localStorage.removeItem(SWITCH);
      else localStorage.setItem(SWITCH, 'off');
    } catch {
      // A browser that keeps nothing has them off until it is closed.
    }
  };
  return [isOn, turn];
}

/** A button of the page that takes part in shortcuts. */
const findButton = (name: string): HTMLElement | null => document.querySelector(`[data-shortcut="${name}"]`);

/** Whether the page that is open has what a deed is about. */
export function isPossible(deed: Deed, path: string): boolean {
  switch (deed.kind) {
    case 'site':
      return siteIdOf(path) !== undefined;
    case 'period':
      return findButton('period') !== null;
    case 'button':
      return findButton(deed.name) !== null;
    default:
      return true;
  }
}

/** The site whose page is open. */
const siteIdOf = (path: string): string | undefined => /^\/sites\/(\d{1,15})(?:\/|$)/.exec(path)?.[1];

/** Carries out deeds. What the page does not have is passed over. */
export function useDeeds(open: (what: 'palette' | 'sheet') => void): (deed: Deed) => void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { change } = useView();
  return deed => {
    if (!isPossible(deed, path)) return;
    switch (deed.kind) {
      case 'go':
        return navigate(deed.to);
      case 'site':
        // What somebody looks at goes along from page to page.
        return navigate(
          `/sites/${siteIdOf(path)}${deed.end}${deed.end === '/settings' ? '' : writeView(readView(search))}`,
        );
      case 'period':
        return change({ period: deed.period, from: null, to: null });
      case 'button':
        if (findButton(deed.name)?.ariaDisabled !== 'true') findButton(deed.name)?.click();
        return;
      default:
        open(deed.kind);
    }
  };
}

/** Hears keys while nothing else has a use for them. `isOn` concerns those that are pressed alone. */
export function useShortcuts(isOn: boolean, carryOut: (deed: Deed) => void): void {
  const latest = useRef(carryOut);
  useEffect(() => {
    latest.current = carryOut;
  });
  useEffect(() => {
    const read = createKeyReader();
    const onKey = (event: KeyboardEvent) => {
      const deed = isPaletteKey(event)
        ? ({ kind: 'palette' } as const)
        : isOn && isFree(event)
          ? read(event.key, event.timeStamp)
          : undefined;
      if (!deed) return;
      event.preventDefault();
      latest.current(deed);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** A key pressed alone, where nobody writes and nothing is open that has keys of its own. Shift may be what makes the sign. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return false;
  if (event.defaultPrevented || event.key.length !== 1) return false;
  return !(event.target instanceof Element && event.target.closest(BUSY));
}

// A window that is about to go still holds the focus for some frames, and has no use for keys any more.
const BUSY = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="dialog"]:not([data-closed])',
  '[role="alertdialog"]:not([data-closed])',
  '[role="menu"]:not([data-closed])',
  '[role="listbox"]:not([data-closed])',
].join();
