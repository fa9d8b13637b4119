/** The user's theme, stored in the browser too, so that the first paint is right. */

import { useEffect } from 'react';
import type { Theme } from '../../core/user.ts';
import { useUserSettings } from './user.ts';

const STORAGE_KEY = 'footfall-theme';

export function readStoredTheme(): Theme {
  try {
    const theme = localStorage.getItem(STORAGE_KEY);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme and stores it for the next load. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  dispatchEvent(new Event('themechange'));
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the theme lasts until the tab is closed.
  }
}

/** Applies the theme of the user's settings, also when it was changed in another browser. */
export function useTheme(): void {
  const theme = useUserSettings().data?.settings.theme;
  useEffect(() => {
    if (theme !== undefined && theme !== readStoredTheme()) applyTheme(theme);
  }, [theme]);
}
