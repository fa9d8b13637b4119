import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { Form, useSubmit } from '../../forms/form.tsx';
import { SecretReveal } from '../../forms/secret-reveal.tsx';
import { useUnsavedChanges } from '../../forms/unsaved-changes-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WEBHOOK_FIELDS, WebhookFields, type WebhookInput } from './webhook-fields.tsx';
import type { Webhook } from './webhook-labels.ts';

const EMPTY_WEBHOOK: WebhookInput = {
  url: '',
  events: ['monitor_down', 'monitor_up'],
  site_id: null,
  platform: 'generic',
  wrap_content: false,
};

interface CreatedWebhook {
  readonly webhook: Webhook;
  readonly signing_secret: string;
}

export function NewWebhook({ onDone }: { readonly onDone: () => void }) {
  const [fields, setFields] = useState(EMPTY_WEBHOOK);
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  useUnsavedChanges(made === null && fields.url !== '');
  const submission = useSubmit(WEBHOOK_FIELDS, async () => {
    setMade(await call<CreatedWebhook>('POST', '/webhooks', { body: fields }));
    await invalidate('/webhooks');
  });
  return (
    <Panel title="New webhook">
      {made ? (
        <SecretReveal
          title="Its signing secret"
          what="the signing secret"
          secret={made.signing_secret}
          onDone={onDone}
        >
          <p>
            With it the receiver{' '}
            <a href="/docs/webhooks#verifying-a-signature">checks that a message is genuine</a>. Next:{' '}
            <Link href={`/settings/webhooks/${made.webhook.id}`}>send a test</Link>.
          </p>
        </SecretReveal>
      ) : (
        <Form
          action="Add the webhook"
          submission={submission}
          aside={
            <Button variant="quiet" onClick={onDone}>
              Cancel
            </Button>
          }
        >
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
