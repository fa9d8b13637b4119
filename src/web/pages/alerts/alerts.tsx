/** The page of a site's alerts: what they watch, what they found, and a new one with a preview. */
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useAccount, useCanWrite, useTimeZone } from '../../app/user.ts';
import { formatDateTime } from '../../format.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as labels from '../../labels/alerts.tsx';
import * as monitoring from '../../labels/monitoring.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useGoals } from '../goals/use-goals.ts';
import { MonitoringNavigation } from '../monitoring/monitoring-navigation.tsx';
import { AlertForm } from './alert-form.tsx';
import { type Alert, type AlertList, alertsPath, describeAlert } from './alert-words.ts';
import { CHANNELS_PATH, type ChannelList } from './channel-words.ts';
import { Firings } from './firings.tsx';

export function AlertsPage() {
  return <SiteLayout title={labels.alerts}>{site => <Alerts key={site.id} site={site} />}</SiteLayout>;
}

function Alerts({ site }: { readonly site: Site }) {
  const isSubscribed = useAccount()?.is_subscribed;
  const canWrite = useCanWrite();
  const [isAdding, setIsAdding] = useState(false);
  const query = useApi<AlertList>(alertsPath(site), {}, { isEnabled: isSubscribed === true });
  if (isSubscribed === false)
    return <EmptyState title={monitoring.noPlanTitle}>{monitoring.noPlanHint}</EmptyState>;
  const add = canWrite && !isAdding && <Button onClick={() => setIsAdding(true)}>{labels.addAlert}</Button>;
  return (
    <>
      <MonitoringNavigation siteId={site.id} />
      <NoChannelBanner />
      {isAdding && (
        <Panel title={labels.newAlert}>
          <AlertForm site={site} onDone={() => setIsAdding(false)} />
        </Panel>
      )}
      <Panel title={labels.alerts} aside={query.data && query.data.alerts.length > 0 && add}>
        <QueryContent query={query} loading={3}>
          {({ alerts }) =>
            alerts.length > 0 ? (
              <ul className="rows">
                {alerts.map(alert => (
                  <AlertRow key={alert.id} site={site} alert={alert} />
                ))}
              </ul>
            ) : (
              <EmptyState title={labels.noAlerts}>
                <p>{labels.noAlertsHint}</p>
                {add}
              </EmptyState>
            )
          }
        </QueryContent>
        <p className="hint">
          {labels.sentTo(<Link href="/settings/notifications">{labels.channelsLink}</Link>)}
        </p>
      </Panel>
    </>
  );
}

/** Says that alerts reach nobody while the account has no notification channel. */
function NoChannelBanner() {
  const { data } = useApi<ChannelList>(CHANNELS_PATH);
  if (data?.notification_channels.length !== 0) return null;
  return (
    <p className="banner" role="status">
      {labels.noChannelYet} <Link href="/settings/notifications">{labels.addFirstChannel}</Link>
    </p>
  );
}

const DAY_MS = 86_400_000;

function AlertRow({ site, alert }: { readonly site: Site; readonly alert: Alert }) {
  const canWrite = useCanWrite();
  const timeZone = useTimeZone();
  const [isOpen, setIsOpen] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const path = `${alertsPath(site)}/${alert.id}`;
  const goal = useGoalName(site, alert.goal_id);
  const isMuted = alert.muted_until !== null && Date.parse(alert.muted_until) > Date.now();
  const mute = async (until: string | null) => {
    await call('PATCH', path, { body: { muted_until: until } });
    await invalidate(alertsPath(site));
  };
  const remove = async () => {
    await call('DELETE', path);
    await invalidate(alertsPath(site));
  };
  const name = alert.name ?? labels.alertKinds[alert.kind];
  return (
    <li className="row">
      <div className="row-main">
        <span>
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          <State alert={alert} />{' '}
          {alert.state === 'firing' && (
            <span className="soft">
              <RelativeTime at={alert.since} timeZone={timeZone} />
            </span>
          )}
        </span>
        <span className="hint">
          <UntrustedText text={describeAlert(alert, goal)} />
          {isMuted &&
            alert.muted_until !== null &&
            ` · ${labels.mutedUntil(formatDateTime(alert.muted_until, timeZone))}`}
        </span>
      </div>
      <div className="actions">
        <Button isSmall variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {labels.history}
        </Button>
        {canWrite && !isEditing && (
          <>
            <ActionButton
              variant="quiet"
              work={() => mute(isMuted ? null : new Date(Date.now() + DAY_MS).toISOString())}
            >
              {isMuted ? labels.unmute : labels.muteADay}
            </ActionButton>
            <Button
              isSmall
              variant="quiet"
              aria-label={labels.editNamed(name)}
              onClick={() => setIsEditing(true)}
            >
              {labels.edit}
            </Button>
            <ConfirmButton
              text={labels.deleteAlert}
              label={labels.deleteNamed(name)}
              title={labels.deleteAlertQuestion}
              action={labels.deleteAlert}
              work={remove}
              hint={labels.deleteAlertHint(<UntrustedText text={name} />)}
            />
          </>
        )}
      </div>
      {isEditing && <AlertForm site={site} alert={alert} onDone={() => setIsEditing(false)} />}
      {isOpen && <Firings path={`${path}/firings`} kind={alert.kind} />}
    </li>
  );
}

/** Finds the name of the goal that an alert watches. */
function useGoalName({ id }: Site, goalId: number | null): string | undefined {
  const { data } = useGoals(id, { isEnabled: goalId !== null });
  return data?.goals.find(goal => goal.id === goalId)?.name;
}

const TONES = { ok: 'tag good', firing: 'tag bad', learning: 'tag' } as const;

const State = ({ alert: { state } }: { readonly alert: Alert }) => (
  <span className={TONES[state]}>{labels.states[state]}</span>
);
