/** The command palette: finds sites, pages and actions. */

import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { CornerDownLeft, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import { type Entry, useEntries } from './palette-entries.ts';
import { findEntries } from './palette-match.ts';
import { Keys } from './shortcut-keys.tsx';
import type { Action } from './shortcut-table.ts';

const SEARCH_LABEL = labels.paletteLabel;

export function Palette({
  early,
  runAction,
  onClose,
}: {
  /** Typed before the palette had loaded. */
  readonly early: string;
  readonly runAction: (action: Action) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(early);
  const [isOpen, setIsOpen] = useState(true);
  const [chosen, setChosen] = useState<Entry | null>(null);
  const entries = useEntries(runAction);
  const groups = useMemo(() => findEntries(entries, text), [entries, text]);
  const choose = (entry: Entry) => {
    setChosen(entry);
    setIsOpen(false);
  };
  // The action may open a dialog: this one must be closed, and the focus restored, before that.
  const finish = () => {
    onClose();
    if (chosen) setTimeout(chosen.run);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen} onOpenChangeComplete={open => open || finish()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup className="palette" aria-label={SEARCH_LABEL}>
          <Command label={SEARCH_LABEL} shouldFilter={false} loop>
            <div className="palette-field">
              <Search size={18} aria-hidden="true" />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={SEARCH_LABEL}
                maxLength={200}
              />
            </div>
            <Command.List className="palette-list" label={labels.found}>
              <Command.Empty className="palette-none">{labels.paletteEmpty}</Command.Empty>
              {groups.map(({ name, entries: found }) => (
                <Command.Group key={name} heading={name}>
                  {found.map(entry => (
                    <PaletteItem key={entry.id} entry={entry} onChoose={choose} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteItem({
  entry,
  onChoose,
}: {
  readonly entry: Entry;
  readonly onChoose: (entry: Entry) => void;
}) {
  const { id, group, label, keywords, Icon, keys } = entry;
  return (
    <Command.Item value={id} className="menu-item palette-item" onSelect={() => onChoose(entry)}>
      <Icon size={16} aria-hidden="true" />
      <span className="palette-label">
        <UntrustedText text={label} isCut />
        {group === shared.sites && keywords && (
          <span className="soft palette-keywords">
            <UntrustedText text={keywords.replace(/^https?:\/\//, '')} isCut />
          </span>
        )}
      </span>
      {keys ? (
        <span className="palette-keys" aria-hidden="true">
          <Keys keys={keys} />
        </span>
      ) : (
        <CornerDownLeft className="palette-enter" size={14} aria-hidden="true" />
      )}
    </Command.Item>
  );
}
