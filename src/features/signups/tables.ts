import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Plans that an agent may hint at. */
export const INTENDED_PLANS = ['zen', 'pro', 'ultra'] as const;
/** Kinds of mail about a signup. */
export const SIGNUP_MAILS = ['activation', 'approval', 'trial_reminder', 'trial_end'] as const;
export type SignupMail = (typeof SIGNUP_MAILS)[number];

const instant = () => integer({ mode: 'timestamp_ms' });

export const signups = sqliteTable('agent_signups', {
  id: integer().primaryKey({ autoIncrement: true }),
  uid: text().notNull(),
  email: text().notNull(),
  tokenHash: text().notNull(),
  agentName: text(),
  agentClient: text(),
  siteUrl: text(),
  intendedPlan: text({ enum: INTENDED_PLANS }),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  approvedAt: instant(),
  userId: integer(),
  activatedAt: instant(),
  trialEndsAt: instant(),
  owedMail: text({ enum: SIGNUP_MAILS }),
  owedSince: instant(),
  mailAttempts: integer().notNull().default(0),
  mailTriedAt: instant(),
  remindedAt: instant(),
  trialEndToldAt: instant(),
});

export const signupLinks = sqliteTable('agent_signup_links', {
  tokenHash: text().primaryKey(),
  signupId: integer().notNull(),
  createdAt: instant().notNull(),
  isMailed: integer({ mode: 'boolean' }).notNull(),
});
