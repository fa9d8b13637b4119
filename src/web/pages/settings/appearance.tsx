import { useState } from 'react';
import type { Theme } from '../../../core/user.ts';
import { toErrorMessage } from '../../api.ts';
import { applyTheme } from '../../app/theme.ts';
import { saveUserSettings } from '../../app/user.ts';
import { RadioGroup } from '../../forms/radio-group.tsx';
import * as labels from '../../labels/account.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { LanguagePicker } from './language-picker.tsx';

const THEMES = [
  ['system', labels.systemTheme],
  ['light', labels.light],
  ['dark', labels.dark],
] as const;

/** Theme and language of the pages. The theme is applied as soon as it is chosen. */
export function Appearance({ theme }: { readonly theme: Theme }) {
  const toast = useToast();
  const [unsaved, setUnsaved] = useState<Theme | null>(null);
  const choose = (next: Theme) => {
    applyTheme(next);
    setUnsaved(next);
    saveUserSettings({ theme: next })
      .catch((error: unknown) => {
        applyTheme(theme);
        toast(toErrorMessage(error), { isError: true });
      })
      // A later choice may still be pending.
      .finally(() => setUnsaved(current => (current === next ? null : current)));
  };
  return (
    <Panel title={labels.appearance}>
      <RadioGroup legend={labels.theme} options={THEMES} value={unsaved ?? theme} isInRow onValue={choose} />
      <LanguagePicker />
    </Panel>
  );
}
