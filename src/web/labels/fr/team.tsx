/** Texts of the team page. */
import type { ReactNode } from 'react';

export const viewer = 'Lecteur';
export const viewerHint = 'Peut consulter tous les sites.';
export const admin = 'Admin';
export const adminHint = 'Peut aussi ajouter, modifier et supprimer des sites, et gérer les webhooks.';
export const inviteTitle = 'Inviter un membre';
export const linkTitle = 'Lien d’invitation';
export const linkName = 'le lien d’invitation';
export const invite = 'Inviter';
export const role = 'Rôle';
export const mailedTo = (email: ReactNode) => (
  <>
    L’invitation est envoyée par e-mail à {email}. Le lien fonctionne une seule fois et expire dans 7 jours.
  </>
);
export const done = 'Terminé';
export const alsoMailedTo = (email: ReactNode) => <>Il est aussi envoyé par e-mail à {email}.</>;
export const sendYourself = (email: ReactNode) => (
  <>L’envoi d’e-mails n’est pas configuré : envoyez vous-même ce lien à {email}.</>
);
export const linkValidity = (part: ReactNode) => (
  <>{part} Il fonctionne une seule fois et expire dans 7 jours.</>
);
export const since = (email: ReactNode, since: ReactNode) => (
  <>
    {email} · arrivée {since}
  </>
);
export const removeMember = (email: string) => `Supprimer ${email}`;
export const removeQuestion = 'Retirer ce membre ?';
export const removeConfirm = 'Retirer de l’équipe';
export const removeHint = (email: ReactNode) => (
  <>{email} n’aura plus accès à vos sites et ne pourra revenir qu’avec une nouvelle invitation.</>
);
export const anAdmin = 'admin';
export const aViewer = 'lecteur';
export const roleChanged = (email: string, part: string) => `${email} a maintenant le rôle ${part}`;
export const roleOf = (email: string) => `Rôle de ${email}`;
export const mailOnItsWay = 'e-mail en cours d’envoi';
export const invitedAs = (part: string, end: ReactNode, part2: ReactNode) => (
  <>
    rôle : {part} · expire {end}
    {part2}
  </>
);
export const mailFailed = (mailError: ReactNode) => (
  <>Échec de l’envoi de l’e-mail : {mailError}. Vérifiez l’adresse et renouvelez l’invitation.</>
);
export const takeBack = 'Révoquer';
export const takeBackInvitation = (email: string) => `Révoquer l’invitation de ${email}`;
export const takeBackQuestion = 'Révoquer cette invitation ?';
export const takeBackConfirm = 'Révoquer l’invitation';
export const takeBackHint = (email: ReactNode) => <>Le lien envoyé à {email} cessera de fonctionner.</>;
export const notOwner = 'Seul le propriétaire de ce compte peut gérer son équipe.';
export const noPlanTitle = 'Votre propre équipe';
export const noPlanHint =
  'Invitez d’autres personnes sur vos sites : les lecteurs consultent, les admins peuvent aussi modifier. Les équipes nécessitent la formule Ultra. Demandez à l’exploitant du serveur d’exécuter :';
export const planCommand = (email: string) => `footfall user set ${email} --plan ultra`;
export const members = 'Membres';
export const invitedTitle = 'Invitations en attente';
export const noMembers = 'Vous seul pour l’instant';
export const noMembersHint =
  'Invitez des personnes sur vos sites : les lecteurs peuvent tout voir, les admins peuvent aussi modifier les sites et les paramètres. Vous seul pouvez gérer les membres.';
export const mailed = 'e-mail envoyé';
export const accessLegend = 'Sites';
export const allSites = 'Tous les sites';
export const allSitesHint = 'Et ce qui concerne le compte entier.';
export const someSites = 'Certains sites';
export const sitesLegend = 'Quels sites';
export const sectionsLegend = 'Sections visibles';
export const everything = 'Tout';
export const someSections = 'Certaines sections';
export const changeAccess = 'Modifier l’accès';
export const changeAccessOf = (email: string) => `Modifier l’accès de ${email}`;
export const accessChanged = (email: string) => `Accès de ${email} modifié`;
export const siteCount = (count: number) => (count > 1 ? `${count} sites` : `${count} site`);
export const sectionCount = (count: number) => (count > 1 ? `${count} sections` : `${count} section`);
