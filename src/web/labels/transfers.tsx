/** Texts about transferring a site to another account. */
import type { ReactNode } from 'react';

export const transfers = 'Site transfers';
export const fromAccount = (email: ReactNode) => <>from {email}</>;
export const toAccount = (email: ReactNode) => <>to {email}</>;
export const openUntil = (date: string) => `open until ${date}`;
export const accept = 'Accept';
export const acceptOf = (site: string) => `Accept the transfer of ${site}`;
export const acceptQuestion = 'Accept this transfer?';
export const acceptHint = (site: ReactNode) => (
  <>
    {site}, with all its statistics and settings, moves to your account. Its email reports, webhooks and
    shared links end.
  </>
);
export const giveHint = (site: ReactNode) => (
  <>{site}, with all its statistics and settings, leaves your account. You can’t take it back.</>
);
export const decline = 'Decline';
export const declineOf = (site: string) => `Decline the transfer of ${site}`;
export const withdraw = 'Cancel transfer';
export const withdrawOf = (site: string) => `Cancel transfer of ${site}`;
export const transferSite = 'Transfer site';
export const transferHint =
  'Moves the site, with all its statistics and settings, to another account on this server.';
export const transferTitle = 'Transfer this site';
export const transferQuestion = 'Transfer this site?';
export const transferAction = 'Transfer';
export const whatEnds =
  'Team access, invitations, shared links, webhooks and email reports of this site end. The new owner has 14 days to accept; until then, nothing changes.';
export const accountId = 'Account ID';
export const accountIdHint = 'The new owner finds it under Settings › Account.';
export const ownAccountId = (id: number) => `Account ID: ${id}`;
export const transferred = (email: string) => `Transferred to ${email}`;
export const offered = (email: string) => `${email} can now accept the transfer`;
