import { useState } from 'react';
import { reasonOf } from '../../api.ts';
import { applyTheme, type Theme } from '../../app/theme.ts';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { Radios } from './radios.tsx';
import { saveUserSettings } from './save-settings.ts';

const THEMES = [
  ['system', 'As this device has it'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** The theme is shown the moment it is chosen. */
export function ThemeChoice({ theme }: { readonly theme: Theme }) {
  const toast = useToast();
  const [unsaved, setUnsaved] = useState<Theme | null>(null);
  const choose = (next: Theme) => {
    applyTheme(next);
    setUnsaved(next);
    saveUserSettings({ theme: next })
      .catch((error: unknown) => {
        applyTheme(theme);
        toast(reasonOf(error), { isFault: true });
      })
      // What was chosen meanwhile is still on its way.
      .finally(() => setUnsaved(current => (current === next ? null : current)));
  };
  return (
    <Panel title="Looks">
      <Radios legend="Theme" options={THEMES} value={unsaved ?? theme} isInRow onValue={choose} />
    </Panel>
  );
}
