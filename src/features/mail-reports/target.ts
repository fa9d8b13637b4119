/** The sites and groups that a user may read, and so have reports on. */
import { type Account, mayActOn } from '../../core/access.ts';
import { type Site, zoneOfSite } from '../../core/site.ts';
import type { User } from '../../core/user.ts';
import type { ReportRow } from './store.ts';

/** A report with its target and next due time. */
export interface ListedReport {
  readonly report: ReportRow;
  readonly target: ReportTarget;
  readonly nextAt: Date;
}

/** The site or group of a report. */
export interface ReportTarget {
  readonly scope: 'site' | 'group';
  readonly name: string;
  readonly account: Account;
  /** One, or those of the group. */
  readonly sites: readonly Site[];
  /** Where its days begin: the zone of the site, or of the account for a group. */
  readonly zone: string;
  /** Page of the dashboard that is about it. */
  readonly path: string;
}

interface FoundGroup {
  readonly id: number;
  readonly name: string;
  readonly sites: readonly Site[];
}

export interface TargetDeps {
  /** Every account that a user can act on. */
  readonly listAccounts: (user: User) => readonly Account[];
  readonly findSite: (id: number) => Site | undefined;
  readonly findGroup: (ownerId: number, id: number) => FoundGroup | undefined;
}

export type FindTarget = (report: Pick<ReportRow, 'siteId' | 'groupId'>) => ReportTarget | undefined;

/** Creates the function that finds the target of a user's reports; undefined when it was deleted or the user may not read it any more. */
export const createTargetFinder =
  ({ listAccounts, findSite, findGroup }: TargetDeps) =>
  (user: User): FindTarget => {
    const accounts = listAccounts(user);
    // Without the prefix pages are about the reader's own account.
    const toPath = ({ kind, owner }: Account, end: string): string =>
      kind === 'team' ? `/team/${owner.id}${end}` : end;

    function findSiteTarget(siteId: number): ReportTarget | undefined {
      const site = findSite(siteId);
      const account = site && accounts.find(({ owner }) => owner.id === site.ownerId);
      if (!site || !account?.rights.isSubscribed) return undefined;
      // A report has something of every section.
      if (!mayActOn(account, site.id) || account.scope?.sections) return undefined;
      const path = toPath(account, `/sites/${site.id}`);
      const zone = zoneOfSite(site, account.owner);
      return { scope: 'site', name: site.label, account, sites: [site], zone, path };
    }

    function findGroupTarget(groupId: number): ReportTarget | undefined {
      for (const account of accounts) {
        const mayRead = account.rights.isUltra && account.scope === null;
        const group = mayRead ? findGroup(account.owner.id, groupId) : undefined;
        if (!group) continue;
        const path = toPath(account, `/groups/${group.id}`);
        const zone = account.owner.timeZone;
        return { scope: 'group', name: group.name, account, sites: group.sites, zone, path };
      }
      return undefined;
    }

    return ({ siteId, groupId }) => {
      if (siteId !== null) return findSiteTarget(siteId);
      return groupId === null ? undefined : findGroupTarget(groupId);
    };
  };
