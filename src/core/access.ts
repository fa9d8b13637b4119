import type { PlanRights } from './plans.ts';
import type { User } from './user.ts';

/** Roles of a member in an account. Source: api-v1, Account. */
export const TEAM_ROLES = ['admin', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];
export type Role = TeamRole | 'owner';

/** The account that a request acts on: its owner, the caller's role, and the rights of its plan. */
export interface Account {
  readonly owner: User;
  readonly role: Role;
  readonly kind: 'personal' | 'team';
  readonly rights: PlanRights;
}

export const KEY_ACCESS = ['full_access', 'read_only'] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

/** The caller behind a valid API key. */
export interface KeyHolder {
  readonly keyId: number;
  readonly userId: number;
  readonly name: string;
  readonly access: KeyAccess;
}
