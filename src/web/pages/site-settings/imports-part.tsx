/** Importing a file into a site, and what was imported before. */
import { useRef, useState } from 'react';
import * as labels from '../../labels/imports.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FilePicker } from './file-picker.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportHistory } from './import-history.tsx';
import type { PartProps } from './use-site-settings.ts';

/** A chosen file. Each choice begins anew, also one of the same file. */
interface Choice {
  readonly file: File;
  readonly round: number;
}

export function ImportsPart({ site }: PartProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const choose = (file: File) => setChoice(before => ({ file, round: (before?.round ?? 0) + 1 }));
  return (
    <>
      <Panel title={labels.importTitle}>
        <div className="stack" ref={panel}>
          <FilePicker isSmall={choice !== null} onFile={choose} />
          {choice && (
            <ImportFile
              key={choice.round}
              site={site}
              file={choice.file}
              onStarted={() => {
                setChoice(null);
                // The button that had the focus is gone.
                panel.current?.querySelector('input')?.focus();
              }}
            />
          )}
        </div>
        {!choice && (
          <>
            <p className="hint">{labels.commandHint}</p>
            <CopyBox text={`footfall import ${site.id} history.csv`} what={labels.commandName} />
          </>
        )}
      </Panel>
      <ImportHistory site={site} />
    </>
  );
}
