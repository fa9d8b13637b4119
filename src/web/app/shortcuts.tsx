/** Keyboard shortcuts: listening for keys and running actions. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { parseSiteId } from '../api-url.ts';
import { formatView, parseView } from '../view.ts';
import { type Action, createKeyReader } from './shortcut-table.ts';
import { isPageReadable } from './site-page-sections.ts';
import { useView } from './use-view.ts';
import { useSections } from './user.ts';

const STORAGE_KEY = 'footfall-shortcuts';

/**
 * Returns whether single-key shortcuts are on, and a setter; people who use speech input turn them off. Stored in
 * the browser.
 */
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
      // Without storage the setting lasts until the tab is closed.
    }
  };
  return [isOn, change];
}

/** Finds the button that a shortcut clicks. */
const findButton = (name: string): HTMLElement | null => document.querySelector(`[data-shortcut="${name}"]`);

/** Returns whether an action is available on the current page. */
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

/** Returns a function that runs actions; those that the page does not have are ignored. */
export function useActionRunner(open: (what: 'palette' | 'sheet') => void): (action: Action) => void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { change } = useView();
  const sections = useSections();
  return action => {
    if (!isAvailable(action, path)) return;
    switch (action.kind) {
      case 'go':
        return navigate(action.to);
      case 'site':
        if (!isPageReadable(action.end, sections)) return;
        // The view is kept when changing pages.
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

/** Listens for shortcuts while nothing else handles keys. `isOn` concerns single-key shortcuts. */
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

/** Whether a key is pressed without modifiers outside of inputs and popups. Shift may be part of the character. */
function isUnclaimed(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return false;
  if (event.defaultPrevented || event.key.length !== 1) return false;
  return !(event.target instanceof Element && event.target.closest(KEY_CONSUMERS));
}

// A closing popup still holds the focus for some frames, but no longer handles keys.
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
