/** Texts of the monitoring page. */
import type { ReactNode } from 'react';
import type { FailureCode } from '../../pages/monitoring/uptime-answer.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import type * as en from '../monitoring.tsx';
import { pluralize, sinceTime } from './language.ts';

export const contentOff = 'La surveillance du contenu est désactivée';
export const switchOffContent = 'Désactiver la surveillance du contenu';
export const firstCrawlRunning = 'Première exploration en cours';
export const crawlRunning = 'Exploration en cours';
export const addressCount = (count: number) => pluralize(count, 'URL vérifiée', 'URL vérifiées');
export const crawlProgress = (part: string, addresses: string, queued: string) =>
  `${part} : ${addresses}, ${queued} en attente`;
export const crawl = 'Exploration';
export const lastCrawl = (lastCheckAt: ReactNode) => <>Exploré {lastCheckAt}</>;
export const firstCrawlSoon = 'La première exploration va commencer';
export const nextCrawl = (nextCheckAt: ReactNode) => <>, prochaine exploration {nextCheckAt}</>;
export const crawlFailed = (lastError: ReactNode) => <>La dernière exploration a échoué : {lastError}</>;
export const onlyInternalLinks =
  'Les liens externes ne sont pas vérifiés. Modifiable dans les paramètres du site.';
export const mailsOn = 'Alertes par e-mail pour les nouveaux problèmes activées';
export const mailsOff = 'Alertes par e-mail pour les nouveaux problèmes désactivées';
export const sendMails = 'M’avertir par e-mail des nouveaux problèmes';
export const mailsPaused = (emailsPausedUntil: ReactNode) => (
  <>Trop d’e-mails envoyés : les envois reprendront {emailsPausedUntil}.</>
);
export const off = 'Désactivée';
export const moreOnMonitoring = 'En savoir plus sur la surveillance';
export const switchOn = 'Activer';
export const ownerCanSwitchOn = 'Demandez au propriétaire du compte de l’activer.';
export const switchOff = 'Désactiver';
export const downtimes = 'Pannes';
export const noDowntimes =
  'Aucune panne jusqu’ici. Une vérification échouée est répétée avant que le site soit considéré comme en panne.';
export const ongoing = 'en cours';
export const partlyMonitoredHint = 'La surveillance a été interrompue pendant plus de cinq minutes';
export const partlyMonitored = 'surveillance partielle';
export const missingHits = (missing: number, range: string) =>
  `Environ ${pluralize(missing, 'page vue manquée', 'pages vues manquées')} (${range})`;
export const missingConversions = (goal: string, missing: number) =>
  `${goal} : environ ${pluralize(missing, 'conversion manquée', 'conversions manquées')}`;
export const countRange = (low: string, high: string) => `${low} à ${high}`;
export const missingHint = 'Par rapport aux mêmes heures des semaines précédentes';
export const downtimesPager = 'Pagination des pannes';
export const certificate = 'Certificat SSL';
export const certificateInvalid = 'Invalide pour ce domaine, ou non émis par une autorité reconnue';
export const notSeenYet = 'En attente';
export const noCertificate = 'Aucun : le site utilise HTTP sans chiffrement';
export const domain = 'Domaine';
export const domainUnknown = 'Date d’expiration inconnue';
export const noAnswer = 'Aucune réponse';
export const checked = (checkedAt: ReactNode) => <>vérifié {checkedAt}</>;
export const checking = 'Vérification…';
export const checkAgain = 'Revérifier';
export const stopIgnoringUrl = (url: string) => `Ne plus ignorer : ${url}`;
export const ignoreUrl = (url: string) => `Ignorer : ${url}`;
export const stopIgnoring = 'Ne plus ignorer';
export const ignore = 'Ignorer';
export const foundOn = 'Sur';
export const andMore = (left: string) => `et ${left} de plus`;
export const noIssues = 'Aucun problème détecté';
export const noIssuesHint = 'Tous les liens fonctionnent et rien n’est chargé en HTTP sans chiffrement.';
export const brokenLinks = 'Liens cassés';
export const mixedContent = 'Contenu mixte';
export const loadedOverHttp = 'chargé en HTTP par une page HTTPS';
export const ignored = (ignoredCount: string) => `Ignorés (${ignoredCount})`;
export const showMoreOf = (count: string) => `Afficher plus (${count} au total)`;
export const uptimeSwitchedOn = 'La surveillance de la disponibilité est activée';
export const uptimeTitle = 'Soyez au courant avant vos visiteurs';
export const uptimeHint =
  'Footfall vérifie votre site à quelques minutes d’intervalle et vous envoie un e-mail quand il tombe en panne, quand il est de nouveau en ligne et avant l’expiration de son certificat ou de son domaine.';
export const contentSwitchedOn = 'La surveillance du contenu est activée. La première exploration commence.';
export const contentTitle = 'Trouvez les liens cassés avant vos lecteurs';
export const contentHint =
  'Footfall explore votre site une fois par jour, vérifie chaque lien et liste les liens cassés et le contenu mixte avec les pages concernées.';
export const noPlanTitle = 'La surveillance nécessite une formule';
export const noPlanHint = (
  <>
    Footfall vérifie que votre site est en ligne et que ses liens fonctionnent. Demandez à l’exploitant du
    serveur d’attribuer une formule au compte.{' '}
    <ServerLink href="/docs/monitoring">En savoir plus sur la surveillance</ServerLink>
  </>
);
export const uptimeSwitchedOff =
  'La surveillance de la disponibilité est désactivée. Son historique est conservé.';
export const switchOffUptime = 'Désactiver la surveillance de la disponibilité';
export const lastDay = '24 dernières heures';
export const uptimeLast30Days = 'Disponibilité, 30 derniers jours';
export const uptimeSince = (time: string) => `Disponibilité ${sinceTime(time)}`;
export const since = (time: ReactNode) => <>depuis le {time}</>;
export const statusSentence = (description: ReactNode, nextCheck: string | null) => (
  <>
    {description}.{nextCheck === null ? '' : ` Prochaine vérification ${nextCheck}.`}
  </>
);
export const notCheckedYet = 'En attente';
export const issueIgnored = 'Problème ignoré';
export const issueIsOpenAgain = 'Problème rouvert';
export const issueStillThere = 'Vérifié : toujours cassé';
export const issueFixed = 'Vérifié : corrigé';
export const checkedAddresses = 'Vérifiés';
export const fine = 'OK';
export const nextCheckNow = 'maintenant';
export const alerts = 'Alertes';
export const noMailAlerts =
  'L’envoi d’e-mails n’est pas configuré sur ce serveur : aucune alerte ne vous sera envoyée par e-mail.';
export const mailTo = (email: ReactNode) => <>E-mail à {email}</>;
export const mailToOwner = 'E-mail au propriétaire du compte';
export const mailedWhen =
  'Quand le site tombe en panne, quand il est de nouveau en ligne et avant l’expiration de son certificat ou de son domaine.';
export const chooseMails = 'Choisir les e-mails';
export const addWebhook = 'Ajouter un webhook';
export const moreChannels = (link: ReactNode) => (
  <>Les alertes peuvent aussi être envoyées à Slack, à Discord ou à votre propre serveur. {link}</>
);
export const parts = {
  checks: 'Disponibilité et contenu',
  monitors: 'Sondes',
  alerts: 'Alertes',
  statusPage: 'Page de statut',
} as const;
export const webhookChannel = (platform: string, events: string) => `${platform} : ${events}`;
const FAILURES: Readonly<Record<Exclude<FailureCode, 'status'>, string>> = {
  keyword: 'Texte attendu absent, ou texte indésirable présent',
  record: 'Enregistrement DNS différent de celui attendu',
  heartbeat: 'Aucun heartbeat reçu',
  dns: 'Aucune adresse trouvée pour ce nom de domaine',
  connect: 'Connexion impossible',
  timeout: 'Pas de réponse à temps',
  certificate_expired: 'Certificat SSL expiré',
  certificate_not_yet_valid: 'Certificat SSL pas encore valide',
  certificate_wrong_name: 'Certificat SSL émis pour un autre nom',
  certificate_self_signed: 'Certificat SSL autosigné',
  certificate_untrusted: 'Certificat SSL non émis par une autorité reconnue',
  tls: 'Connexion sécurisée (TLS) impossible',
  protocol: 'Réponse invalide ou interrompue',
  too_large: 'Réponse trop volumineuse',
  refused_target: 'Adresse hors de l’Internet public',
};
/** A code that is not known here keeps what the server wrote. */
export const failure = (english: string, code: string | null, statusCode: number | null) =>
  code === 'status' ? `Réponse avec le statut ${statusCode}` : (FAILURES[code as 'dns'] ?? english);
export const status: typeof en.status = (
  english,
  { status, duration, ago, reason, statusCode, responseMs, failures, failuresUntilDown },
) => {
  switch (status) {
    case 'not_checked':
      return 'Non vérifié : les noms en .example ne servent qu’à la documentation';
    case 'server_offline':
      return `Inconnu : ce serveur est hors ligne depuis ${duration}. Les vérifications reprendront dès son retour en ligne`;
    case 'first_check_due':
      return 'La première vérification va commencer';
    case 'up':
      return `Réponse avec le statut ${statusCode} en ${responseMs} ms, ${ago}`;
    case 'failing':
      return `Dernière vérification échouée ${ago} : ${reason}. Le site est considéré comme en panne après ${failuresUntilDown} échecs de suite (${failures} jusqu’ici)`;
    case 'recovering':
      return `En panne depuis ${duration}, mais la dernière vérification a réussi ${ago}. Encore une réussite et le site sera considéré comme en ligne`;
    case 'auto_paused':
      return `En panne depuis ${duration} : ${reason}, ${ago}. N’est plus vérifié qu’une fois par jour, jusqu’à ce qu’il réponde ou que la surveillance soit réactivée`;
    case 'down':
      return `En panne depuis ${duration} : ${reason}, ${ago}`;
    default:
      return english;
  }
};
