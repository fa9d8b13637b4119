/** What each plan gives. Source: decisions, section 3. */
import type { Plan } from '../../core/plans.ts';

/** Rights and limits of a plan; an infinite limit is none. */
export interface PlanRights {
  readonly isSubscribed: boolean;
  readonly isPlus: boolean;
  readonly isUltra: boolean;
  readonly sites: number;
  readonly uptimeMonitors: number;
}

const RIGHTS: Readonly<Record<Plan, PlanRights>> = {
  none: { isSubscribed: false, isPlus: false, isUltra: false, sites: 0, uptimeMonitors: 0 },
  zen: { isSubscribed: true, isPlus: false, isUltra: false, sites: 5, uptimeMonitors: 5 },
  pro: { isSubscribed: true, isPlus: true, isUltra: false, sites: 50, uptimeMonitors: 50 },
  ultra: { isSubscribed: true, isPlus: true, isUltra: true, sites: Infinity, uptimeMonitors: Infinity },
};

/** Rights of a plan, as of now: a trial that has ended is the plan `none`. */
export function rightsOf(
  owner: { readonly plan: Plan; readonly trialEndsAt: Date | null },
  now: Date,
): PlanRights {
  const isOver = owner.trialEndsAt !== null && owner.trialEndsAt <= now;
  return RIGHTS[isOver ? 'none' : owner.plan];
}
