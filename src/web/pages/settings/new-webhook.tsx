import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api.ts';
import { refresh } from '../../app/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Form, useSubmit } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useUnsaved } from './leave-guard.tsx';
import { ShownOnce } from './shown-once.tsx';
import { WEBHOOK_FIELDS, WebhookFields, type WebhookInput } from './webhook-fields.tsx';
import type { Webhook } from './webhook-words.ts';

const NEW: WebhookInput = {
  url: '',
  events: ['monitor_down', 'monitor_up'],
  site_id: null,
  platform: 'generic',
  wrap_content: false,
};

interface Made {
  readonly webhook: Webhook;
  readonly signing_secret: string;
}

export function NewWebhook({ onDone }: { readonly onDone: () => void }) {
  const [fields, setFields] = useState(NEW);
  const [made, setMade] = useState<Made | null>(null);
  useUnsaved(made === null && fields.url !== '');
  const submission = useSubmit(WEBHOOK_FIELDS, async () => {
    setMade(await call<Made>('POST', '/webhooks', { body: fields }));
    await refresh('/webhooks');
  });
  return (
    <Panel title="New webhook">
      {made ? (
        <ShownOnce
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
        </ShownOnce>
      ) : (
        <Form
          action="Add the webhook"
          submission={submission}
          aside={
            <Button look="quiet" onClick={onDone}>
              Cancel
            </Button>
          }
        >
          <WebhookFields
            fields={fields}
            faults={submission.faults}
            set={part => setFields({ ...fields, ...part })}
          />
        </Form>
      )}
    </Panel>
  );
}
