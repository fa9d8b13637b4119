import type { WeekStart } from '../lib/time.ts';
import type { Plan } from './plans.ts';

/** Colour schemes of the dashboard. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A user as the application database stores them. */
export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  /** When the plan ends; null: never. */
  readonly trialEndsAt: Date | null;
  /** IANA name. */
  readonly timeZone: string;
  readonly weekStart: WeekStart;
  readonly passwordHash: string;
  readonly theme: Theme;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
