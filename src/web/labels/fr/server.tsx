/** Texts of the server page. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const everySecond = 'chaque seconde';
export const dailyAtUtc = (twoDigits: string, twoDigits2: string) =>
  `chaque jour à ${twoDigits}:${twoDigits2} UTC`;
export const everyMinute = 'chaque minute';
export const everyMinutes = (step: string) => `toutes les ${step} minutes`;
export const everyHour = 'chaque heure';
export const jobsTitle = 'Tâches en arrière-plan';
export const jobsWithoutFailure = (count: number) =>
  pluralize(count, 'tâche sans erreur', 'tâches sans erreur');
export const running = 'En cours…';
export const runNow = 'Exécuter';
export const jobStarted = (name: string) => `${name} démarrée`;
export const utc = (schedule: string) => `${schedule} (UTC)`;
export const lastRun = (startedAt: ReactNode, durationMs: string) => (
  <>
    {' · dernière exécution '}
    {startedAt}, durée {durationMs}
  </>
);
export const took = (durationMs: string) => ` · durée ${durationMs}`;
export const ms = (ms: number) => `${ms} ms`;
export const setUpTitle = 'Configuration';
export const allSettings = (
  <>
    <ServerLink href="/docs/settings">Tous les réglages du serveur</ServerLink>. Les modifications prennent
    effet après un redémarrage.
  </>
);
export const mail = 'E-mail';
export const notSetUp = 'non configuré';
export const noMailHint = (
  <>
    Sans e-mail, aucune alerte ne peut être envoyée et les mots de passe ne peuvent être réinitialisés que sur
    le serveur. Définissez <code>FOOTFALL_SMTP_URL</code>, par ex.{' '}
    <code>smtp://user:password@mail.example:587</code>, et <code>FOOTFALL_MAIL_FROM</code>, puis redémarrez le
    serveur.
  </>
);
export const setUp = 'configuré';
export const failing = 'en échec';
export const mailCount = (count: number) => pluralize(count, 'e-mail', 'e-mails');
export const waiting = (mails: string) => ` · ${mails} en attente`;
export const lastMailFailed = ' · échec du dernier envoi : ';
export const mailDetails = (from: ReactNode, part: ReactNode, part2: ReactNode) => (
  <>
    Expéditeur : {from}
    {part}
    {part2}
  </>
);
export const languageModel = 'Modèle de langage';
export const defaultModel = 'modèle par défaut du point d’accès';
export const noModelHint = (
  <>
    Facultatif : les faits marquants fonctionnent sans. Pour les faire rédiger par un modèle, définissez{' '}
    <code>FOOTFALL_LLM_URL</code>, <code>FOOTFALL_LLM_MODEL</code> et <code>FOOTFALL_LLM_KEY</code>. Il ne
    reçoit que des données agrégées.
  </>
);
export const countryDatabase = 'Base de données des pays';
export const ownDatabase = 'personnalisée';
export const builtIn = 'intégrée';
export const made = (part: ReactNode, built: ReactNode) => (
  <>
    {part}Créée {built}
  </>
);
export const countryDatabaseHint = (
  <>
    . Pour utiliser une autre base, définissez <code>FOOTFALL_GEO_DB</code>.
  </>
);
export const certificate = 'Certificat';
export const byAuthority = 'renouvelé automatiquement';
export const byFiles = 'depuis des fichiers';
export const certificateDetails = (hosts: ReactNode, until: ReactNode) => (
  <>
    Pour {hosts}, valable jusqu’au {until}
  </>
);
export const renewalFailed = ' · échec du renouvellement : ';
export const signupsTitle = 'Inscriptions en attente';
export const noSignups =
  'Aucune inscription en attente. Quand un agent d’IA demande un compte sur ce serveur, sa demande apparaît ici.';
export const signupsPager = 'Pagination des inscriptions';
export const waitsForOperator = 'en attente de votre accord';
export const waitsForItsOwner = 'en attente de son propriétaire';
export const wantedPlan = (plan: string) => ` · formule demandée : ${plan}`;
export const ends = (part: string, part2: ReactNode, end: ReactNode) => (
  <>
    {part}
    {part2} · expire {end}
  </>
);
export const linkName = (email: string) => `le lien pour ${email}`;
export const approved = (email: string) => `${email} peut maintenant activer le compte`;
export const approveSignup = (email: string) => `Approuver ${email}`;
export const approve = 'Approuver';
export const removeSignup = (email: string) => `Supprimer l’inscription de ${email}`;
export const removeQuestion = 'Supprimer cette inscription ?';
export const removeConfirm = 'Supprimer l’inscription';
export const removeHint = (email: ReactNode) => (
  <>Le lien envoyé à {email} cessera de fonctionner. Un agent pourra redemander le compte.</>
);
export const hitFiles = 'Pages vues, événements et visites';
export const configurationFiles = 'Utilisateurs, sites et paramètres';
export const olderSnapshots = 'Instantanés plus anciens';
export const upgradeCopies = 'Sauvegardes avant mise à niveau';
export const damagedFiles = 'Fichiers endommagés mis de côté';
export const runtimeLibraries = 'Bibliothèques décompressées';
export const temporary = 'Fichiers temporaires';
export const otherFiles = 'Autres fichiers';
export const spamHits = 'Pages vues en quarantaine';
export const storage = 'Stockage';
export const storageLabel = 'Taille du dossier de données par partie';
export const part = 'Contenu';
export const size = 'Taille';
export const noBackup = 'Aucune sauvegarde pour l’instant.';
export const lastBackup = (lastBackupAt: ReactNode) => <>Dernière sauvegarde {lastBackupAt}.</>;
export const folderHint = (folder: string, part: ReactNode) => (
  <>
    Toutes les données sont dans <code>{folder}</code>. Pour les sauvegarder, copiez ce dossier à tout moment
    ou exécutez <code>footfall backup DIR</code>, qui ignore les fichiers temporaires. {part}
  </>
);
export const onlyOperator = 'Réservé à l’exploitant';
export const notOperatorTitle = 'Seul l’exploitant du serveur peut voir cette page';
export const notOperatorHint = 'Il s’agit du premier utilisateur de ce serveur.';
export const now = 'Actuellement';
export const requestedBy = 'demandée par';
export const inClient = 'dans';
export const forSite = 'pour';
export const version = 'Version';
export const runningFor = 'En service depuis';
export const memory = 'Mémoire';
export const users = 'Utilisateurs';
