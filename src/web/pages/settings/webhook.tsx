/** The page of a webhook: test, delivery log, settings. */

import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { call } from '../../api.ts';
import { NotFound } from '../../app/not-found.tsx';
import { invalidate, removeCached, useApi } from '../../app/query-client.ts';
import { useAccount, useCanWrite } from '../../app/user.ts';
import { displayHost } from '../../format.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import { ToggleField } from '../../forms/toggle-field.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/webhooks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Deliveries } from './deliveries.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { WebhookTest } from './test-alert.tsx';
import { WEBHOOK_FIELDS, WebhookFields } from './webhook-fields.tsx';
import type { Webhook } from './webhook-labels.ts';

export function WebhookPage() {
  const { id = '' } = useParams<{ id: string }>();
  const isNumber = /^\d{1,15}$/.test(id);
  const isSubscribed = useAccount()?.is_subscribed ?? true;
  const query = useApi<{ webhook: Webhook }>(`/webhooks/${id}`, {}, { isEnabled: isNumber && isSubscribed });
  if (!isNumber || !isSubscribed || query.error?.status === 404)
    return <NotFound what={labels.thisWebhook} />;
  const host = query.data && displayHost(query.data.webhook.url);
  const loading = (
    <Panel title={labels.settingsTitle}>
      <SkeletonRows count={8} />
    </Panel>
  );
  return (
    <SettingsLayout
      title={host ?? labels.webhook}
      heading={host === undefined ? undefined : <UntrustedText text={host} />}
    >
      <p>
        <Link href="/settings/webhooks">{labels.allWebhooks}</Link>
      </p>
      <QueryContent query={query} loading={loading}>
        {({ webhook }) => <Parts webhook={webhook} />}
      </QueryContent>
    </SettingsLayout>
  );
}

function Parts({ webhook }: { readonly webhook: Webhook }) {
  const canWrite = useCanWrite();
  return (
    <>
      {canWrite && (
        <Panel title={labels.testTitle}>
          <WebhookTest webhook={webhook} name={displayHost(webhook.url)} />
        </Panel>
      )}
      <Deliveries webhook={webhook} />
      {canWrite && <Edit webhook={webhook} />}
      {canWrite && <Secret webhook={webhook} />}
      {canWrite && <Remove webhook={webhook} />}
    </>
  );
}

function Edit({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, events, site_id, platform, wrap_content, active, disabled_reason: reason } = webhook;
  const draft = useDraft({ url, events, site_id, platform, wrap_content });
  const change = async (body: Partial<Webhook>) => {
    await call('PATCH', `/webhooks/${id}`, { body });
    await invalidate('/webhooks');
  };
  const submission = useSave(draft, WEBHOOK_FIELDS, changes => change(changes));
  return (
    <Panel title={labels.settingsTitle}>
      <ToggleField
        label={labels.on}
        hint={reason ?? labels.onHint}
        isOn={active}
        save={next => change({ active: next })}
      />
      <SaveForm draft={draft} submission={submission}>
        <WebhookFields fields={draft.fields} errors={submission.errors} set={draft.set} />
      </SaveForm>
    </Panel>
  );
}

function Secret({ webhook }: { readonly webhook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const made = await call<{ signing_secret: string }>('POST', `/webhooks/${webhook.id}/rotate_secret`);
    setSecret(made.signing_secret);
  };
  return (
    <Panel title={labels.signingSecret}>
      {secret === null ? (
        <>
          <p>{labels.secretHint}</p>
          <div>
            <ConfirmButton
              text={labels.makeAnotherSecret}
              title={labels.makeAnotherQuestion}
              action={labels.makeAnotherSecret}
              variant="plain"
              work={rotate}
              hint={labels.makeAnotherHint}
            />
          </div>
        </>
      ) : (
        <SecretReveal
          title={labels.newSecretName}
          what={labels.secretName}
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
    </Panel>
  );
}

function Remove({ webhook }: { readonly webhook: Webhook }) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const remove = async () => {
    await call('DELETE', `/webhooks/${webhook.id}`);
    navigate('/settings/webhooks');
    toast(labels.deleted);
    // The webhook is gone: only lists are fetched again.
    removeCached(`/webhooks/${webhook.id}`);
    await invalidate('/webhooks');
  };
  return (
    <div>
      <ConfirmButton
        text={labels.deleteTitle}
        title={labels.deleteQuestion}
        action={labels.deleteTitle}
        variant="danger"
        work={remove}
        hint={labels.deleteHint(<UntrustedText text={displayHost(webhook.url)} />)}
      />
    </div>
  );
}
