/** Who hears of problems: each channel with a test. */
import { Link } from 'wouter';
import type { WebhookEventName } from '../../../core/webhook-events.ts';
import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useAccount, useCanWrite, useUserSettings } from '../../app/user.ts';
import { displayHost } from '../../format.ts';
import * as labels from '../../labels/monitoring.tsx';
import * as webhooks from '../../labels/webhooks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { MailTest, WebhookTest } from '../settings/test-alert.tsx';
import { PLATFORM_OPTIONS, shortEventLabel, type Webhook } from '../settings/webhook-labels.ts';

/** Events of webhooks that tell of problems. */
const ALERTS: readonly WebhookEventName[] = ['monitor_down', 'monitor_up', 'content_issue'];

export function Alerts({ site }: { readonly site: Site }) {
  const query = useApi<{ webhooks: readonly Webhook[] }>('/webhooks');
  const alerting = (query.data?.webhooks ?? []).filter(
    ({ site_id, events }) =>
      (site_id === null || site_id === site.id) && events.some(event => ALERTS.includes(event)),
  );
  return (
    <Panel title={labels.alerts}>
      <ul className="rows">
        <MailChannel />
        {alerting.map(webhook => (
          <WebhookChannel key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      <p className="hint">
        {labels.moreChannels(<Link href="/settings/webhooks">{labels.addWebhook}</Link>)}
      </p>
    </Panel>
  );
}

function MailChannel() {
  const { data } = useUserSettings();
  const isOwn = useAccount()?.kind !== 'team';
  const { email, is_mailed: isMailed } = data?.settings ?? {};
  return (
    <li className="row">
      <div className="row-main">
        <b>{isOwn ? labels.mailTo(<UntrustedText text={email ?? ''} />) : labels.mailToOwner}</b>
        <span className="hint">
          {labels.mailedWhen} {isOwn && <Link href="/settings/account">{labels.chooseMails}</Link>}
        </span>
      </div>
      {isOwn && isMailed && email !== undefined && <MailTest email={email} />}
    </li>
  );
}

function WebhookChannel({ webhook }: { readonly webhook: Webhook }) {
  const canWrite = useCanWrite();
  const host = displayHost(webhook.url);
  const platform = PLATFORM_OPTIONS.find(([each]) => each === webhook.platform)?.[1] ?? webhook.platform;
  const events = webhook.events.filter(event => ALERTS.includes(event)).map(shortEventLabel);
  return (
    <li className="row">
      <div className="row-main">
        <Link href={`/settings/webhooks/${webhook.id}`}>
          <UntrustedText text={host} />
        </Link>
        <span className="hint">{labels.webhookChannel(platform, events.join(', '))}</span>
      </div>
      {!webhook.active && <span className="tag">{webhooks.isOff}</span>}
      {canWrite && <WebhookTest webhook={webhook} name={host} />}
    </li>
  );
}
