/** Texts about transferring a site to another account. */
import type { ReactNode } from 'react';

export const transfers = 'Übertragungen von Websites';
export const fromAccount = (email: ReactNode) => <>von {email}</>;
export const toAccount = (email: ReactNode) => <>an {email}</>;
export const openUntil = (date: string) => `offen bis ${date}`;
export const accept = 'Annehmen';
export const acceptOf = (site: string) => `Übertragung von ${site} annehmen`;
export const acceptQuestion = 'Diese Übertragung annehmen?';
export const acceptHint = (site: ReactNode) => (
  <>
    {site} geht mit allen Statistiken und Einstellungen auf Ihr Konto über. E-Mail-Berichte, Webhooks und
    geteilte Links dieser Website enden.
  </>
);
export const giveHint = (site: ReactNode) => (
  <>
    {site} verlässt Ihr Konto mit allen Statistiken und Einstellungen. Das können Sie nicht rückgängig machen.
  </>
);
export const decline = 'Ablehnen';
export const declineOf = (site: string) => `Übertragung von ${site} ablehnen`;
export const withdraw = 'Übertragung abbrechen';
export const withdrawOf = (site: string) => `Übertragung abbrechen: ${site}`;
export const transferSite = 'Website übertragen';
export const transferHint =
  'Überträgt die Website mit allen Statistiken und Einstellungen auf ein anderes Konto dieses Servers.';
export const transferTitle = 'Diese Website übertragen';
export const transferQuestion = 'Diese Website übertragen?';
export const transferAction = 'Übertragen';
export const whatEnds =
  'Teamzugriffe, Einladungen, geteilte Links, Webhooks und E-Mail-Berichte dieser Website enden. Der neue Inhaber hat 14 Tage Zeit, die Übertragung anzunehmen; bis dahin ändert sich nichts.';
export const accountId = 'Konto-ID';
export const accountIdHint = 'Der neue Inhaber findet sie unter „Einstellungen › Konto“.';
export const ownAccountId = (id: number) => `Konto-ID: ${id}`;
export const transferred = (email: string) => `An ${email} übertragen`;
export const offered = (email: string) => `${email} kann die Übertragung jetzt annehmen`;
