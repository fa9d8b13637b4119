/** The search button in the top bar, with the palette behind it and the keyboard shortcuts. */

import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import * as shared from '../labels/shared.tsx';
import { Keys, PALETTE_KEYS } from './shortcut-keys.tsx';
import { useActionRunner, useShortcutSetting, useShortcuts } from './shortcuts.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

export function SearchButton() {
  const [opened, setOpened] = useState<'palette' | 'sheet' | null>(null);
  const [bufferedText, setBufferedText] = useState('');
  const [isOn, setIsOn] = useShortcutSetting();
  const open = (what: 'palette' | 'sheet') => {
    setBufferedText('');
    // The same shortcut closes it again.
    setOpened(before => (before === what ? null : what));
  };
  const runAction = useActionRunner(open);
  useShortcuts(isOn && opened === null, runAction);
  const close = () => setOpened(null);
  return (
    <>
      <button type="button" className="button search-button" onClick={() => open('palette')}>
        <Search size={16} aria-hidden="true" />
        <span className="wide-word">{shared.search}</span>
        <span className="search-button-keys" aria-hidden="true">
          <Keys keys={PALETTE_KEYS} isTogether />
        </span>
      </button>
      {opened === 'palette' && (
        <Suspense fallback={<KeyBuffer onKey={key => setBufferedText(text => text + key)} />}>
          <Palette early={bufferedText} runAction={runAction} onClose={close} />
        </Suspense>
      )}
      {opened === 'sheet' && (
        <Suspense fallback={null}>
          <ShortcutSheet isOn={isOn} onIsOn={setIsOn} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Buffers keys that are pressed while the palette is loading. */
function KeyBuffer({ onKey }: { readonly onKey: (key: string) => void }) {
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      onKey(event.key);
    };
    addEventListener('keydown', onDown);
    return () => removeEventListener('keydown', onDown);
  }, [onKey]);
  return null;
}
