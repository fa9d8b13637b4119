import { useEffect, useRef, useState } from 'react';
import { useUnsavedChanges } from '../../forms/unsaved-changes-guard.tsx';
import { type ImportOptions, type Preview, sendImport } from './imports.ts';

/** What happens with a chosen file. `sending`: `share` of it is sent; all of it: the server reads it. */
export type Stage =
  | { readonly name: 'chosen' }
  | { readonly name: 'sending'; readonly share: number; readonly isDryRun: boolean }
  | { readonly name: 'checked'; readonly preview: Preview }
  | { readonly name: 'failed'; readonly error: unknown; readonly wasDryRun: boolean };

/** Checks and imports a chosen file. What is on its way ends with the component. */
export function useImport(siteId: number, file: File, onStarted: () => Promise<void>) {
  const [stage, setStage] = useState<Stage>({ name: 'chosen' });
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  useUnsavedChanges(stage.name === 'sending' && !stage.isDryRun);
  const send = async <Answer>(isDryRun: boolean, options: ImportOptions): Promise<Answer | undefined> => {
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    const onProgress = (share: number) => setStage({ name: 'sending', share, isDryRun });
    onProgress(0);
    try {
      return await sendImport<Answer>(siteId, file, {
        options,
        isDryRun,
        signal: controller.signal,
        onProgress,
      });
    } catch (error) {
      if (!controller.signal.aborted) setStage({ name: 'failed', error, wasDryRun: isDryRun });
      return undefined;
    }
  };
  return {
    stage,
    async check(options: ImportOptions): Promise<void> {
      const answer = await send<{ preview: Preview }>(true, options);
      if (answer) setStage({ name: 'checked', preview: answer.preview });
    },
    async start(options: ImportOptions): Promise<void> {
      if (await send(false, options)) await onStarted();
    },
  };
}
