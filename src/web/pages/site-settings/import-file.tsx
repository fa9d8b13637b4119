/** A chosen file: what it is, what will come of it, and importing it. */
import { useEffect, useState } from 'react';
import { ApiError, toErrorMessage } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { formatSize, formatWholePercent } from '../../format.ts';
import * as labels from '../../labels/imports.ts';
import { Button } from '../../ui/button.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ImportOptionsFields } from './import-options.tsx';
import { fileKind, ImportPreview, isReadable } from './import-preview.tsx';
import { DEFAULT_OPTIONS, importsPath, MAX_CHECKED_BYTES, ZONELESS_FORMATS } from './imports.ts';
import { type Stage, useImport } from './use-import.ts';

export function ImportFile({
  site,
  file,
  onStarted,
}: {
  readonly site: Site;
  readonly file: File;
  readonly onStarted: () => void;
}) {
  const toast = useToast();
  const [options, setOptions] = useState(DEFAULT_OPTIONS);
  /** What the preview is of. */
  const [checked, setChecked] = useState(DEFAULT_OPTIONS);
  const { stage, check, start } = useImport(site.id, file, async () => {
    toast(labels.started);
    onStarted();
    await invalidate(importsPath(site.id));
  });
  const isLarge = file.size > MAX_CHECKED_BYTES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the file is chosen
  useEffect(() => {
    if (!isLarge) void check(options);
  }, []);
  const checkNow = () => {
    setChecked(options);
    void check(options);
  };
  const isSending = stage.name === 'sending';
  const hasChanged =
    stage.name === 'checked' &&
    (options.without_hits !== checked.without_hits ||
      (options.format !== 'auto' && options.format !== stage.preview.format));
  const format =
    stage.name === 'checked' && options.format === 'auto' ? stage.preview.format : options.format;
  const canImport =
    (stage.name === 'checked' && !hasChanged && isReadable(stage.preview)) ||
    (stage.name === 'chosen' && isLarge);
  return (
    <div className="stack">
      <p className="import-name">
        <b>
          <UntrustedText text={file.name} />
        </b>{' '}
        <span className="soft">{formatSize(file.size)}</span>
      </p>
      <Sending stage={stage} />
      {stage.name === 'chosen' && isLarge && <p>{labels.largeFile(formatSize(file.size))}</p>}
      {stage.name === 'failed' && <Failure error={stage.error} />}
      {stage.name === 'checked' && (
        <ImportPreview preview={stage.preview} needsHits={!checked.without_hits} />
      )}
      {!isSending && (stage.name !== 'chosen' || isLarge) && (
        <>
          <ImportOptionsFields
            key={stage.name}
            options={options}
            format={format}
            kind={stage.name === 'checked' ? stage.preview.kind : undefined}
            isOpen={stage.name === 'failed' || ZONELESS_FORMATS.includes(format)}
            onOptions={setOptions}
          />
          <div className="actions">
            {canImport && (
              <Button variant="primary" onClick={() => void start(options)}>
                {labels.importIt}
              </Button>
            )}
            {!canImport || stage.name === 'chosen' ? (
              <Button variant={canImport ? 'plain' : 'primary'} onClick={checkNow}>
                {stage.name === 'chosen' ? labels.checkFirst : labels.checkAgain}
              </Button>
            ) : null}
            {stage.name === 'failed' && !isRefused(stage.error) && (
              <Button onClick={() => void start(options)}>{labels.importAnyway}</Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Returns whether the server read the file and refused it. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** How far the file is on its way: a bar, and in words for screen readers, not with each step. */
function Sending({ stage }: { readonly stage: Stage }) {
  const share = stage.name === 'sending' ? stage.share : 0;
  const isSent = share >= 1;
  const rest = stage.name === 'sending' && stage.isDryRun ? labels.checking : labels.starting;
  const tenth = formatWholePercent(Math.floor(share * 10) / 10);
  return (
    <>
      {stage.name === 'sending' && (
        <div className="actions" aria-hidden="true">
          <progress max={1} value={isSent ? undefined : share} />
          <span className="soft">{isSent ? rest : labels.uploading(formatWholePercent(share))}</span>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {stage.name === 'sending' && (isSent ? rest : labels.uploading(tenth))}
        {stage.name === 'checked' && fileKind(stage.preview.format)}
      </p>
    </>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  return (
    <div className="banner" role="alert">
      <p>
        <b>{labels.notReadable}</b>
      </p>
      <p lang="en">
        <UntrustedText text={toErrorMessage(error)} />
      </p>
      {isRefused(error) && (
        <p>
          {labels.notReadableHint} <ServerLink href="/docs/import">{labels.formatsLink}</ServerLink>
        </p>
      )}
    </div>
  );
}
