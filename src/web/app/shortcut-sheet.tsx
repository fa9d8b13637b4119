/** All shortcuts on one sheet, and the switch that turns them off. */

import { CheckboxField } from '../forms/field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Keys, PALETTE_KEYS } from './keys.tsx';
import { SHORTCUT_GROUPS } from './shortcut-table.ts';

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
    <Dialog title="Keyboard shortcuts" isOpen isWide onClose={onClose}>
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
        label="Keys pressed alone do something"
        hint={
          <>
            Turn it off if you speak to your computer, or press keys unawares.{' '}
            <Keys keys={PALETTE_KEYS} isTogether /> goes on working, and finds this sheet. Kept in this
            browser.
          </>
        }
        isOn={isOn}
        onChange={onIsOn}
      />
    </Dialog>
  );
}
