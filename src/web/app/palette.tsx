/** The command palette: finds sites, pages and actions. */

import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { CornerDownLeft, Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import * as ask from '../labels/ask.ts';
import * as words from '../labels/palette.ts';
import * as shared from '../labels/shared.tsx';
import * as labels from '../labels/shell.tsx';
import { addStyles } from '../ui/add-styles.ts';
import { UntrustedText } from '../ui/untrusted-text.tsx';
import styles from './palette.css' with { type: 'text' };
import { useEntries } from './palette-entries.ts';
import type { Entry } from './palette-entry.ts';
import { findEntries, isNameOf, type MatchGroup } from './palette-match.ts';
import { Keys } from './shortcut-keys.tsx';
import type { Action } from './shortcut-table.ts';
import { useAnswers } from './use-answers.ts';

addStyles(styles);

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
  const { answers, isPending, isExact } = useAnswers(text);
  const groups = useMemo(() => {
    const found = findEntries(entries, text);
    if (answers.length === 0) return found;
    const asked = { name: ask.answers, entries: answers };
    // What is only completed or found within a name stands behind what is called so.
    const isNamed = found.some(group => group.entries.some(entry => isNameOf(entry, text)));
    return isExact || !isNamed ? [asked, ...found] : [...found.slice(0, 1), asked, ...found.slice(1)];
  }, [entries, text, answers, isExact]);
  const selection = useSelection(groups, text);
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
          <Command label={SEARCH_LABEL} shouldFilter={false} loop {...selection}>
            <div className="palette-field">
              <Search size={18} aria-hidden="true" />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={ask.placeholder}
                maxLength={200}
              />
            </div>
            <Command.List className="palette-list" label={words.found}>
              <Command.Empty className="palette-none">
                {isPending ? words.searching : words.paletteEmpty}
              </Command.Empty>
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

/**
 * Selects the first entry until an arrow key or the pointer selects another: entries that arrive later may be better than
 * those that were first.
 */
function useSelection(groups: readonly MatchGroup<Entry>[], text: string) {
  const [moved, setMoved] = useState<{ readonly text: string; readonly id: string } | null>(null);
  const isMoving = useRef(false);
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id));
  const isKept = moved?.text === text && ids.includes(moved.id);
  const listen = () => {
    isMoving.current = true;
  };
  return {
    value: (isKept ? moved?.id : ids[0]) ?? '',
    onValueChange: (id: string) => {
      if (isMoving.current) setMoved({ text, id });
      isMoving.current = false;
    },
    onKeyDown: listen,
    onPointerMove: listen,
  };
}

function PaletteItem({
  entry,
  onChoose,
}: {
  readonly entry: Entry;
  readonly onChoose: (entry: Entry) => void;
}) {
  const { id, group, label, keywords, Icon, keys, figure } = entry;
  return (
    <Command.Item value={id} className="menu-item palette-item" onSelect={() => onChoose(entry)}>
      <Icon size={16} aria-hidden="true" />
      <span className={figure === undefined ? 'palette-label' : 'palette-label palette-answer'}>
        <UntrustedText text={label} isCut />
        {(group === shared.sites || group === ask.answers) && keywords && (
          <span className="soft palette-keywords">
            <UntrustedText text={keywords.replace(/^https?:\/\//, '')} isCut />
          </span>
        )}
      </span>
      {figure !== undefined && (
        <span className="palette-figure">
          {figure ?? (
            <>
              <span className="palette-counting" aria-hidden="true" />
              <span className="visually-hidden">{ask.counting}</span>
            </>
          )}
        </span>
      )}
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
