/** Texts of the pages of alerts and notification channels. */
import type { ReactNode } from 'react';
import type { AlertKind, TrafficKind } from '../../../core/alerts.ts';
import type { ChannelKind } from '../../../core/notification-channels.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import { formatNumber, pluralize } from './language.ts';

export const alerts = 'Alarme';
export const newAlert = 'Neuer Alarm';
export const addAlert = 'Alarm hinzufügen';
export const noAlerts = 'Noch keine Alarme';
export const noAlertsHint = (
  <>
    Erfahren Sie es sofort, wenn der Traffic springt oder einbricht, keine Aufrufe mehr ankommen, die Website
    ausfällt oder ein Link nicht mehr funktioniert.{' '}
    <ServerLink href="/docs/alerts">So funktionieren Alarme</ServerLink>
  </>
);
export const sentTo = (link: ReactNode) => <>Alarme gehen an Ihre {link}.</>;
export const channelsLink = 'Benachrichtigungskanäle';
export const watches = 'Alarm bei';
export const alertKinds: Readonly<Record<AlertKind, string>> = {
  spike: 'Traffic-Spitze',
  drop: 'Traffic-Einbruch',
  silence: 'Keine Aufrufe',
  goal: 'Konversionen eines Ziels',
  monitor: 'Ausfall der Website',
  broken_link: 'Defekte Links',
};
export const states = { ok: 'Nicht ausgelöst', firing: 'Ausgelöst', learning: 'Lernt noch' } as const;
export const percentMore = 'Prozent mehr als üblich';
export const percentLess = 'Prozent weniger als üblich';
export const window = 'Innerhalb von';
export const windowHint = 'Kleine Websites brauchen längere Zeiträume: Wenige Aufrufe schwanken zufällig.';
export const goal = 'Ziel';
export const noGoalYet = 'Es gibt noch kein Ziel.';
export const addGoal = 'Ziel hinzufügen';
export const goalChange = 'Auslöser';
export const goalChanges: Readonly<Record<TrafficKind, string>> = {
  drop: 'Weniger Konversionen als üblich',
  spike: 'Mehr Konversionen als üblich',
  silence: 'Keine Konversionen',
};
export const goalWindowHint =
  'Seltene Ziele brauchen längere Zeiträume: Wenige Konversionen schwanken zufällig.';
export const hoursWithoutConversion = 'Stunden ohne Konversion';
export const silentHours = 'Stunden ohne Aufruf';
/** A time in hours, and from two days on in days. */
export const hourCount = (hours: number) =>
  hours >= 48 && hours % 24 === 0
    ? pluralize(hours / 24, 'Tag', 'Tage')
    : pluralize(hours, 'Stunde', 'Stunden');
export const alertNameHint = 'Unterscheidet mehrere Alarme derselben Art.';
export const toAllChannels = 'An alle Benachrichtigungskanäle senden';
export const noChannelYet =
  'Es gibt noch keinen Benachrichtigungskanal: Alarme werden aufgezeichnet, aber nicht versendet.';
export const addFirstChannel = 'Benachrichtigungskanal hinzufügen';
export const previewLoading = 'Die letzten 90 Tage werden geprüft …';
export const previewTooYoung = 'Zum Vergleich fehlen noch drei Wochen Traffic. Bis dahin lernt der Alarm.';
export const wouldHaveFired = (count: number, days: number) =>
  count === 0
    ? `Hätte in den letzten ${days} Tagen nicht ausgelöst.`
    : `Hätte in den letzten ${days} Tagen ${count === 1 ? 'einmal' : `${formatNumber(count)}-mal`} ausgelöst:`;
export const firesOnSpike = (percent: number, hours: number) =>
  `Mindestens ${formatNumber(percent)} % mehr Aufrufe als üblich innerhalb von ${pluralize(hours, 'Stunde', 'Stunden')}`;
export const firesOnDrop = (percent: number, hours: number) =>
  `Mindestens ${formatNumber(percent)} % weniger Aufrufe als üblich innerhalb von ${pluralize(hours, 'Stunde', 'Stunden')}`;
export const firesOnSilence = (hours: number) => `Kein einziger Aufruf in ${hourCount(hours)}`;
export const unknownGoal = 'einem Ziel';
export const firesOnGoalSpike = (goal: string, percent: number, hours: number) =>
  `Mindestens ${formatNumber(percent)} % mehr Konversionen von ${goal} als üblich innerhalb von ${hourCount(hours)}`;
export const firesOnGoalDrop = (goal: string, percent: number, hours: number) =>
  `Mindestens ${formatNumber(percent)} % weniger Konversionen von ${goal} als üblich innerhalb von ${hourCount(hours)}`;
export const firesOnGoalSilence = (goal: string, hours: number) =>
  `Keine einzige Konversion von ${goal} in ${hourCount(hours)}`;
export const firesOnMonitor = 'Die Uptime-Prüfung meldet die Website als ausgefallen';
export const firesOnBrokenLink = 'Eine Prüfung der Inhalte findet neue defekte Links';
export const hitsInsteadOf = (hits: string, expected: string, hours: number) =>
  `${hits} Aufrufe in ${hourCount(hours)}, üblich sind etwa ${expected}`;
export const conversionsInsteadOf = (conversions: string, expected: string, hours: number) =>
  `${conversions} Konversionen in ${hourCount(hours)}, üblich sind etwa ${expected}`;
export const silentFor = (hours: number) => `Keine Aufrufe seit ${hourCount(hours)}`;
export const causes = {
  site_down: 'Keine Aufrufe: Die Website war ausgefallen',
  script_missing: 'Keine Aufrufe, obwohl die Website erreichbar war: Das Skript fehlte oder wurde blockiert',
  unknown: 'Keine Aufrufe. Mit Uptime-Monitoring sagen Alarme, ob die Website ausgefallen war.',
} as const;
export const linkCount = (count: number) => pluralize(count, 'neuer defekter Link', 'neue defekte Links');
export const history = 'Verlauf';
export const neverFired = 'Dieser Alarm hat noch nie ausgelöst.';
export const stillFiring = 'dauert an';
export const lasted = (duration: string) => `dauerte ${duration}`;
export const notSent = 'stummgeschaltet';
export const mutedUntil = (time: string) => `stumm bis ${time}`;
export const muteADay = 'Einen Tag stummschalten';
export const unmute = 'Stummschaltung aufheben';
export const deleteAlert = 'Löschen';
export const editNamed = (name: string) => `${name} bearbeiten`;
export const deleteNamed = (name: string) => `${name} löschen`;
export const deleteAlertQuestion = 'Diesen Alarm löschen?';
export const deleteAlertHint = (name: ReactNode) => <>{name} und der Verlauf werden gelöscht.</>;

export const yourChannels = 'Ihre Benachrichtigungskanäle';
export const newChannel = 'Neuer Benachrichtigungskanal';
export const addChannel = 'Kanal hinzufügen';
export const edit = 'Bearbeiten';
export const noChannels = 'Noch keine Benachrichtigungskanäle';
export const noChannelsHint = (
  <>
    Alarme per E-Mail, im Chat oder auf dem Telefon erhalten.{' '}
    <ServerLink href="/docs/alerts#notification-channels">So wird jeder verbunden</ServerLink>
  </>
);
export const channelKind = 'Dienst';
export const channelKinds: Readonly<Record<ChannelKind, string>> = {
  mail: 'E-Mail',
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  teams: 'Microsoft Teams',
  gotify: 'Gotify',
  pushover: 'Pushover',
  matrix: 'Matrix',
  web_push: 'Dieser Browser',
};
export const channelFields: Readonly<Record<string, string>> = {
  email: 'E-Mail-Adresse',
  url: 'Adresse',
  bot_token: 'Bot-Token',
  chat_id: 'Chat-ID',
  topic: 'Topic',
  token: 'Zugriffstoken',
  user_key: 'Benutzerschlüssel',
  room_id: 'Raum-ID',
};
/** By kind and field. */
export const fieldHints: Readonly<Record<string, string>> = {
  'mail email': 'Ihre eigene oder die eines Teammitglieds',
  'telegram bot_token': 'Von @BotFather',
  'telegram chat_id': 'Die Nummer des Chats oder der @Name eines Kanals',
  'telegram url': 'Nur für einen eigenen Bot-API-Server',
  'ntfy topic': 'Ein Name, den niemand errät: Wer ihn kennt, kann mitlesen',
  'ntfy token': 'Nur für ein geschütztes Topic',
  'ntfy url': 'Nur für einen eigenen Server',
  'teams url': 'Aus dem Workflow „In einem Kanal posten, wenn eine Webhookanforderung empfangen wird“',
  'gotify token': 'Das einer Anwendung',
  'pushover token': 'Das API-Token einer Anwendung',
  'pushover url': 'Nur für einen eigenen Proxy',
  'matrix url': 'Ihr Heimserver',
  'matrix room_id': 'Die interne ID aus den Einstellungen des Raums',
};
export const pushHint =
  'Dieser Browser zeigt die Benachrichtigungen, auch wenn Footfall geschlossen ist. Auf iPhone und iPad Footfall zuerst zum Home-Bildschirm hinzufügen.';
export const pushUnsupported = 'Dieser Browser kann keine Push-Benachrichtigungen anzeigen.';
export const pushDenied =
  'Dieser Browser erlaubt dieser Seite keine Benachrichtigungen. In seinen Einstellungen erlauben und erneut versuchen.';
export const pushFailed = (reason: string) => `Der Browser konnte sich nicht anmelden: ${reason}`;
export const keptSecret = 'Leer lassen, um ihn zu behalten';
export const channelNameHint = 'Etwa „Telefon“ oder „Bereitschaft“';
export const quietHours = 'Ruhezeiten';
export const quietHoursHint = 'Was dann anfällt, wird an ihrem Ende gesendet, in Ihrer Zeitzone.';
export const quietFrom = 'Von';
export const quietUntil = 'Bis';
export const exceptDowns = 'Ausfälle sofort senden';
export const quietFromUntil = (from: string, until: string) => `Ruhe von ${from} bis ${until}`;
export const deleteChannel = 'Löschen';
export const deleteChannelQuestion = 'Diesen Benachrichtigungskanal löschen?';
export const deleteChannelHint = (name: ReactNode) => (
  <>An {name} wird nichts mehr gesendet, auch nicht, was noch wartet.</>
);
