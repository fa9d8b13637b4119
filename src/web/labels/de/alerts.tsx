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
    Erfahren Sie sofort, wenn der Traffic steigt, einbricht oder ausbleibt, die Website ausfällt oder ein Link
    nicht mehr funktioniert. <ServerLink href="/docs/alerts">So funktionieren Alarme</ServerLink>
  </>
);
export const sentTo = (link: ReactNode) => <>Alarme gehen an Ihre {link}.</>;
export const channelsLink = 'Benachrichtigungskanäle';
export const watches = 'Benachrichtigen bei';
export const alertKinds: Readonly<Record<AlertKind, string>> = {
  spike: 'Traffic-Spitze',
  drop: 'Traffic-Einbruch',
  silence: 'Keine Seitenaufrufe',
  goal: 'Ziel-Conversions',
  monitor: 'Website offline',
  broken_link: 'Defekte Links',
};
export const states = { ok: 'Nicht ausgelöst', firing: 'Ausgelöst', learning: 'Lernt noch' } as const;
export const percentMore = 'Prozent mehr als üblich';
export const percentLess = 'Prozent weniger als üblich';
export const window = 'Zeitraum';
export const windowHint =
  'Wählen Sie bei kleinen Websites einen längeren Zeitraum, um Fehlalarme zu vermeiden.';
export const goal = 'Ziel';
export const noGoalYet = 'Noch keine Ziele.';
export const addGoal = 'Ziel hinzufügen';
export const goalChange = 'Auslöser';
export const goalChanges: Readonly<Record<TrafficKind, string>> = {
  drop: 'Weniger Conversions als üblich',
  spike: 'Mehr Conversions als üblich',
  silence: 'Keine Conversions',
};
export const goalWindowHint =
  'Wählen Sie bei seltenen Zielen einen längeren Zeitraum, um Fehlalarme zu vermeiden.';
export const hoursWithoutConversion = 'Stunden ohne Conversion';
export const silentHours = 'Stunden ohne Seitenaufruf';
/** A time in hours, and from two days on in days. */
export const hourCount = (hours: number) =>
  hours >= 48 && hours % 24 === 0
    ? pluralize(hours / 24, 'Tag', 'Tage')
    : pluralize(hours, 'Stunde', 'Stunden');
/** The same after a preposition such as “seit”: `2 Tagen`. */
const hoursAfterOf = (hours: number) => hourCount(hours).replace(/Tage$/, 'Tagen');
export const alertNameHint = 'Unterscheidet mehrere Alarme derselben Art.';
export const toAllChannels = 'An alle Benachrichtigungskanäle senden';
export const noChannelYet =
  'Es gibt noch keinen Benachrichtigungskanal: Alarme werden aufgezeichnet, aber nicht versendet.';
export const addFirstChannel = 'Benachrichtigungskanal hinzufügen';
export const previewLoading = 'Die letzten 90 Tage werden geprüft …';
export const previewTooYoung =
  'Noch nicht genug Daten: Der Alarm braucht drei Wochen Traffic, um zu lernen, was üblich ist.';
export const wouldHaveFired = (count: number, days: number) =>
  count === 0
    ? `Hätte in den letzten ${days} Tagen nicht ausgelöst.`
    : `Hätte in den letzten ${days} Tagen ${count === 1 ? 'einmal' : `${formatNumber(count)}-mal`} ausgelöst:`;
export const firesOnSpike = (percent: number, hours: number) =>
  `Mindestens ${formatNumber(percent)} % mehr Seitenaufrufe als üblich innerhalb von ${hoursAfterOf(hours)}`;
export const firesOnDrop = (percent: number, hours: number) =>
  `Mindestens ${formatNumber(percent)} % weniger Seitenaufrufe als üblich innerhalb von ${hoursAfterOf(hours)}`;
export const firesOnSilence = (hours: number) => `${hourCount(hours)} lang keine Seitenaufrufe`;
export const unknownGoal = 'Ziel';
export const firesOnGoalSpike = (goal: string, percent: number, hours: number) =>
  `„${goal}“: mindestens ${formatNumber(percent)} % mehr Conversions als üblich innerhalb von ${hoursAfterOf(hours)}`;
export const firesOnGoalDrop = (goal: string, percent: number, hours: number) =>
  `„${goal}“: mindestens ${formatNumber(percent)} % weniger Conversions als üblich innerhalb von ${hoursAfterOf(hours)}`;
export const firesOnGoalSilence = (goal: string, hours: number) =>
  `„${goal}“: ${hourCount(hours)} lang keine Conversions`;
export const firesOnMonitor = 'Die Website ist nicht erreichbar';
export const firesOnBrokenLink = 'Neue defekte Links wurden gefunden';
export const hitsInsteadOf = (views: string, expected: string, hours: number) =>
  `${views} Seitenaufrufe innerhalb von ${hoursAfterOf(hours)}, üblich sind etwa ${expected}`;
export const conversionsInsteadOf = (conversions: string, expected: string, hours: number) =>
  `${conversions} Conversions innerhalb von ${hoursAfterOf(hours)}, üblich sind etwa ${expected}`;
export const silentFor = (hours: number) => `Keine Seitenaufrufe seit ${hoursAfterOf(hours)}`;
export const causes = {
  site_down: 'Keine Seitenaufrufe: Die Website war offline',
  script_missing:
    'Keine Seitenaufrufe, obwohl die Website erreichbar war: Der Tracking-Code fehlte oder wurde blockiert',
  unknown:
    'Keine Seitenaufrufe. Schalten Sie die Verfügbarkeitsprüfung ein, um zu sehen, ob die Website offline war.',
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
    Erhalten Sie Alarme per E-Mail, im Chat oder auf dem Smartphone.{' '}
    <ServerLink href="/docs/alerts#notification-channels">So verbinden Sie einen Kanal</ServerLink>
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
  'telegram chat_id': 'Chat-Nummer oder @Name eines Kanals',
  'telegram url': 'Nur für einen eigenen Bot-API-Server',
  'ntfy topic': 'Sollte schwer zu erraten sein: Wer den Namen kennt, kann mitlesen',
  'ntfy token': 'Nur für ein geschütztes Topic',
  'ntfy url': 'Nur für einen eigenen Server',
  'teams url': 'Aus dem Workflow „In einem Kanal posten, wenn eine Webhookanforderung empfangen wird“',
  'gotify token': 'Token einer Anwendung',
  'pushover token': 'API-Token einer Anwendung',
  'pushover url': 'Nur für einen eigenen Proxy',
  'matrix url': 'Ihr Homeserver',
  'matrix room_id': 'Die interne ID aus den Einstellungen des Raums',
};
export const pushHint =
  'Dieser Browser zeigt Benachrichtigungen auch an, wenn Footfall geschlossen ist. Fügen Sie Footfall auf iPhone und iPad zuerst zum Home-Bildschirm hinzu.';
export const pushUnsupported = 'Dieser Browser kann keine Push-Benachrichtigungen anzeigen.';
export const pushDenied =
  'Der Browser blockiert Benachrichtigungen dieser Seite. Erlauben Sie sie in seinen Einstellungen und versuchen Sie es erneut.';
export const pushFailed = (reason: string) => `Einschalten fehlgeschlagen: ${reason}`;
export const keptSecret = 'Leer lassen, um den bisherigen Wert zu behalten';
export const channelNameHint = 'Etwa „Smartphone“ oder „Bereitschaft“';
export const quietHours = 'Ruhezeiten';
export const quietHoursHint = 'Benachrichtigungen werden erst danach gesendet. In Ihrer Zeitzone.';
export const quietFrom = 'Von';
export const quietUntil = 'Bis';
export const exceptDowns = 'Ausfälle sofort senden';
export const quietFromUntil = (from: string, until: string) => `Ruhe von ${from} bis ${until}`;
export const deleteChannel = 'Löschen';
export const deleteChannelQuestion = 'Diesen Benachrichtigungskanal löschen?';
export const deleteChannelHint = (name: ReactNode) => (
  <>An {name} wird nichts mehr gesendet, auch keine ausstehenden Benachrichtigungen.</>
);
