/** The address by which deployments add annotations: made, renewed and deleted. */
import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { DeployHookAnswer, NewDeployHook } from '../../../features/deploy-hooks/schema.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { useTimeZone } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import * as labels from '../../labels/deploy-hook.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

export function DeployHook({ siteId }: { readonly siteId: number }) {
  const path = `/sites/${siteId}/deploy_hook`;
  const { data } = useApi<Static<typeof DeployHookAnswer>>(path);
  const [url, setUrl] = useState<string | null>(null);
  const timeZone = useTimeZone();
  if (!data) return null;
  const { deploy_hook: hook } = data;
  const create = async (): Promise<void> => {
    const made = await call<Static<typeof NewDeployHook>>('POST', path);
    setUrl(made.url);
    await invalidate(path);
  };
  const remove = async (): Promise<void> => {
    await call('DELETE', path);
    setUrl(null);
    await invalidate(path);
  };
  return (
    <section aria-label={labels.title}>
      <h3>{labels.title}</h3>
      <p className="hint">{labels.hint}</p>
      {url !== null && (
        <SecretReveal title={labels.reveal} what={labels.what} secret={url} onDone={() => setUrl(null)} />
      )}
      {hook === null ? (
        <ActionButton work={create}>{labels.create}</ActionButton>
      ) : (
        <>
          <p className="hint">
            {hook.last_used_at === null
              ? labels.neverUsed
              : labels.lastUsed(<RelativeTime at={hook.last_used_at} timeZone={timeZone} />)}
          </p>
          <div className="actions">
            <ConfirmButton
              text={labels.renew}
              label={labels.renew}
              title={labels.renewQuestion}
              action={labels.renew}
              work={create}
              hint={labels.endsHint}
            />
            <ConfirmButton
              text={labels.remove}
              label={labels.remove}
              title={labels.removeQuestion}
              action={labels.remove}
              work={remove}
              hint={labels.endsHint}
            />
          </div>
        </>
      )}
    </section>
  );
}
