/** Texts about transferring a site to another account. */
import type { ReactNode } from 'react';

export const transfers = 'Transferts de sites';
export const fromAccount = (email: ReactNode) => <>de {email}</>;
export const toAccount = (email: ReactNode) => <>à {email}</>;
export const openUntil = (date: string) => `ouvert jusqu’au ${date}`;
export const accept = 'Accepter';
export const acceptOf = (site: string) => `Accepter le transfert de ${site}`;
export const acceptQuestion = 'Accepter ce transfert ?';
export const acceptHint = (site: ReactNode) => (
  <>
    {site} rejoint votre compte avec toutes ses statistiques et tous ses paramètres. Ses rapports par e-mail,
    ses webhooks et ses liens partagés prennent fin.
  </>
);
export const giveHint = (site: ReactNode) => (
  <>
    {site} quitte votre compte avec toutes ses statistiques et tous ses paramètres. Cette action est
    irréversible.
  </>
);
export const decline = 'Refuser';
export const declineOf = (site: string) => `Refuser le transfert de ${site}`;
export const withdraw = 'Annuler le transfert';
export const withdrawOf = (site: string) => `Annuler le transfert de ${site}`;
export const transferSite = 'Transférer le site';
export const transferHint =
  'Transfère le site, avec toutes ses statistiques et tous ses paramètres, vers un autre compte de ce serveur.';
export const transferTitle = 'Transférer ce site';
export const transferQuestion = 'Transférer ce site ?';
export const transferAction = 'Transférer';
export const whatEnds =
  'Les accès de l’équipe, les invitations, les liens partagés, les webhooks et les rapports par e-mail de ce site prennent fin. Le nouveau propriétaire a 14 jours pour accepter ; d’ici là, rien ne change.';
export const accountId = 'ID de compte';
export const accountIdHint = 'Le nouveau propriétaire le trouve dans Paramètres › Compte.';
export const ownAccountId = (id: number) => `ID de compte : ${id}`;
export const transferred = (email: string) => `Transféré à ${email}`;
export const offered = (email: string) => `${email} peut maintenant accepter le transfert`;
