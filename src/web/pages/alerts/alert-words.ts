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

/** Describes when an alert fires. */
export function describeAlert({
  kind,
  percent,
  window_hours: windowHours,
  hours,
}: Pick<Alert, 'kind' | 'percent' | 'window_hours' | 'hours'>): string {
  switch (kind) {
    case 'spike':
      return labels.firesOnSpike(percent ?? 0, windowHours ?? 1);
    case 'drop':
      return labels.firesOnDrop(percent ?? 0, windowHours ?? 1);
    case 'silence':
      return labels.firesOnSilence(hours ?? 1);
    case 'monitor':
      return labels.firesOnMonitor;
    case 'broken_link':
      return labels.firesOnBrokenLink;
  }
}

/** Describes what was found when an alert fired. */
export function describeFiring(
  kind: AlertKind,
  { hits, expected, hours, cause, error, count }: Facts,
): string {
  switch (kind) {
    case 'spike':
    case 'drop':
      return labels.hitsInsteadOf(
        formatNumber(hits ?? 0),
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
