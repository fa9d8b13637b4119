/** Texts of the pages before signing in. */

import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../../core/limits.ts';

export const activateYourAccount = 'Activer votre compte';
export const activationInvalid =
  'Ce lien a expiré, ou l’exploitant du serveur a supprimé l’inscription. Les liens expirent après 7 jours.';
export const activationIncomplete = 'Ce lien est incomplet. Ouvrez le lien complet que vous avez reçu.';
export const askAgentAgain = 'L’agent peut redemander le compte.';
export const signIn = 'Se connecter';
export const accountExists = (email: ReactNode) => <>{email} a déjà un compte.</>;
export const waitsForApproval =
  'L’exploitant de ce serveur doit d’abord l’approuver. Gardez cette page ouverte, ou revenez plus tard avec le même lien, pour choisir un mot de passe.';
export const anAiAgent = 'Un agent d’IA';
export const namedAgent = (agent: ReactNode) => (
  <>
    L’agent d’IA <b>{agent}</b>
  </>
);
export const requestedBy = (part: ReactNode) => <>{part} a demandé un compte pour vous.</>;
export const termsMissing = 'Acceptez les conditions pour continuer.';
export const activateHint =
  'Choisissez un mot de passe ; l’agent ne le voit jamais. Vous commencez par un essai de 14 jours de la formule Pro, qui se termine automatiquement.';
export const submitActivation = 'Activer le compte';
export const acceptTerms = 'J’accepte les conditions de l’exploitant de ce serveur';
export const passwordHint = `Au moins ${MIN_PASSWORD_LENGTH} caractères`;
export const showPassword = 'Afficher le mot de passe';
export const timeZoneHint = 'Détermine le début et la fin de vos journées';
export const joinATeam = 'Rejoindre une équipe';
export const invitationInvalid =
  'Cette invitation n’est plus valable. Elle a peut-être été utilisée, révoquée ou remplacée, ou elle date de plus de 7 jours.';
export const invitationIncomplete = 'Ce lien est incomplet. Ouvrez le lien d’invitation complet.';
export const inviteAgainHint =
  'Demandez une nouvelle invitation. Si vous avez reçu plusieurs e-mails, utilisez le plus récent.';
export const viewerHint = 'Vous pourrez consulter ses sites.';
export const adminHint = 'Vous pourrez consulter, ajouter et modifier ses sites.';
export const invitedBy = (accountName: ReactNode, roles: string) => (
  <>
    <b>{accountName}</b> vous invite. {roles}
  </>
);
export const join = 'Rejoindre';
export const yourName = 'Votre nom';
export const yourNameHint = 'Visible par votre équipe';
export const joinPassword = 'Mot de passe de votre compte existant';
export const joinPasswordHint = 'Inutile si vous êtes connecté avec cette adresse';
export const forgotThePassword = 'Réinitialiser votre mot de passe';
export const chooseANewPassword = 'Choisir un nouveau mot de passe';
export const resetHint = 'Vous recevrez par e-mail un lien pour choisir un nouveau mot de passe.';
export const sendLink = 'Envoyer le lien';
export const backToSignIn = 'Retour à la connexion';
export const resetMailed = (to: ReactNode) => (
  <>
    Si <b>{to}</b> a un compte, un lien vient d’être envoyé par e-mail. Il fonctionne une seule fois et expire
    dans une heure.
  </>
);
export const resetMailedHint =
  'Toujours rien après quelques minutes ? Vérifiez l’adresse et votre dossier de courrier indésirable. L’envoi peut prendre jusqu’à une demi-heure.';
export const tryAnotherAddress = 'Essayer une autre adresse';
export const noMail =
  'L’envoi d’e-mails n’est pas configuré sur ce serveur : il ne peut pas vous envoyer de lien. Demandez à l’exploitant du serveur de :';
export const noMailCommand = (
  <>
    Définir un nouveau mot de passe sur le serveur. La commande le lit sur l’entrée standard :
    <pre>
      <code>footfall user set EMAIL --password-stdin</code>
    </pre>
  </>
);
export const noMailRelay = (
  <>
    Ou configurer l’envoi d’e-mails avec <code>FOOTFALL_SMTP_URL</code> et redémarrer le serveur. Réessayez
    ensuite ici.
  </>
);
export const newPasswordHint =
  'Ferme toutes les autres sessions et révoque toutes les clés API. Vous pourrez créer de nouvelles clés dans les paramètres.';
export const setPassword = 'Définir le mot de passe';
export const requestNewLink = 'Demander un nouveau lien';
export const setUpFootfall = 'Configurer Footfall';
export const setUpHint = 'Créez le compte propriétaire de ce serveur.';
export const submitOwner = 'Créer le compte';
export const setUpIncomplete =
  'Ouvrez le lien de configuration complet affiché dans le journal du serveur. Il contient un jeton à usage unique. Pour obtenir un nouveau lien, redémarrez le serveur.';
export const setUpUsed = 'Ce serveur est déjà configuré.';
export const forgotThePasswordQuestion = 'Mot de passe oublié ?';
export const firstTimeHint =
  'Aucun compte pour l’instant. Ouvrez le lien de configuration affiché dans le journal du serveur.';
