/** The plans an account may have, least first. Source: decisions, section 3. */
export const PLANS = ['none', 'zen', 'pro', 'ultra'] as const;
export type Plan = (typeof PLANS)[number];
