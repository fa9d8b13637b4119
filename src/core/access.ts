import { forbidden } from './errors.ts';
import type { PlanRights } from './plans.ts';
import type { User } from './user.ts';
import type { ViewSection } from './view.ts';

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
  /** The part of the account that the caller may act on; null for all of it. */
  readonly scope: MemberScope | null;
}

/** The part of an account that a member of single sites may act on. */
export interface MemberScope {
  readonly siteIds: readonly number[];
  /** What a viewer may read of them; null for everything. */
  readonly sections: readonly ViewSection[] | null;
}

/** Returns whether a caller may act on a site of an account. */
export const mayActOn = ({ scope }: Pick<Account, 'scope'>, siteId: number): boolean =>
  scope === null || scope.siteIds.includes(siteId);

/** Throws 403 for a member of single sites: what is done to a site as a whole needs membership in the whole account. */
export function checkWholeAccount({ scope }: Pick<Account, 'scope'>, doing: string): void {
  if (scope)
    throw forbidden(`${doing} a site needs membership in the whole account, and yours is of single sites`);
}

/** Returns whether a caller may read a section of the sites that they may act on. */
export const mayRead = ({ scope }: Pick<Account, 'scope'>, section: ViewSection): boolean =>
  scope?.sections?.includes(section) ?? true;

export const KEY_ACCESS = ['full_access', 'read_only'] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

/** The caller behind a valid API key. */
export interface KeyHolder {
  readonly keyId: number;
  readonly userId: number;
  readonly name: string;
  readonly access: KeyAccess;
}
