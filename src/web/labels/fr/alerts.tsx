/** Texts of the pages of alerts and notification channels. */
import type { ReactNode } from 'react';
import type { AlertKind, TrafficKind } from '../../../core/alerts.ts';
import type { ChannelKind } from '../../../core/notification-channels.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { formatNumber, inflectText, pluralize } from './language.ts';

export const alerts = 'Alertes';
export const newAlert = 'Nouvelle alerte';
export const addAlert = 'Ajouter une alerte';
export const noAlerts = 'Aucune alerte pour l’instant';
export const noAlertsHint = (
  <>
    Soyez averti en cas de pic, de chute ou d’absence de trafic, de panne du site ou de lien cassé.{' '}
    <ServerLink href="/docs/alerts">Fonctionnement des alertes</ServerLink>
  </>
);
export const sentTo = (link: ReactNode) => <>Les alertes sont envoyées à vos {link}.</>;
export const channelsLink = 'canaux de notification';
export const watches = 'Type d’alerte';
export const alertKinds: Readonly<Record<AlertKind, string>> = {
  spike: 'Pic de trafic',
  drop: 'Chute de trafic',
  silence: 'Aucune page vue',
  goal: 'Conversions d’objectif',
  monitor: 'Site en panne',
  broken_link: 'Liens cassés',
};
export const states = { ok: 'Non déclenchée', firing: 'Déclenchée', learning: 'En apprentissage' } as const;
export const percentMore = 'Hausse en %';
export const percentLess = 'Baisse en %';
export const window = 'Durée';
export const windowHint =
  'Pour un petit site, choisissez une durée plus longue afin d’éviter les fausses alertes.';
export const goal = 'Objectif';
export const noGoalYet = 'Aucun objectif pour l’instant.';
export const addGoal = 'Ajouter un objectif';
export const goalChange = 'Déclencheur';
export const goalChanges: Readonly<Record<TrafficKind, string>> = {
  drop: 'Moins de conversions que d’habitude',
  spike: 'Plus de conversions que d’habitude',
  silence: 'Aucune conversion',
};
export const goalWindowHint =
  'Pour un objectif rare, choisissez une durée plus longue afin d’éviter les fausses alertes.';
export const hoursWithoutConversion = 'Heures sans conversion';
export const silentHours = 'Heures sans page vue';
/** A time in hours, and from two days on in days. */
export const hourCount = (hours: number) =>
  hours >= 48 && hours % 24 === 0
    ? pluralize(hours / 24, 'jour', 'jours')
    : pluralize(hours, 'heure', 'heures');
export const alertNameHint = 'Distingue plusieurs alertes du même type.';
export const toAllChannels = 'Envoyer à tous les canaux de notification';
export const noChannelYet =
  'Aucun canal de notification n’est configuré : les alertes sont enregistrées, mais pas envoyées.';
export const addFirstChannel = 'Ajouter un canal de notification';
export const previewLoading = 'Examen des 90 derniers jours…';
export const previewTooYoung =
  'Pas encore assez de données : il faut trois semaines de trafic pour que l’alerte apprenne le niveau habituel.';
export const wouldHaveFired = (count: number, days: number) =>
  count === 0
    ? `Ne se serait pas déclenchée ces ${days} derniers jours.`
    : `Se serait déclenchée ${formatNumber(count)} fois ces ${days} derniers jours :`;
export const firesOnSpike = (percent: number, hours: number) =>
  percent === 100
    ? `Au moins deux fois plus de pages vues que d’habitude sur ${hourCount(hours)}`
    : `Au moins ${formatNumber(percent)} % de pages vues de plus que d’habitude sur ${hourCount(hours)}`;
export const firesOnDrop = (percent: number, hours: number) =>
  `Au moins ${formatNumber(percent)} % de pages vues de moins que d’habitude sur ${hourCount(hours)}`;
export const firesOnSilence = (hours: number) => `Aucune page vue pendant ${hourCount(hours)}`;
export const unknownGoal = 'Objectif';
export const firesOnGoalSpike = (goal: string, percent: number, hours: number) =>
  `« ${goal} » : au moins ${formatNumber(percent)} % de conversions de plus que d’habitude sur ${hourCount(hours)}`;
export const firesOnGoalDrop = (goal: string, percent: number, hours: number) =>
  `« ${goal} » : au moins ${formatNumber(percent)} % de conversions de moins que d’habitude sur ${hourCount(hours)}`;
export const firesOnGoalSilence = (goal: string, hours: number) =>
  `« ${goal} » : aucune conversion pendant ${hourCount(hours)}`;
export const firesOnMonitor = 'Le site tombe en panne';
export const firesOnBrokenLink = 'De nouveaux liens cassés sont détectés';
export const hitsInsteadOf = (hits: string, expected: string, hours: number) =>
  `${hits} ${inflectText(hits, 'page vue', 'pages vues')} en ${hourCount(hours)}, contre environ ${expected} d’habitude`;
export const conversionsInsteadOf = (conversions: string, expected: string, hours: number) =>
  `${conversions} ${inflectText(conversions, 'conversion', 'conversions')} en ${hourCount(hours)}, contre environ ${expected} d’habitude`;
export const silentFor = (hours: number) => `Aucune page vue depuis ${hourCount(hours)}`;
export const causes = {
  site_down: 'Aucune page vue : le site était en panne',
  script_missing:
    'Aucune page vue alors que le site était en ligne : le code de suivi manquait ou était bloqué',
  unknown:
    'Aucune page vue. Activez la surveillance de la disponibilité pour savoir si le site était en panne.',
} as const;
export const linkCount = (count: number) => pluralize(count, 'nouveau lien cassé', 'nouveaux liens cassés');
export const history = 'Historique';
export const neverFired = 'Cette alerte ne s’est jamais déclenchée.';
export const stillFiring = 'toujours en cours';
export const lasted = (duration: string) => `durée : ${duration}`;
export const notSent = 'en sourdine';
export const mutedUntil = (time: string) => `en sourdine jusqu’au ${time}`;
export const muteADay = 'Mettre en sourdine un jour';
export const unmute = 'Réactiver';
export const deleteAlert = 'Supprimer';
export const editNamed = (name: string) => `Modifier ${name}`;
export const deleteNamed = (name: string) => `Supprimer ${name}`;
export const deleteAlertQuestion = 'Supprimer cette alerte ?';
export const deleteAlertHint = (name: ReactNode) => <>{name} et son historique seront supprimés.</>;

export const yourChannels = 'Vos canaux de notification';
export const newChannel = 'Nouveau canal de notification';
export const addChannel = 'Ajouter un canal';
export const edit = 'Modifier';
export const noChannels = 'Aucun canal de notification pour l’instant';
export const noChannelsHint = (
  <>
    Recevez les alertes par e-mail, dans une messagerie ou sur votre téléphone.{' '}
    <ServerLink href="/docs/alerts#notification-channels">Comment les connecter</ServerLink>
  </>
);
export const channelKind = 'Service';
export const channelKinds: Readonly<Record<ChannelKind, string>> = {
  mail: 'E-mail',
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  teams: 'Microsoft Teams',
  gotify: 'Gotify',
  pushover: 'Pushover',
  matrix: 'Matrix',
  web_push: 'Ce navigateur',
};
export const channelFields: Readonly<Record<string, string>> = {
  email: 'Adresse e-mail',
  url: 'Adresse',
  bot_token: 'Jeton du bot',
  chat_id: 'Identifiant de la discussion',
  topic: 'Sujet',
  token: 'Jeton d’accès',
  user_key: 'Clé d’utilisateur',
  room_id: 'Identifiant du salon',
};
/** By kind and field. */
export const fieldHints: Readonly<Record<string, string>> = {
  'mail email': 'La vôtre ou celle d’un membre de l’équipe',
  'telegram bot_token': 'Fourni par @BotFather',
  'telegram chat_id': 'Numéro de la discussion ou @nom d’un canal',
  'telegram url': 'Uniquement pour votre propre serveur Bot API',
  'ntfy topic': 'Difficile à deviner : qui le connaît peut lire vos alertes',
  'ntfy token': 'Uniquement pour un sujet protégé',
  'ntfy url': 'Uniquement pour votre propre serveur',
  'teams url': 'Celle du flux de travail « Publier dans un canal lorsqu’une requête de webhook est reçue »',
  'gotify token': 'Jeton d’une application',
  'pushover token': 'Jeton d’API d’une application',
  'pushover url': 'Uniquement pour votre propre proxy',
  'matrix url': 'Votre serveur d’accueil',
  'matrix room_id': 'L’identifiant interne, dans les paramètres du salon',
};
export const pushHint =
  'Ce navigateur affiche les notifications, même quand Footfall est fermé. Sur iPhone et iPad, ajoutez d’abord Footfall à l’écran d’accueil.';
export const pushUnsupported = 'Ce navigateur ne peut pas afficher de notifications push.';
export const pushDenied =
  'Ce navigateur n’autorise pas les notifications de cette page. Autorisez-les dans ses réglages et réessayez.';
export const pushFailed = (reason: string) => `Abonnement impossible : ${reason}`;
export const keptSecret = 'Laissez vide pour ne rien changer';
export const channelNameHint = 'Par exemple « Téléphone » ou « Astreinte »';
export const quietHours = 'Ne pas déranger';
export const quietHoursHint =
  'Les notifications attendent la fin de cette période. Dans votre fuseau horaire.';
export const quietFrom = 'De';
export const quietUntil = 'À';
export const exceptDowns = 'Envoyer les alertes de panne immédiatement';
export const quietFromUntil = (from: string, until: string) => `ne pas déranger de ${from} à ${until}`;
export const deleteChannel = 'Supprimer';
export const deleteChannelQuestion = 'Supprimer ce canal de notification ?';
export const deleteChannelHint = (name: ReactNode) => (
  <>Plus rien ne sera envoyé à {name}, pas même ce qui est en attente.</>
);
