import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { TEAM_ROLES } from '../../core/access.ts';

/** Status of an invitation's mail. */
export const MAIL_STATUSES = ['waiting', 'sent', 'failed'] as const;

export const invitations = sqliteTable('team_invitations', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer().notNull(),
  email: text().notNull(),
  role: text({ enum: TEAM_ROLES }).notNull(),
  /** As in `memberships`. */
  siteIds: text(),
  sections: text(),
  tokenHash: text().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  expiresAt: integer({ mode: 'timestamp_ms' }).notNull(),
  /** Null where no mail is sent. */
  mailStatus: text({ enum: MAIL_STATUSES }),
  /** Why the mail failed. */
  mailError: text(),
});
