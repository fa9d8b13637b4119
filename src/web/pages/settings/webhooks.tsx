/** The list of webhooks. */

import { useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../app/query-client.ts';
import { useAccount, useCanWrite, useUser } from '../../app/user.ts';
import { displayHost } from '../../format.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/webhooks.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { SiteList } from '../sites/site-numbers.ts';
import { PlanRequired } from './memberships.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { WebhookTest } from './test-alert.tsx';
import { shortEventLabel, type Webhook } from './webhook-labels.ts';

export function WebhooksPage() {
  const { error, refetch, isPending } = useUser();
  const account = useAccount();
  return (
    <SettingsLayout title={shared.webhooks}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : isPending || account?.is_subscribed ? (
        <WebhookParts />
      ) : (
        <Panel title={shared.webhooks}>
          <PlanRequired what={shared.webhooks} />
        </Panel>
      )}
    </SettingsLayout>
  );
}

function WebhookParts() {
  const canWrite = useCanWrite();
  const [isAdding, setIsAdding] = useState(false);
  const query = useApi<{ webhooks: readonly Webhook[] }>(
    '/webhooks',
    {},
    { isEnabled: useAccount()?.is_subscribed ?? false },
  );
  const add = canWrite && !isAdding && <Button onClick={() => setIsAdding(true)}>{labels.addWebhook}</Button>;
  return (
    <>
      {isAdding && <NewWebhook onDone={() => setIsAdding(false)} />}
      <Panel title={labels.yourWebhooks} aside={query.data && query.data.webhooks.length > 0 && add}>
        <QueryContent query={query} loading={2}>
          {({ webhooks }) =>
            webhooks.length > 0 ? (
              <WebhookList webhooks={webhooks} />
            ) : (
              <EmptyState title={labels.noWebhooks}>
                <p>{labels.emptyHint}</p>
                {add}
              </EmptyState>
            )
          }
        </QueryContent>
      </Panel>
    </>
  );
}

function WebhookList({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { data } = useApi<SiteList>('/sites');
  const canWrite = useCanWrite();
  return (
    <ul className="rows">
      {webhooks.map(webhook => (
        <li className="row" key={webhook.id}>
          <div className="row-main">
            <Link href={`/settings/webhooks/${webhook.id}`}>
              <UntrustedText text={displayHost(webhook.url)} />
            </Link>
            <span className="hint">
              {labels.eventsOf(
                webhook.events.map(shortEventLabel).join(', '),
                <UntrustedText
                  text={
                    webhook.site_id === null
                      ? labels.ofEverySite
                      : (data?.sites.find(({ id }) => id === webhook.site_id)?.label ?? labels.ofOneSite)
                  }
                />,
              )}
            </span>
          </div>
          <State webhook={webhook} />
          {canWrite && <WebhookTest webhook={webhook} name={displayHost(webhook.url)} />}
        </li>
      ))}
    </ul>
  );
}

/** The state of a webhook, with the reason why it was disabled. */
function State({ webhook: { active, disabled_reason: reason } }: { readonly webhook: Webhook }) {
  if (active) return <span className="tag good">{labels.isOn}</span>;
  return reason === null ? (
    <span className="tag">{labels.isOff}</span>
  ) : (
    <span className="tag bad">{labels.switchedOff(reason)}</span>
  );
}
