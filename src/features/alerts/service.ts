import {
  type AlertKind,
  DEFAULT_CHANGE,
  findThresholds,
  findWindowHours,
  isTrafficKind,
  type Thresholds,
} from '../../core/alerts.ts';
import type { Clock } from '../../core/clock.ts';
import { type AppError, invalidBody, invalidParameter, notFound, tooMany } from '../../core/errors.ts';
import type { Page } from '../../core/page.ts';
import type { Site } from '../../core/site.ts';
import { isChange } from '../../lib/is-change.ts';
import { withZone } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { type AlertCheckerDeps, createAlertChecker } from './checker.ts';
import type { WatchedGoal } from './goal-history.ts';
import { MAX_ALERTS } from './limits.ts';
import { createPreview, type Preview, type PreviewDeps } from './preview.ts';
import type { AlertInput, NewAlertInput, PreviewInput } from './schema.ts';
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

  /** Finds the goal that an alert of kind `goal` names; undefined for the other kinds, which name none. */
  function findGoal(
    { siteId, kind }: { readonly siteId: number; readonly kind: AlertKind },
    { goal_id: goalId, change }: Pick<NewAlertInput, 'goal_id' | 'change'>,
    fail: Fail,
  ): WatchedGoal | undefined {
    if (kind !== 'goal') {
      const name = goalId === undefined ? 'change' : 'goal_id';
      if (goalId === undefined && change === undefined) return undefined;
      throw fail(`${name} goes with kind goal alone, got kind ${kind}`);
    }
    if (goalId === undefined) throw fail('goal_id is required with kind goal');
    const goal = deps.listGoals(siteId).find(({ id }) => id === goalId);
    if (!goal) throw fail(`goal_id must be the id of a goal of this site, got ${goalId}`);
    return goal;
  }

  return {
    find: store.find,
    list: store.list,
    noteStored: checker.noteStored,
    /** Reloads the history of a site: an import or a removal changed it. */
    forgetHistory: checker.forget,
    check: checker.check,

    create(site: Site, { kind, ...input }: NewAlertInput): AlertRow {
      if (store.count(site.id) >= MAX_ALERTS) throw tooMany('a site', MAX_ALERTS, 'alerts');
      const now = clock.now();
      const goal = findGoal({ siteId: site.id, kind }, input, invalidBody);
      const change = toChange(site, { kind, thresholds: toGoalChange(kind, input) }, input);
      // Without an alert nothing noted that the server was running.
      if (store.listAll().length === 0) store.saveCheckedAt(now);
      return store.insert({
        siteId: site.id,
        kind,
        goalId: goal?.id ?? null,
        name: null,
        channelIds: null,
        mutedUntil: null,
        thresholds: {},
        ...change,
        state: isTrafficKind(kind) || kind === 'goal' ? 'learning' : 'ok',
        since: now,
        createdAt: now,
        updatedAt: now,
      });
    },

    update(site: Site, alert: AlertRow, input: AlertInput): AlertRow {
      const change = toChange(site, alert, input);
      if (!isChange(alert, change)) return alert;
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
        {
          kind,
          goal: findGoal({ siteId: site.id, kind }, input, invalidParameter),
          thresholds: toThresholds(kind, {
            input,
            current: toGoalChange(kind, input),
            fail: invalidParameter,
          }),
        },
        signal,
      ),

    /** Removes what is past its retention period. */
    trim: (now: Date): void => store.removeFiringsBefore(new Date(now.getTime() - RETENTION_MS)),
  };
}

export type AlertsService = ReturnType<typeof createAlertsService>;

type Fail = (message: string) => AppError;

/** Returns the change that an alert on a goal watches for, as the thresholds that it begins with. */
const toGoalChange = (kind: AlertKind, { change }: Pick<NewAlertInput, 'change'>): Thresholds =>
  kind === 'goal' ? { change: change ?? DEFAULT_CHANGE } : {};

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
    readonly fail: Fail;
  },
): Thresholds {
  const { change } = current;
  const allowed = findThresholds(kind, change);
  const shown = change ? `${kind} with change ${change}` : kind;
  const values: Partial<Record<'percent' | 'windowHours' | 'hours', number>> = {};
  for (const [name, wireName] of Object.entries(WIRE_NAMES) as [keyof typeof WIRE_NAMES, 'percent'][]) {
    const range = allowed[name];
    const given = input[wireName];
    if (!range) {
      if (given !== undefined) throw fail(`${wireName} is no threshold of ${shown}`);
      continue;
    }
    const value = given ?? current[name] ?? range.fallback;
    const windows = name === 'windowHours' ? findWindowHours(kind) : undefined;
    if (windows && !windows.includes(value))
      throw fail(`window_hours must be one of ${windows.join(', ')}, got ${value}`);
    if (value < range.minimum || value > range.maximum)
      throw fail(`${wireName} of ${shown} must be from ${range.minimum} to ${range.maximum}, got ${value}`);
    values[name] = value;
  }
  return { ...(change && { change }), ...values };
}
