/** Transfers of sites to other accounts. */
import type { Account } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, forbidden, invalidBody, notFound, tooMany } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Site } from '../../core/site.ts';
import type { User } from '../../core/user.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { TransactionalMail } from '../mail/transactional.ts';
import type { SitesService } from '../sites/service.ts';
import type { TransferRow, TransfersStore } from './store.ts';

const LIFETIME_MS = 14 * DAY_MS;
/** Open transfers from one account. */
const MAX_OPEN = 20;

export interface TransfersDeps {
  readonly store: TransfersStore;
  readonly sites: Pick<SitesService, 'find' | 'checkRoom' | 'move'>;
  readonly accounts: Pick<AccountsService, 'findUser' | 'getAccount'>;
  readonly events: Pick<Events, 'publish'>;
  readonly mail: Pick<TransactionalMail, 'send'>;
  readonly clock: Clock;
}

/** A transfer, open or done, with what it is about. */
export interface Transfer {
  readonly row: TransferRow;
  /** Whether the site has moved. */
  readonly isDone: boolean;
  readonly site: Site;
  readonly from: User;
  readonly to: User;
}

/** Who asks for a transfer, and where links to this server begin. */
interface Request {
  readonly user: User;
  readonly account: Account;
  readonly baseUrl: string;
}

export function createTransfersService({ store, sites, accounts, events, mail, clock }: TransfersDeps) {
  const present = (row: TransferRow): Transfer | undefined => {
    const [site, from, to] = [
      sites.find(row.siteId),
      accounts.findUser(row.fromId),
      accounts.findUser(row.toId),
    ];
    return site && from && to && { row, isDone: false, site, from, to };
  };

  /** Returns whether a user may add sites to an account. */
  const mayAdd = (user: User, ownerId: number): boolean => {
    try {
      const { role, scope } = accounts.getAccount(user, ownerId);
      return role !== 'viewer' && scope === null;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };

  /** Finds the account of an id. 422 where there is none, or it has the site. */
  const findTarget = (site: Site, id: number): User => {
    const target = accounts.findUser(id);
    if (!target) throw invalidBody(`account_id must be the id of another account, got ${id}`);
    if (target.id === site.ownerId)
      throw invalidBody(`account_id must be another account: ${id} has the site`);
    return target;
  };

  /** Gives a site to an account, and ends what others could do with it. Call it in a transaction. */
  const move = (site: Site, to: User): void => {
    const fromId = site.ownerId;
    sites.checkRoom(accounts.getAccount(to, undefined), site);
    store.removeOfSite(site.id);
    sites.move(site, to);
    events.publish('site.moved', { siteId: site.id, fromId, toId: to.id });
  };

  return {
    /**
     * Transfers a site: at once where the caller owns the account that has it and may add sites to the other, else once the owner of
     * the other account agrees. 403 for who owns neither; 422 for an account that is none, or has no room.
     */
    request({ user, account, baseUrl }: Request, site: Site, targetId: number): Transfer {
      const to = findTarget(site, targetId);
      const from = account.owner;
      const isOwner = account.role === 'owner';
      if (!isOwner && to.id !== user.id)
        throw forbidden(
          'a site is transferred by the owner of its account, or by an admin to their own account',
        );
      const now = clock.now();
      const isDone = isOwner && mayAdd(user, to.id);
      if (!isDone && store.countFrom(from.id, now) >= MAX_OPEN)
        throw tooMany('an account', MAX_OPEN, 'open transfers');
      const awaited = isOwner ? to : from;
      const row = store.transaction(() => {
        const added = store.replace({
          ...{ siteId: site.id, fromId: from.id, toId: to.id, awaitedId: awaited.id },
          ...{ createdAt: now, expiresAt: new Date(+now + LIFETIME_MS) },
        });
        if (isDone) move(site, to);
        return added;
      });
      if (isDone) return { row, isDone, site, from, to };
      const isOpen = () => store.find(awaited.id, row.id, clock.now()) !== undefined;
      const data = { site: site.label, by: user, isOffer: isOwner, expiresAt: row.expiresAt };
      mail.send({ to: awaited.email, kind: 'site_transfer', data, baseUrl, isNeeded: isOpen });
      return { row, isDone, site, from, to };
    },

    /** Open transfers from and to an account. */
    list: (account: Account): Transfer[] =>
      store.list(account.owner.id, clock.now()).flatMap(row => present(row) ?? []),

    /** An open transfer from or to an account. 404 when there is no such one. */
    get(account: Account, id: number): Transfer {
      const row = store.find(account.owner.id, id, clock.now());
      const transfer = row && present(row);
      // A site that was moved since is no longer theirs to give.
      if (!transfer || transfer.site.ownerId !== transfer.row.fromId) throw notFound('transfer');
      return transfer;
    },

    /** Accepts a transfer for the account that it awaits. 403 for the other one; 422 where there is no room. */
    accept(account: Account, { row, site, from, to }: Transfer): Transfer {
      if (row.awaitedId !== account.owner.id)
        throw forbidden(`this transfer waits for ${row.awaitedId === to.id ? to.email : from.email}`);
      store.transaction(() => move(site, to));
      return { row, isDone: true, site, from, to };
    },

    /** Withdraws a transfer, or declines it. */
    remove: ({ row }: Transfer): void => store.remove(row.id),
    removeOfSite: store.removeOfSite,
  };
}

export type TransfersService = ReturnType<typeof createTransfersService>;
