import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import { Link } from 'wouter';
import type { WebhookWithSecret } from '../../../features/webhooks/schema.ts';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { Form, useSubmit } from '../../forms/form.tsx';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import { useUnsavedChanges } from '../../forms/unsaved-changes-guard.tsx';
import * as labels from '../../labels/webhooks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WEBHOOK_FIELDS, WebhookFields, type WebhookInput } from './webhook-fields.tsx';

const EMPTY_WEBHOOK: WebhookInput = {
  url: '',
  events: ['monitor_down', 'monitor_up'],
  site_id: null,
  platform: 'generic',
  wrap_content: false,
};

type CreatedWebhook = Static<typeof WebhookWithSecret>;

export function NewWebhook({ onDone }: { readonly onDone: () => void }) {
  const [fields, setFields] = useState(EMPTY_WEBHOOK);
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  useUnsavedChanges(made === null && fields.url !== '');
  const submission = useSubmit(WEBHOOK_FIELDS, async () => {
    setMade(await call<CreatedWebhook>('POST', '/webhooks', { body: fields }));
    await invalidate('/webhooks');
  });
  return (
    <Panel title={labels.newWebhook}>
      {made ? (
        <SecretReveal
          title={labels.newSecretTitle}
          what={labels.secretName}
          secret={made.signing_secret}
          onDone={onDone}
        >
          <p>
            {labels.newSecretHint(
              <Link href={`/settings/webhooks/${made.webhook.id}`}>{labels.sendTestLink}</Link>,
            )}
          </p>
        </SecretReveal>
      ) : (
        <Form action={labels.addWebhook} submission={submission} onCancel={onDone}>
          <WebhookFields
            fields={fields}
            errors={submission.errors}
            set={part => setFields({ ...fields, ...part })}
          />
        </Form>
      )}
    </Panel>
  );
}
