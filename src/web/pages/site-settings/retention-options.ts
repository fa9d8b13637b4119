import type { Day } from '../../../core/span.ts';
import { addDays, dayOf } from '../../../lib/time.ts';

/** Whether less is kept than before. Null keeps everything. */
export const isShorter = (days: number | null, before: number | null): boolean =>
  days !== null && (before === null || days < before);

/** The first day of which something is kept. Days of the retention are UTC days. */
export const firstKeptDay = (days: number, now: Date): Day => addDays(dayOf(now, 'UTC'), -days);

/** Retentions that are offered by name. */
export const RETENTIONS = [
  ['', 'For good'],
  ['90', '90 days'],
  ['180', '180 days'],
  ['365', '1 year'],
  ['730', '2 years'],
  ['1095', '3 years'],
  ['1825', '5 years'],
  ['own', 'Another number of days'],
] as const;

export type Retention = (typeof RETENTIONS)[number][0];

export const toRetentionOption = (days: number | null): Retention =>
  RETENTIONS.find(([value]) => value === (days === null ? '' : String(days)))?.[0] ?? 'own';
