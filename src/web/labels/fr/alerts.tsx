/** Texts of the pages of alerts and notification channels. */
import type { ReactNode } from 'react';
import type { AlertKind, TrafficKind } from '../../../core/alerts.ts';
import type { ChannelKind } from '../../../core/notification-channels.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { formatNumber, pluralize } from './language.ts';

export const alerts = 'Alertes';
export const newAlert = 'Nouvelle alerte';
export const addAlert = 'Ajouter une alerte';
export const noAlerts = 'Aucune alerte pour l’instant';
export const noAlertsHint = (
  <>
    Soyez averti quand le trafic bondit ou chute, quand plus aucune visite n’arrive, quand le site est hors
    ligne ou qu’un lien se casse. <ServerLink href="/docs/alerts">Fonctionnement des alertes</ServerLink>
  </>
);
export const sentTo = (link: ReactNode) => <>Les alertes sont envoyées à vos {link}.</>;
export const channelsLink = 'canaux de notification';
export const watches = 'M’avertir en cas de';
export const alertKinds: Readonly<Record<AlertKind, string>> = {
  spike: 'Pic de trafic',
  drop: 'Chute de trafic',
  silence: 'Aucune page vue',
  goal: 'Conversions d’un objectif',
  monitor: 'Site hors ligne',
  broken_link: 'Liens cassés',
};
export const states = { ok: 'Non déclenchée', firing: 'Déclenchée', learning: 'En apprentissage' } as const;
export const percentMore = 'Pour cent de plus que d’habitude';
export const percentLess = 'Pour cent de moins que d’habitude';
export const window = 'En l’espace de';
export const windowHint =
  'Les petits sites ont besoin de durées plus longues : peu de pages vues varient au hasard.';
export const goal = 'Objectif';
export const noGoalYet = 'Il n’y a pas encore d’objectif.';
export const addGoal = 'Ajouter un objectif';
export const goalChange = 'Déclencheur';
export const goalChanges: Readonly<Record<TrafficKind, string>> = {
  drop: 'Moins de conversions que d’habitude',
  spike: 'Plus de conversions que d’habitude',
  silence: 'Aucune conversion',
};
export const goalWindowHint =
  'Les objectifs rares ont besoin de durées plus longues : peu de conversions varient au hasard.';
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
  'Il manque trois semaines de trafic pour comparer. D’ici là, l’alerte apprend.';
export const wouldHaveFired = (count: number, days: number) =>
  count === 0
    ? `Ne se serait pas déclenchée ces ${days} derniers jours.`
    : `Se serait déclenchée ${formatNumber(count)} fois ces ${days} derniers jours :`;
export const firesOnSpike = (percent: number, hours: number) =>
  `Au moins ${formatNumber(percent)} % de pages vues de plus que d’habitude en ${hourCount(hours)}`;
export const firesOnDrop = (percent: number, hours: number) =>
  `Au moins ${formatNumber(percent)} % de pages vues de moins que d’habitude en ${hourCount(hours)}`;
export const firesOnSilence = (hours: number) => `Pas une seule page vue en ${hourCount(hours)}`;
export const unknownGoal = 'un objectif';
export const firesOnGoalSpike = (goal: string, percent: number, hours: number) =>
  `Au moins ${formatNumber(percent)} % de conversions de ${goal} de plus que d’habitude en ${hourCount(hours)}`;
export const firesOnGoalDrop = (goal: string, percent: number, hours: number) =>
  `Au moins ${formatNumber(percent)} % de conversions de ${goal} de moins que d’habitude en ${hourCount(hours)}`;
export const firesOnGoalSilence = (goal: string, hours: number) =>
  `Pas une seule conversion de ${goal} en ${hourCount(hours)}`;
export const firesOnMonitor = 'Le contrôle de disponibilité indique que le site est hors ligne';
export const firesOnBrokenLink = 'Une exploration trouve de nouveaux liens cassés';
export const hitsInsteadOf = (hits: string, expected: string, hours: number) =>
  `${hits} pages vues en ${hourCount(hours)}, environ ${expected} d’habitude`;
export const conversionsInsteadOf = (conversions: string, expected: string, hours: number) =>
  `${conversions} conversions en ${hourCount(hours)}, environ ${expected} d’habitude`;
export const silentFor = (hours: number) => `Aucune page vue depuis ${hourCount(hours)}`;
export const causes = {
  site_down: 'Aucune page vue : le site était hors ligne',
  script_missing: 'Aucune page vue alors que le site était en ligne : le script manquait ou était bloqué',
  unknown:
    'Aucune page vue. Avec la surveillance de disponibilité, les alertes disent si le site était hors ligne.',
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
    <ServerLink href="/docs/alerts#notification-channels">Comment connecter chacun</ServerLink>
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
  'telegram bot_token': 'De @BotFather',
  'telegram chat_id': 'Le numéro de la discussion ou le @nom d’un canal',
  'telegram url': 'Uniquement pour votre propre serveur Bot API',
  'ntfy topic': 'Un nom que personne ne devine : qui le connaît peut tout lire',
  'ntfy token': 'Uniquement pour un sujet protégé',
  'ntfy url': 'Uniquement pour votre propre serveur',
  'teams url': 'Du flux de travail « Publier dans un canal lorsqu’une requête de webhook est reçue »',
  'gotify token': 'Celui d’une application',
  'pushover token': 'Le jeton d’API d’une application',
  'pushover url': 'Uniquement pour votre propre proxy',
  'matrix url': 'Votre serveur d’accueil',
  'matrix room_id': 'L’identifiant interne, dans les paramètres du salon',
};
export const pushHint =
  'Ce navigateur affiche les notifications, même quand Footfall est fermé. Sur iPhone et iPad, ajoutez d’abord Footfall à l’écran d’accueil.';
export const pushUnsupported = 'Ce navigateur ne peut pas afficher de notifications push.';
export const pushDenied =
  'Ce navigateur n’autorise pas les notifications de cette page. Autorisez-les dans ses réglages et réessayez.';
export const pushFailed = (reason: string) => `Le navigateur n’a pas pu s’abonner : ${reason}`;
export const keptSecret = 'Laissez vide pour le conserver';
export const channelNameHint = 'Par exemple « Téléphone » ou « Astreinte »';
export const quietHours = 'Heures calmes';
export const quietHoursHint = 'Ce qui survient alors est envoyé à leur fin, dans votre fuseau horaire.';
export const quietFrom = 'De';
export const quietUntil = 'À';
export const exceptDowns = 'Envoyer les pannes tout de suite';
export const quietFromUntil = (from: string, until: string) => `calme de ${from} à ${until}`;
export const deleteChannel = 'Supprimer';
export const deleteChannelQuestion = 'Supprimer ce canal de notification ?';
export const deleteChannelHint = (name: ReactNode) => (
  <>Plus rien ne sera envoyé à {name}, y compris ce qui attend encore.</>
);
