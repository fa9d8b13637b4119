import type { PlanRights } from './plans.ts';
import type { User } from './user.ts';

export type Role = 'viewer' | 'admin' | 'owner';

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
