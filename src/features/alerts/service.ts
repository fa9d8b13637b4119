import {
  type AlertKind,
  isTrafficKind,
  THRESHOLDS,
  type Thresholds,
  WINDOW_HOURS,
} from '../../core/alerts.ts';
import type { Clock } from '../../core/clock.ts';
import { type AppError, invalidBody, invalidParameter, notFound } from '../../core/errors.ts';
import type { Page } from '../../core/page.ts';
import type { Site } from '../../core/site.ts';
import { withZone } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { type AlertCheckerDeps, createAlertChecker } from './checker.ts';
import { MAX_ALERTS } from './limits.ts';
import { createPreview, type Preview, type PreviewDeps } from './preview.ts';
import type { AlertInput, PreviewInput } from './schema.ts';
import type { AlertChange, AlertRow, FiringRow } from './store.ts';

const RETENTION_MS = 400 * DAY_MS;

export interface AlertsDeps extends AlertCheckerDeps, Pick<PreviewDeps, 'listFindings'> {
  /** The store that requests read from. */
  readonly reportHits: PreviewDeps['hits'];
  /** Returns whether an account has a notification channel. */
  readonly hasChannel: (ownerId: number, channelId: number) => boolean;
  readonly clock: Clock;
}

export function createAlertsService(deps: AlertsDeps) {
  const { store, clock } = deps;
  const checker = createAlertChecker(deps);
  const preview = createPreview({ ...deps, hits: deps.reportHits });

  /** Validates a body and returns it as a change of the row. */
  function toChange(
    site: Site,
    { kind, thresholds: current }: Pick<AlertRow, 'kind' | 'thresholds'>,
    input: AlertInput,
  ): AlertChange {
    const { name, notification_channel_ids: channelIds, muted_until: mutedUntil } = input;
    const unknown = channelIds?.find(id => !deps.hasChannel(site.ownerId, id));
    if (unknown !== undefined)
      throw invalidBody(
        `notification_channel_ids must be ids of notification channels of the account, got ${unknown}`,
      );
    return {
      ...(name === undefined ? {} : { name: name?.trim() ?? null }),
      ...(channelIds === undefined ? {} : { channelIds: channelIds && [...new Set(channelIds)] }),
      ...(mutedUntil === undefined
        ? {}
        : { mutedUntil: mutedUntil === null ? null : new Date(withZone(mutedUntil)) }),
      thresholds: toThresholds(kind, { input, current, fail: invalidBody }),
    };
  }

  /** 404 when the site has no such alert. */
  function get(siteId: number, id: number): AlertRow {
    const alert = store.find(siteId, id);
    if (!alert) throw notFound('alert');
    return alert;
  }

  return {
    get,
    list: store.list,
    noteChanged: checker.noteChanged,
    /** Reads the history of a site anew: an import changed it. */
    forgetHistory: checker.forget,
    check: checker.check,

    create(site: Site, { kind, ...input }: AlertInput & { readonly kind: AlertKind }): AlertRow {
      if (store.list(site.id).length >= MAX_ALERTS)
        throw invalidBody(`a site can have ${MAX_ALERTS} alerts: delete one that is not needed`);
      const now = clock.now();
      const change = toChange(site, { kind, thresholds: {} }, input);
      // Without an alert nothing noted that the server was running.
      if (store.listAll().length === 0) store.saveCheckedAt(now);
      return store.insert({
        siteId: site.id,
        kind,
        name: null,
        channelIds: null,
        mutedUntil: null,
        thresholds: {},
        ...change,
        state: isTrafficKind(kind) ? 'learning' : 'ok',
        since: now,
        createdAt: now,
        updatedAt: now,
      });
    },

    update(site: Site, alert: AlertRow, input: AlertInput): AlertRow {
      const change = toChange(site, alert, input);
      const changed = store.update(alert.id, { ...change, updatedAt: clock.now() });
      if (!changed) throw notFound('alert');
      checker.forgetAlert(alert.id);
      return changed;
    },

    remove: ({ id }: AlertRow): void => store.remove(id),

    /** Lists when an alert fired, newest first. */
    listFirings: ({ id }: AlertRow, page: Page): { readonly rows: FiringRow[]; readonly total: number } => ({
      rows: store.listFirings(id, page),
      total: store.countFirings(id),
    }),

    /** Computes when an alert would have fired in the last 90 days. */
    preview: (
      site: Site,
      { kind = 'spike', ...input }: PreviewInput,
      signal: AbortSignal,
    ): Promise<Preview> =>
      preview(
        site.id,
        { kind, thresholds: toThresholds(kind, { input, current: {}, fail: invalidParameter }) },
        signal,
      ),

    /** Removes what is past its retention period. */
    trim: (now: Date): void => store.removeFiringsBefore(new Date(now.getTime() - RETENTION_MS)),
  };
}

export type AlertsService = ReturnType<typeof createAlertsService>;

/** Names of thresholds in requests. */
const WIRE_NAMES = { percent: 'percent', windowHours: 'window_hours', hours: 'hours' } as const;

/** Checks the thresholds of a kind of alert; those that are not given stay. */
function toThresholds(
  kind: AlertKind,
  {
    input,
    current,
    fail,
  }: {
    readonly input: Pick<AlertInput, 'percent' | 'window_hours' | 'hours'>;
    readonly current: Thresholds;
    readonly fail: (message: string) => AppError;
  },
): Thresholds {
  const allowed = THRESHOLDS[kind];
  const values: Partial<Record<keyof Thresholds, number>> = {};
  for (const [name, wireName] of Object.entries(WIRE_NAMES) as [keyof Thresholds, 'percent'][]) {
    const range = allowed[name];
    const given = input[wireName];
    if (!range) {
      if (given !== undefined) throw fail(`${wireName} is no threshold of ${kind}`);
      continue;
    }
    const value = given ?? current[name] ?? range.fallback;
    if (value < range.minimum || value > range.maximum)
      throw fail(`${wireName} of ${kind} must be from ${range.minimum} to ${range.maximum}, got ${value}`);
    values[name] = value;
  }
  if (values.windowHours !== undefined && !(WINDOW_HOURS as readonly number[]).includes(values.windowHours))
    throw fail(`window_hours must be one of ${WINDOW_HOURS.join(', ')}, got ${values.windowHours}`);
  return values;
}
