/** The page of the account's notification channels. */
import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { useAccount, useCanWrite } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/alerts.tsx';
import * as shared from '../../labels/shared.tsx';
import * as webhooks from '../../labels/webhooks.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { PlanRequired } from '../settings/memberships.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { ChannelTest } from '../settings/test-alert.tsx';
import { EditChannel, NewChannel } from './channel-form.tsx';
import { CHANNELS_PATH, type Channel, type ChannelList } from './channel-words.ts';

export function NotificationChannelsPage() {
  const account = useAccount();
  return (
    <SettingsLayout title={shared.notificationChannels}>
      {account?.is_subscribed === false ? (
        <Panel title={shared.notificationChannels}>
          <PlanRequired what={shared.notificationChannels} />
        </Panel>
      ) : (
        <Channels isEnabled={account !== undefined} />
      )}
    </SettingsLayout>
  );
}

function Channels({ isEnabled }: { readonly isEnabled: boolean }) {
  const canWrite = useCanWrite();
  const [isAdding, setIsAdding] = useState(false);
  const query = useApi<ChannelList>(CHANNELS_PATH, {}, { isEnabled });
  const add = canWrite && !isAdding && <Button onClick={() => setIsAdding(true)}>{labels.addChannel}</Button>;
  const channels = query.data?.notification_channels ?? [];
  return (
    <>
      {isAdding && <NewChannel onDone={() => setIsAdding(false)} />}
      <Panel title={labels.yourChannels} aside={channels.length > 0 && add}>
        <QueryContent query={query} loading={2}>
          {() =>
            channels.length > 0 ? (
              <ul className="rows">
                {channels.map(channel => (
                  <ChannelRow key={channel.id} channel={channel} />
                ))}
              </ul>
            ) : (
              <EmptyState title={labels.noChannels}>
                <p>{labels.noChannelsHint}</p>
                {add}
              </EmptyState>
            )
          }
        </QueryContent>
      </Panel>
    </>
  );
}

function ChannelRow({ channel }: { readonly channel: Channel }) {
  const canWrite = useCanWrite();
  const [isEditing, setIsEditing] = useState(false);
  const { id, name, kind, settings, quiet_hours: quiet } = channel;
  const remove = async () => {
    await call('DELETE', `${CHANNELS_PATH}/${id}`);
    await invalidate(CHANNELS_PATH);
  };
  return (
    <li className="row">
      <div className="row-main">
        <b>
          <UntrustedText text={name} />
        </b>
        <span className="hint">
          {labels.channelKinds[kind]}
          {Object.values(settings).map(value => (
            <span key={value}>
              {' · '}
              <UntrustedText text={value} />
            </span>
          ))}
          {quiet !== null && ` · ${labels.quietFromUntil(quiet.from, quiet.until)}`}
        </span>
      </div>
      <State channel={channel} />
      {canWrite && (
        <div className="actions">
          <ChannelTest id={id} name={name} />
          {!isEditing && (
            <Button isSmall variant="quiet" onClick={() => setIsEditing(true)}>
              {labels.edit}
            </Button>
          )}
          <ConfirmButton
            text={labels.deleteChannel}
            label={labels.deleteNamed(name)}
            title={labels.deleteChannelQuestion}
            action={labels.deleteChannel}
            work={remove}
            hint={labels.deleteChannelHint(<UntrustedText text={name} />)}
          />
        </div>
      )}
      {isEditing && <EditChannel channel={channel} onDone={() => setIsEditing(false)} />}
    </li>
  );
}

function State({ channel: { active, disabled_reason: reason } }: { readonly channel: Channel }) {
  if (active) return <span className="tag good">{webhooks.isOn}</span>;
  if (reason === null) return <span className="tag">{webhooks.isOff}</span>;
  return <span className="tag bad">{webhooks.switchedOff(reason)}</span>;
}
