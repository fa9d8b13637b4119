import type { Day } from '../../../core/span.ts';
import { addDays, toDay } from '../../../lib/time.ts';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/site-settings.tsx';

/** Returns whether a retention is shorter than before. Null keeps everything. */
export const isShorter = (days: number | null, before: number | null): boolean =>
  days !== null && (before === null || days < before);

/** Returns the first day that a retention keeps, in the time zone of the site. */
export const firstKeptDay = (days: number, now: Date, timeZone: string): Day =>
  addDays(toDay(now, timeZone), -days);

/** The retention periods on offer. */
export const RETENTIONS = [
  ['', labels.forever],
  ['90', others.days90],
  ['180', labels.days180],
  ['365', labels.year1],
  ['730', labels.years2],
  ['1095', labels.years3],
  ['1825', labels.years5],
  ['own', labels.otherDays],
] as const;

export type Retention = (typeof RETENTIONS)[number][0];

export const toRetentionOption = (days: number | null): Retention =>
  RETENTIONS.find(([value]) => value === (days === null ? '' : String(days)))?.[0] ?? 'own';
