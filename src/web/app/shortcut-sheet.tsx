/** The overview of keyboard shortcuts, with the setting that turns them off. */

import { CheckboxField } from '../forms/field.tsx';
import * as labels from '../labels/shell.tsx';
import * as texts from '../labels/shortcut-sheet.tsx';
import { addStyles } from '../ui/add-styles.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Keys, PALETTE_KEYS } from './shortcut-keys.tsx';
import styles from './shortcut-sheet.css' with { type: 'text' };
import { SHORTCUT_GROUPS } from './shortcut-table.ts';

addStyles(styles);

export function ShortcutSheet({
  isOn,
  onIsOn,
  onClose,
}: {
  readonly isOn: boolean;
  readonly onIsOn: (isOn: boolean) => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={labels.keyboardShortcuts} isOpen isWide onClose={onClose}>
      <div className="shortcut-groups">
        {SHORTCUT_GROUPS.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl className="shortcut-list">
              {shortcuts.map(({ keys, label }) => (
                <div key={label}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckboxField
        label={texts.singleKeys}
        hint={texts.singleKeysHint(<Keys keys={PALETTE_KEYS} isTogether />)}
        isOn={isOn}
        onChange={onIsOn}
      />
    </Dialog>
  );
}
