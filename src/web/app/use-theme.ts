import { useEffect } from 'react';
import { applyTheme, readStoredTheme } from './theme.ts';
import { useUserSettings } from './user.ts';

/** Applies the theme of the user's settings, also when it was changed in another browser. */
export function useTheme(): void {
  const theme = useUserSettings().data?.settings.theme;
  useEffect(() => {
    if (theme !== undefined && theme !== readStoredTheme()) applyTheme(theme);
  }, [theme]);
}
