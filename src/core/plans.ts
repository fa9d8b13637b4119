/** The plans an account may have, least first. Source: decisions, section 3. */
export const PLANS = ['none', 'zen', 'pro', 'ultra'] as const;
export type Plan = (typeof PLANS)[number];

/** Rights and limits of a plan; infinity means no limit. */
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
export const currentPlan = ({ plan, trialEndsAt }: Planned, now: Date): Plan =>
  trialEndsAt !== null && trialEndsAt <= now ? 'none' : plan;

/** Rights of the plan in force. */
export const planRights = (owner: Planned, now: Date): PlanRights => RIGHTS[currentPlan(owner, now)];
