/** Texts of the account page. */
import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../../core/limits.ts';
import { pluralize } from './language.ts';

export const you = 'Vous';
export const browserOnSystem = (browser: string, system: string) => `${browser} sur ${system}`;
export const certificateExpires = 'Un certificat arrive à expiration';
export const domainExpires = 'Un domaine arrive à expiration';
export const issuesFound = 'Des liens cassés ou du contenu mixte sont détectés';
export const newInsight = 'Les faits marquants du jour sont prêts';
export const storageProblem = 'Le stockage du serveur demande une intervention (exploitant uniquement)';
export const invitationFailed = 'Une invitation d’équipe n’a pas pu être envoyée';
export const alertFires = 'Une alerte se déclenche ou se termine';
export const channelSwitchedOff = 'Un canal de notification est désactivé après des échecs d’envoi';
export const webhookSwitchedOff = 'Un webhook est désactivé après des échecs d’envoi';
export const mails = 'Notifications par e-mail';
export const mailMeWhen = 'M’envoyer un e-mail quand';
export const mailReports = 'les rapports par e-mail';
export const mailReportsHint = (link: ReactNode) => <>Pour un résumé hebdomadaire ou mensuel, voir {link}</>;
export const memberships = 'Équipes';
export const whereYouWork = 'Vos équipes';
export const noPlanHint =
  'Votre propre compte n’a pas de formule et ne peut donc pas avoir de sites. Vous êtes membre de ces équipes :';
export const adminHint = 'Vous pouvez consulter et modifier ses sites.';
export const viewerHint = 'Vous pouvez consulter ses sites.';
export const leave = 'Quitter';
export const leaveAccount = (name: string) => `Quitter ${name}`;
export const leaveQuestion = 'Quitter cette équipe ?';
export const leaveHint = (name: ReactNode) => (
  <>Vous n’aurez plus accès aux sites de {name}. Pour revenir, il vous faudra une nouvelle invitation.</>
);
export const planHint = (what: string, isOwnAccount: boolean) => (
  <>
    {what} : une formule est nécessaire et {isOwnAccount ? 'votre' : 'ce'} compte n’en a pas. Demandez à
    l’exploitant du serveur d’exécuter <code>footfall user set you@example.org --plan ultra</code>
  </>
);
export const passwordChanged = 'Mot de passe modifié. Toutes les autres sessions ont été fermées.';
export const changePassword = 'Modifier le mot de passe';
export const currentPassword = 'Mot de passe actuel';
export const newPasswordHint = `Au moins ${MIN_PASSWORD_LENGTH} caractères. Vous déconnecte partout ailleurs.`;
export const noPlan = 'Aucune formule';
export const zen = 'Zen';
export const pro = 'Pro';
export const ultra = 'Ultra';
export const nameHint = 'Visible par votre équipe.';
export const emailHint = 'Sert à la connexion et aux notifications.';
export const weeksBeginOn = 'Premier jour de la semaine';
export const monday = 'Lundi';
export const sunday = 'Dimanche';
export const onTrialUntil = (end: string) => `, essai jusqu’au ${end}`;
export const plan = (plan: string, part: ReactNode) => (
  <>
    Formule : <b>{plan}</b>
    {part}
  </>
);
export const sessionsTitle = 'Sessions actives';
export const thisBrowser = 'ce navigateur';
export const sessionDetails = (createdAt: ReactNode, lastSeenAt: ReactNode) => (
  <>
    Connexion {createdAt}, dernière activité {lastSeenAt}
  </>
);
export const signOutBrowser = (browser: string) => `Se déconnecter de ${browser}`;
export const signOutQuestion = 'Fermer cette session ?';
export const signOutConfirm = 'Fermer la session';
export const signOutHint = (browser: string) => `${browser} sera déconnecté.`;
export const sessionCount = (count: number) => pluralize(count, 'session', 'sessions');
export const sessionsEnded = (sessions: string) => `Déconnexion de ${sessions}`;
export const signOutOthers = 'Déconnecter les autres';
export const signOutOthersQuestion = 'Se déconnecter partout ailleurs ?';
export const signOutOthersHint = 'Tous les navigateurs sauf celui-ci seront déconnectés.';
export const systemTheme = 'Système';
export const light = 'Clair';
export const dark = 'Sombre';
export const appearance = 'Apparence';
export const theme = 'Thème';
export const language = 'Langue';
export const languageHint = 'Enregistrée dans ce navigateur uniquement.';
export const browserLanguage = 'Celle du navigateur';
export const noMail =
  'L’envoi d’e-mails n’est pas configuré sur ce serveur : aucune de ces notifications n’est envoyée.';
