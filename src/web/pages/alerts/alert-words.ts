import type { Static } from '@sinclair/typebox';
import type { AlertKind } from '../../../core/alerts.ts';
import type {
  AlertList as AlertListSchema,
  FiringList as FiringListSchema,
  PreviewAnswer as PreviewAnswerSchema,
} from '../../../features/alerts/schema.ts';
import * as labels from '../../labels/alerts.tsx';
import { formatNumber } from '../../labels/language.ts';

export type AlertList = Static<typeof AlertListSchema>;
export type Alert = AlertList['alerts'][number];
export type FiringList = Static<typeof FiringListSchema>;
export type PreviewAnswer = Static<typeof PreviewAnswerSchema>;
type Facts = PreviewAnswer['preview']['firings'][number];

export const alertsPath = ({ id }: { readonly id: number }): string => `/sites/${id}/alerts`;

/** What an alert watches. */
export type Watched = Pick<Alert, 'kind' | 'change' | 'percent' | 'window_hours' | 'hours'>;

/** Describes when an alert fires. */
export function describeAlert(alert: Watched, goal = labels.unknownGoal): string {
  const { kind, percent, window_hours: windowHours, hours } = alert;
  switch (kind) {
    case 'spike':
      return labels.firesOnSpike(percent ?? 0, windowHours ?? 1);
    case 'drop':
      return labels.firesOnDrop(percent ?? 0, windowHours ?? 1);
    case 'silence':
      return labels.firesOnSilence(hours ?? 1);
    case 'goal':
      return describeGoalAlert(alert, goal);
    case 'monitor':
      return labels.firesOnMonitor;
    case 'broken_link':
      return labels.firesOnBrokenLink;
  }
}

function describeGoalAlert(
  { change, percent, window_hours: windowHours, hours }: Watched,
  goal: string,
): string {
  if (change === 'silence') return labels.firesOnGoalSilence(goal, hours ?? 1);
  const describe = change === 'spike' ? labels.firesOnGoalSpike : labels.firesOnGoalDrop;
  return describe(goal, percent ?? 0, windowHours ?? 1);
}

/** Describes what was found when an alert fired. */
export function describeFiring(
  kind: AlertKind,
  { hits, conversions, expected, hours, cause, error, count }: Facts,
): string {
  switch (kind) {
    case 'spike':
    case 'drop':
      return labels.hitsInsteadOf(
        formatNumber(hits ?? 0),
        formatNumber(Math.round(expected ?? 0)),
        hours ?? 1,
      );
    case 'goal':
      return labels.conversionsInsteadOf(
        formatNumber(conversions ?? 0),
        formatNumber(Math.round(expected ?? 0)),
        hours ?? 1,
      );
    case 'silence':
      return cause === null ? labels.silentFor(hours ?? 1) : labels.causes[cause];
    case 'monitor':
      return error ?? '';
    case 'broken_link':
      return labels.linkCount(count ?? 0);
  }
}
