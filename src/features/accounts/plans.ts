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

interface Planned {
  readonly plan: Plan;
  readonly trialEndsAt: Date | null;
}

/** The plan in force: a trial that has ended is the plan `none`. */
export const planOf = ({ plan, trialEndsAt }: Planned, now: Date): Plan =>
  trialEndsAt !== null && trialEndsAt <= now ? 'none' : plan;

/** Rights of the plan in force. */
export const rightsOf = (owner: Planned, now: Date): PlanRights => RIGHTS[planOf(owner, now)];
