/** The page of a site's monitors and maintenance windows. */
import { useState } from 'react';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useAccount, useCanWrite, useTimeZone } from '../../app/user.ts';
import { formatUptime } from '../../charts/uptime-labels.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import * as monitoring from '../../labels/monitoring.tsx';
import * as labels from '../../labels/monitors.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { MonitoringNavigation } from '../monitoring/monitoring-navigation.tsx';
import { describeState } from '../monitoring/status.ts';
import { MonitorDays } from './monitor-days.tsx';
import type { Monitor, Monitors, Written } from './monitor-draft.ts';
import { EditMonitor, HeartbeatAddress, NewMonitor } from './monitor-form.tsx';
import { WatchedPages } from './watched-pages.tsx';
import { Windows } from './windows.tsx';

const REFETCH_MS = 30_000;

const toPath = (siteId: number): string => `/sites/${siteId}/monitors`;

export function MonitorsPage() {
  return <SiteLayout title={labels.monitors}>{site => <Page key={site.id} site={site} />}</SiteLayout>;
}

function Page({ site }: { readonly site: Site }) {
  const isSubscribed = useAccount()?.is_subscribed;
  if (isSubscribed === false)
    return <EmptyState title={monitoring.noPlanTitle}>{monitoring.noPlanHint}</EmptyState>;
  return (
    <>
      <MonitoringNavigation siteId={site.id} />
      <MonitorPanel siteId={site.id} isEnabled={isSubscribed === true} />
      <WatchedPages site={site} isEnabled={isSubscribed === true} />
      <Windows site={site} isEnabled={isSubscribed === true} />
    </>
  );
}

function MonitorPanel({ siteId, isEnabled }: { readonly siteId: number; readonly isEnabled: boolean }) {
  const path = toPath(siteId);
  const canWrite = useCanWrite();
  const [isAdding, setIsAdding] = useState(false);
  const query = useApi<Monitors>(path, { per_page: 100 }, { isEnabled, refetchMs: REFETCH_MS });
  const add = canWrite && !isAdding && <Button onClick={() => setIsAdding(true)}>{labels.addMonitor}</Button>;
  return (
    <>
      {isAdding && <NewMonitor path={path} onDone={() => setIsAdding(false)} />}
      <Panel title={labels.monitors} aside={query.data && query.data.monitors.length > 0 && add}>
        <QueryContent query={query} loading={3}>
          {({ monitors }) =>
            monitors.length > 0 ? (
              <ul className="rows">
                {monitors.map(monitor => (
                  <MonitorRow key={monitor.id} siteId={siteId} monitor={monitor} />
                ))}
              </ul>
            ) : (
              <EmptyState title={labels.noMonitors}>
                <p>{labels.noMonitorsHint}</p>
                {add}
              </EmptyState>
            )
          }
        </QueryContent>
      </Panel>
    </>
  );
}

function MonitorRow({ siteId, monitor }: { readonly siteId: number; readonly monitor: Monitor }) {
  const path = toPath(siteId);
  const canWrite = useCanWrite();
  const [isEditing, setIsEditing] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  return (
    <li className="row">
      <div className="row-main">
        <b>{monitor.name === null ? labels.siteAddress : <UntrustedText text={monitor.name} />}</b>
        <Facts monitor={monitor} />
      </div>
      <State monitor={monitor} />
      <Button isSmall variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {labels.history}
      </Button>
      {canWrite && monitor.is_automatic && <AutomaticActions path={path} monitor={monitor} />}
      {canWrite && !monitor.is_home && !monitor.is_automatic && !isEditing && (
        <Actions path={path} monitor={monitor} onEdit={() => setIsEditing(true)} onAddress={setAddress} />
      )}
      {isEditing && <EditMonitor path={path} monitor={monitor} onDone={() => setIsEditing(false)} />}
      {isOpen && <MonitorDays siteId={siteId} monitorId={monitor.id} />}
      {address !== null && <HeartbeatAddress address={address} onDone={() => setAddress(null)} />}
    </li>
  );
}

function Facts({ monitor }: { readonly monitor: Monitor }) {
  const timeZone = useTimeZone();
  const { kind, url, uptime, last_check_at: checkedAt, is_down: isDown } = monitor;
  const error = isDown ? monitor.last_error_message : null;
  return (
    <>
      <span className="hint">
        {kind === 'heartbeat' ? labels.kinds.heartbeat : <UntrustedText text={url} isCut />}
        {monitor.is_automatic && ` · ${labels.automatic}`}
      </span>
      {checkedAt !== null && (
        <span className="hint">
          {labels.uptime(formatUptime(uptime))} ·{' '}
          {labels.checked(<RelativeTime at={checkedAt} timeZone={timeZone} />)}
        </span>
      )}
      {error !== null && (
        <span className="hint">
          <UntrustedText
            text={monitoring.failure(error, monitor.last_error_code, monitor.last_status_code)}
          />
        </span>
      )}
    </>
  );
}

function Actions({
  path,
  monitor,
  onEdit,
  onAddress,
}: {
  readonly path: string;
  readonly monitor: Monitor;
  readonly onEdit: () => void;
  readonly onAddress: (address: string | null) => void;
}) {
  const at = `${path}/${monitor.id}`;
  const name = monitor.name ?? '';
  const patch = async (body: object): Promise<void> => {
    const { heartbeat_url: address } = await call<Written>('PATCH', at, { body });
    if (address !== null) onAddress(address);
    await invalidate(path);
  };
  const remove = async (): Promise<void> => {
    await call('DELETE', at);
    await invalidate(path);
  };
  return (
    <div className="actions">
      {monitor.kind === 'heartbeat' && (
        <ActionButton variant="quiet" work={() => patch({ renew_address: true })}>
          {labels.renewAddress}
        </ActionButton>
      )}
      <ActionButton variant="quiet" work={() => patch({ enabled: !monitor.enabled })}>
        {monitor.enabled ? labels.pause : labels.resume}
      </ActionButton>
      <Button isSmall variant="quiet" onClick={onEdit}>
        {labels.edit}
      </Button>
      <ConfirmButton
        text={labels.remove}
        label={labels.removeNamed(name)}
        title={labels.removeMonitorQuestion}
        action={labels.remove}
        work={remove}
        hint={labels.removeMonitorHint(<UntrustedText text={name} />)}
      />
    </div>
  );
}

/** What can be done with a monitor that was added for one of the most visited pages. */
function AutomaticActions({ path, monitor }: { readonly path: string; readonly monitor: Monitor }) {
  const at = `${path}/${monitor.id}`;
  const name = monitor.name ?? '';
  return (
    <div className="actions">
      <ActionButton
        variant="quiet"
        work={async () => {
          await call('PATCH', at, { body: { is_automatic: false } });
          await invalidate(path);
        }}
      >
        {labels.keep}
      </ActionButton>
      <ConfirmButton
        text={labels.exclude}
        label={labels.excludeNamed(name)}
        title={labels.excludeQuestion}
        action={labels.exclude}
        work={async () => {
          await call('DELETE', at);
          await Promise.all([invalidate(path), invalidate(path.replace('/monitors', '/watched_pages'))]);
        }}
        hint={labels.excludeHint(<UntrustedText text={name} />)}
      />
    </div>
  );
}

function State({ monitor }: { readonly monitor: Monitor }) {
  const { name, tone } = monitor.enabled ? describeState(monitor) : { name: labels.paused, tone: '' };
  return <span className={`tag ${tone}`.trim()}>{name}</span>;
}
