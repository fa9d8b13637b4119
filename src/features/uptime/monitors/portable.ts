/** Monitors in an exported folder. Headers, bodies and the secrets of heartbeats are left out: they may be secret. */
import { AppError, unlessRefused } from '../../../core/errors.ts';
import type { Site } from '../../../core/site.ts';
import { validateBody } from '../../../http/validate.ts';
import { toTargetUrl } from '../check/target.ts';
import { CreateMonitor, type NewMonitorInput, presentSettings } from './schema.ts';
import type { MonitorsService } from './service.ts';
import type { MonitorRow, TargetRow } from './store.ts';
import type { Targets } from './targets.ts';

/** What tells monitors of a site apart. */
interface MonitorKey {
  readonly name: unknown;
  readonly kind: unknown;
  /** Blank for a heartbeat. */
  readonly url: unknown;
}

/** Creates the export of a site's monitors besides that of its own address, and their way back. */
export function createPortableMonitors({
  targets,
  monitors,
}: {
  readonly targets: Pick<Targets, 'findRow'>;
  readonly monitors: Pick<MonitorsService, 'list' | 'create'>;
}) {
  const describe = (site: Site) =>
    monitors.list(site).flatMap(monitor => describeMonitor(targets.findRow(monitor.id), monitor));
  const toKey = ({ name, kind, url }: MonitorKey): string => JSON.stringify([name, kind, url]);

  return {
    describe,

    /** Adds exported monitors that a site lacks. What is invalid, or one too many, is passed over. */
    async restore(site: Site, given: readonly unknown[]): Promise<void> {
      const known = new Set(describe(site).map(toKey));
      for (const row of given) {
        const input = parseMonitor(row);
        if (input === null || known.has(toKey(row as MonitorKey))) continue;
        await monitors.create(site, input).catch(rethrowUnknown);
      }
    },
  };
}

/** Describes a monitor by the fields that it is created with; an empty list for that of the site's own address. */
function describeMonitor(row: TargetRow | undefined, { id, pausedAt }: MonitorRow) {
  if (!row) return [];
  const { name, kind, settings } = row;
  // The id of a heartbeat means nothing elsewhere.
  const url = kind === 'heartbeat' ? '' : toTargetUrl(settings, id);
  return [{ name, kind, enabled: pausedAt === null, ...presentSettings(settings), url }];
}

/**
 * Parses a monitor of an exported folder; null for an invalid one. One whose headers or body were left out is switched off, since its
 * check would fail without them.
 */
function parseMonitor(row: unknown): NewMonitorInput | null {
  if (typeof row !== 'object' || row === null) return null;
  const { url, has_body, header_names, ...fields } = row as Record<string, unknown>;
  const isWhole = !has_body && (!Array.isArray(header_names) || header_names.length === 0);
  const given = Object.entries({ ...fields, ...(fields['kind'] === 'http' ? { url } : {}) });
  const body = Object.fromEntries(given.filter(([, value]) => value !== null));
  const input = isWhole ? body : { ...body, enabled: false };
  return unlessRefused(() => validateBody(CreateMonitor, input) as NewMonitorInput) ?? null;
}

/** Rethrows what is no fault of the given monitor. */
function rethrowUnknown(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
