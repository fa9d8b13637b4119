/** Sends a test alert through a channel, and shows at once whether it arrived. */
import type { Static } from '@sinclair/typebox';
import { type ReactNode, useState } from 'react';
import type { TestMailAnswer } from '../../../features/user-settings/schema.ts';
import { call, toErrorMessage } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/webhooks.tsx';
import { Button } from '../../ui/button.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Delivery, Webhook } from './webhook-labels.ts';

/** Outcome of a test. */
interface Outcome {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly text: ReactNode;
}

function TestAlert({
  channel,
  send,
}: {
  /** Name for screen readers, where there are several. */
  readonly channel: string;
  readonly send: () => Promise<Outcome>;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setIsBusy(true);
    try {
      setOutcome(await send());
    } catch (error) {
      setOutcome({ tone: 'bad', text: toErrorMessage(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="actions">
      <span role="status">
        {outcome && !isBusy && <span className={`tag ${outcome.tone}`}>{outcome.text}</span>}
      </span>
      <Button isSmall isBusy={isBusy} aria-label={labels.sendTestTo(channel)} onClick={() => void test()}>
        {isBusy ? others.sending : labels.sendTest}
      </Button>
    </div>
  );
}

export function MailTest({ email }: { readonly email: string }) {
  const send = async (): Promise<Outcome> => {
    const { mail } = await call<Static<typeof TestMailAnswer>>('POST', '/me/mails/test');
    if (mail.status === 'sent') return { tone: 'good', text: labels.testMailed(mail.to) };
    return { tone: 'bad', text: labels.testFailed(<UntrustedText text={mail.error ?? ''} />) };
  };
  return <TestAlert channel={email} send={send} />;
}

export function WebhookTest({
  webhook,
  name,
}: {
  readonly webhook: Webhook;
  /** Its host. */
  readonly name: string;
}) {
  const send = async (): Promise<Outcome> => {
    const { delivery } = await call<{ delivery: Delivery }>('POST', `/webhooks/${webhook.id}/test`);
    await invalidate(`/webhooks/${webhook.id}/deliveries`);
    return toOutcome(delivery);
  };
  return <TestAlert channel={name} send={send} />;
}

export function ChannelTest({ id, name }: { readonly id: number; readonly name: string }) {
  const send = async (): Promise<Outcome> => {
    const { delivery } = await call<{ delivery: Delivery }>('POST', `/notification_channels/${id}/test`);
    return toOutcome(delivery);
  };
  return <TestAlert channel={name} send={send} />;
}

function toOutcome({ status, last_status_code: code, last_error: error }: Delivery): Outcome {
  if (status === 'delivered')
    return { tone: 'good', text: code === null ? labels.testHandedOver : labels.testArrived(code) };
  if (status === 'pending') return { tone: 'warn', text: labels.testPending };
  return {
    tone: 'bad',
    text: labels.testFailed(
      <UntrustedText text={error ?? (code === null ? labels.noAnswer : labels.answerWas(code))} />,
    ),
  };
}
