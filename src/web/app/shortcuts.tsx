/** Listens to the keyboard for what the table of shortcuts has. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatView, parseView } from '../view.ts';
import { type Action, createKeyReader } from './shortcut-table.ts';
import { useView } from './use-view.ts';

const STORAGE_KEY = 'footfall-shortcuts';

/** Whether keys pressed alone do anything: not for those whose speech or hand would press them unawares. Kept in the browser. */
export function useShortcutSetting(): readonly [isOn: boolean, change: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => {
    try {
      return localStorage.getItem(STORAGE_KEY) !== 'off';
    } catch {
      return true;
    }
  });
  const change = (next: boolean) => {
    setIsOn(next);
    try {
      if (next) localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, 'off');
    } catch {
      // A browser that keeps nothing has them off until it is closed.
    }
  };
  return [isOn, change];
}

/** A button of the page that takes part in shortcuts. */
const findButton = (name: string): HTMLElement | null => document.querySelector(`[data-shortcut="${name}"]`);

/** Whether the page that is open has what an action is about. */
export function isAvailable(action: Action, path: string): boolean {
  switch (action.kind) {
    case 'site':
      return parseSiteId(path) !== undefined;
    case 'period':
      return findButton('period') !== null;
    case 'button':
      return findButton(action.name) !== null;
    default:
      return true;
  }
}

/** The site whose page is open. */
const parseSiteId = (path: string): string | undefined => /^\/sites\/(\d{1,15})(?:\/|$)/.exec(path)?.[1];

/** Carries out actions. What the page does not have is passed over. */
export function useActionRunner(open: (what: 'palette' | 'sheet') => void): (action: Action) => void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { change } = useView();
  return action => {
    if (!isAvailable(action, path)) return;
    switch (action.kind) {
      case 'go':
        return navigate(action.to);
      case 'site':
        // What somebody looks at goes along from page to page.
        return navigate(
          `/sites/${parseSiteId(path)}${action.end}${action.end === '/settings' ? '' : formatView(parseView(search))}`,
        );
      case 'period':
        return change({ period: action.period, from: null, to: null });
      case 'button':
        if (findButton(action.name)?.ariaDisabled !== 'true') findButton(action.name)?.click();
        return;
      default:
        open(action.kind);
    }
  };
}

/** Hears keys while nothing else has a use for them. `isOn` concerns those that are pressed alone. */
export function useShortcuts(isOn: boolean, runAction: (action: Action) => void): void {
  const latest = useRef(runAction);
  useEffect(() => {
    latest.current = runAction;
  });
  useEffect(() => {
    const read = createKeyReader();
    const onKey = (event: KeyboardEvent) => {
      const action = isPaletteKey(event)
        ? ({ kind: 'palette' } as const)
        : isOn && isUnclaimed(event)
          ? read(event.key, event.timeStamp)
          : undefined;
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** A key pressed alone, where nobody writes and nothing is open that has keys of its own. Shift may be what makes the sign. */
function isUnclaimed(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return false;
  if (event.defaultPrevented || event.key.length !== 1) return false;
  return !(event.target instanceof Element && event.target.closest(KEY_CONSUMERS));
}

// A window that is about to go still holds the focus for some frames, and has no use for keys any more.
const KEY_CONSUMERS = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="dialog"]:not([data-closed])',
  '[role="alertdialog"]:not([data-closed])',
  '[role="menu"]:not([data-closed])',
  '[role="listbox"]:not([data-closed])',
].join();
