import { Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { ErrorText } from '../../forms/field.tsx';
import * as labels from '../../labels/imports.ts';
import { MAX_BYTES } from './imports.ts';

/** Takes a file that is dropped on it, or chosen. */
export function FilePicker({
  isSmall,
  onFile,
}: {
  /** A file is chosen: only another is asked for. */
  readonly isSmall: boolean;
  readonly onFile: (file: File) => void;
}) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [error, setError] = useState<string>();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const fault = findFault(file, files.length);
    setError(fault);
    if (fault === undefined) onFile(file);
  };
  const drag = (isOn: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isOn);
  };
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to do what the input does */}
      <div
        className={`drop-zone${isSmall ? ' small' : ''}${isOver ? ' over' : ''}`}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={event => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <input
          type="file"
          id={id}
          className="visually-hidden"
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        {!isSmall && (
          <>
            <Upload size={24} aria-hidden="true" className="soft" />
            <span aria-hidden="true">{labels.dropHint}</span>
          </>
        )}
        <label htmlFor={id} className="button plain">
          {isSmall ? labels.chooseOther : labels.chooseFile}
        </label>
        <p className={isSmall ? 'visually-hidden' : 'hint'} id={`${id}-hint`}>
          {labels.fileHint}
        </p>
      </div>
      <ErrorText text={error} />
    </div>
  );
}

function findFault({ size }: File, count: number): string | undefined {
  if (count > 1) return labels.oneFile;
  if (size === 0) return labels.emptyFile;
  return size > MAX_BYTES ? labels.tooLarge : undefined;
}
