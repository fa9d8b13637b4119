/** Builds what a status page shows. Pure functions, without I/O. */
import type { OverallState } from '../../../core/status-pages.ts';
import { MAX_SHOWN } from '../limits.ts';
import type { IncidentRow, NoteRow, PageMonitorRow, PageRow } from '../store.ts';
import type { StatusView } from './schema.ts';

export interface Missing {
  readonly missing: number;
  readonly missing_low: number;
  readonly missing_high: number;
}

/** What monitoring knows of a monitor. */
export interface KnownStatus {
  readonly siteId: number;
  readonly monitorId: number;
  readonly host: string | null;
  readonly state: 'up' | 'down' | 'unknown' | 'paused';
  readonly uptime: number | null;
  readonly days: readonly {
    readonly date: string;
    readonly uptime: number | null;
    readonly downMs: number;
  }[];
  readonly downtimes: readonly {
    readonly id: number;
    readonly startedAt: Date;
    readonly endedAt: Date | null;
    readonly impact: { readonly hits: Missing; readonly events: Missing | null } | null;
  }[];
}

/** A time of a maintenance window. */
export interface MaintenanceTime {
  readonly siteId: number;
  readonly windowId: number;
  readonly name: string;
  /** Null: all of the site. */
  readonly monitorIds: readonly number[] | null;
  readonly start: Date;
  readonly end: Date;
}

export interface ViewParts {
  readonly page: PageRow;
  readonly url: string;
  readonly shown: readonly { readonly row: PageMonitorRow; readonly status: KnownStatus }[];
  readonly incidents: readonly IncidentRow[];
  readonly notes: readonly NoteRow[];
  readonly maintenance: readonly MaintenanceTime[];
  readonly zone: string;
  readonly now: Date;
}

/** Lists the newest downtimes of the shown monitors. */
export const listDowntimes = (shown: ViewParts['shown']) =>
  shown
    .flatMap(({ row, status }) => status.downtimes.map(downtime => ({ ...downtime, monitor: row.name })))
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || b.id - a.id)
    .slice(0, MAX_SHOWN.downtimes);

export function buildView(parts: ViewParts): StatusView {
  const { page, shown, incidents, zone, now } = parts;
  const maintenance = toMaintenance(parts);
  const active = parts.maintenance.filter(({ start, end }) => start <= now && end > now);
  const inMaintenance = ({ siteId, monitorId }: KnownStatus) =>
    active.some(
      time => time.siteId === siteId && (time.monitorIds === null || time.monitorIds.includes(monitorId)),
    );
  const monitors = shown.map(({ row, status }) => ({
    name: row.name,
    host: row.showsHost ? status.host : null,
    state:
      status.state === 'up' || status.state === 'unknown'
        ? inMaintenance(status)
          ? ('maintenance' as const)
          : status.state
        : status.state,
    uptime: status.uptime,
    days: status.days.map(({ date, uptime, downMs }) => ({
      date,
      uptime,
      downtime_seconds: Math.round(downMs / 1000),
    })),
  }));
  const hasOpen = incidents.some(({ resolvedAt }) => resolvedAt === null);
  return {
    page: { title: page.title, description: page.description, url: parts.url },
    state: toOverall(
      monitors.map(({ state }) => state),
      hasOpen,
    ),
    monitors,
    incidents: toIncidents(parts),
    downtimes: toDowntimes(parts),
    maintenance,
    time_zone: zone,
    updated_at: now.toISOString(),
  };
}

/** Returns the state of all: monitors that are switched off say nothing. */
function toOverall(all: readonly StatusView['monitors'][number]['state'][], hasOpen: boolean): OverallState {
  const states = all.filter(state => state !== 'paused');
  const down = states.filter(state => state === 'down').length;
  if (down > 0) return down === states.length ? 'down' : 'partly_down';
  if (hasOpen) return 'incident';
  if (states.includes('maintenance')) return 'maintenance';
  if (states.includes('unknown')) return 'unknown';
  return states.length === 0 ? 'unmonitored' : 'up';
}

const presentNotes = (notes: readonly NoteRow[]) =>
  notes.map(({ id, text, status, createdAt }) => ({
    id,
    text,
    status,
    created_at: createdAt.toISOString(),
  }));

function toIncidents({ incidents, notes, shown }: ViewParts): StatusView['incidents'] {
  const byIncident = Map.groupBy(notes, ({ incidentId }) => incidentId);
  return incidents.map(incident => ({
    id: incident.id,
    title: incident.title,
    status: incident.status,
    monitors: shown
      .filter(({ row }) => incident.monitorIds.includes(row.monitorId))
      .map(({ row }) => row.name),
    started_at: incident.startedAt.toISOString(),
    resolved_at: incident.resolvedAt?.toISOString() ?? null,
    updated_at: incident.updatedAt.toISOString(),
    notes: presentNotes(byIncident.get(incident.id) ?? []),
  }));
}

const toMissing = ({ missing, missing_low, missing_high }: Missing): Missing => ({
  missing,
  missing_low,
  missing_high,
});

function toDowntimes({ page, shown, notes }: ViewParts): StatusView['downtimes'] {
  const byDowntime = Map.groupBy(notes, ({ downtimeId }) => downtimeId);
  return listDowntimes(shown).map(({ id, monitor, startedAt, endedAt, impact }) => ({
    id,
    monitor,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    notes: presentNotes(byDowntime.get(id) ?? []),
    impact:
      page.showsImpact && impact
        ? { hits: toMissing(impact.hits), events: impact.events && toMissing(impact.events) }
        : null,
  }));
}

/** Lists the times that concern a shown monitor; of a weekly window that is to come the next one alone. */
function toMaintenance({ maintenance, shown, now }: ViewParts): StatusView['maintenance'] {
  const isNext = new Set<string>();
  const inOrder = maintenance.toSorted((a, b) => a.start.getTime() - b.start.getTime());
  const all = inOrder.flatMap(({ siteId, windowId, monitorIds, name, start, end }) => {
    const monitors = shown.filter(
      ({ row, status }) =>
        status.siteId === siteId && (monitorIds === null || monitorIds.includes(row.monitorId)),
    );
    if (monitors.length === 0) return [];
    const state = end <= now ? ('past' as const) : start > now ? ('coming' as const) : ('active' as const);
    const window = `${siteId} ${windowId}`;
    if (state !== 'past' && isNext.has(window)) return [];
    if (state !== 'past') isNext.add(window);
    const names = monitors.map(({ row }) => row.name);
    return [{ name, monitors: names, starts_at: start.toISOString(), ends_at: end.toISOString(), state }];
  });
  return [
    ...all.filter(({ state }) => state !== 'past').slice(0, MAX_SHOWN.maintenance),
    ...all
      .filter(({ state }) => state === 'past')
      .toReversed()
      .slice(0, MAX_SHOWN.maintenance),
  ];
}
