/** Addresses that are told when something happens. */
import { useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../app/query-client.ts';
import { useAccount, useCanWrite, useUser } from '../../app/user.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Fault } from '../../ui/notices.tsx';
import { Outside } from '../../ui/outside.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { WithoutPlan } from './memberships.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { hostOfWebhook, shortEvent, type Webhook } from './webhook-words.ts';

export function WebhooksPage() {
  const { error, refetch, isPending } = useUser();
  const account = useAccount();
  return (
    <SettingsFrame title="Webhooks">
      {error ? (
        <Fault error={error} onRetry={() => void refetch()} />
      ) : isPending || account?.is_subscribed ? (
        <WebhookParts />
      ) : (
        <Panel title="Webhooks">
          <WithoutPlan what="Webhooks" />
        </Panel>
      )}
    </SettingsFrame>
  );
}

function WebhookParts() {
  const canWrite = useCanWrite();
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, refetch } = useApi<{ webhooks: readonly Webhook[] }>(
    '/webhooks',
    {},
    { isEnabled: useAccount()?.is_subscribed ?? false },
  );
  const add = canWrite && !isAdding && <Button onClick={() => setIsAdding(true)}>Add a webhook</Button>;
  return (
    <>
      {isAdding && <NewWebhook onDone={() => setIsAdding(false)} />}
      <Panel title="Your webhooks" aside={data && data.webhooks.length > 0 && add}>
        {data ? (
          data.webhooks.length > 0 ? (
            <WebhookList webhooks={data.webhooks} />
          ) : (
            <Empty title="No webhooks yet">
              <p>
                A webhook is an address of yours that is told at once when a site goes down, somebody gives
                kudos or a link breaks: a program, or a channel in Slack or Discord.{' '}
                <a href="/docs/webhooks">What is sent, and how to check that it is genuine</a>
              </p>
              {add}
            </Empty>
          )
        ) : error ? (
          <Fault error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={2} />
        )}
      </Panel>
    </>
  );
}

interface ListedSite {
  readonly id: number;
  readonly label: string;
}

function WebhookList({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { data } = useApi<{ sites: readonly ListedSite[] }>('/sites');
  return (
    <ul className="rows">
      {webhooks.map(webhook => (
        <li className="row" key={webhook.id}>
          <div className="row-main">
            <Link href={`/settings/webhooks/${webhook.id}`}>
              <Outside text={hostOfWebhook(webhook.url)} />
            </Link>
            <span className="hint">
              Told of {webhook.events.map(shortEvent).join(', ')} ·{' '}
              <Outside
                text={
                  webhook.site_id === null
                    ? 'every site'
                    : (data?.sites.find(({ id }) => id === webhook.site_id)?.label ?? 'one site')
                }
              />
            </span>
          </div>
          <State webhook={webhook} />
        </li>
      ))}
    </ul>
  );
}

/** Whether a webhook is told anything, and why not. */
function State({ webhook: { active, disabled_reason: reason } }: { readonly webhook: Webhook }) {
  if (active) return <span className="tag good">on</span>;
  return reason === null ? (
    <span className="tag">off</span>
  ) : (
    <span className="tag bad">switched off: {reason}</span>
  );
}
