/** Texts of the account page. */
import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../../core/limits.ts';
import { pluralize } from './language.ts';

export const you = 'Profil';
export const browserOnSystem = (browser: string, system: string) => `${browser} unter ${system}`;
export const certificateExpires = 'Zertifikat läuft bald ab';
export const domainExpires = 'Domain läuft bald ab';
export const issuesFound = 'Defekte Links oder Mixed Content gefunden';
export const newInsight = 'Neue tägliche Insights';
export const storageProblem = 'Speicherproblem auf dem Server (nur Betreiber)';
export const invitationFailed = 'Team-Einladung nicht zustellbar';
export const alertFires = 'Ein Alarm löst aus oder endet';
export const channelSwitchedOff = 'Benachrichtigungskanal nach fehlgeschlagenen Zustellungen ausgeschaltet';
export const webhookSwitchedOff = 'Webhook nach fehlgeschlagenen Zustellungen ausgeschaltet';
export const mails = 'E-Mail-Benachrichtigungen';
export const mailMeWhen = 'Per E-Mail melden';
export const mailReports = 'E-Mail-Berichte';
export const mailReportsHint = (link: ReactNode) => <>Wöchentliche oder monatliche Übersicht: {link}</>;
export const noMail =
  'Auf diesem Server ist kein E-Mail-Versand eingerichtet, daher wird nichts davon gesendet.';
export const memberships = 'Teams';
export const whereYouWork = 'Ihre Teams';
export const noPlanHint =
  'Ihr eigenes Konto hat keinen Tarif und kann daher keine Websites haben. Sie sind Mitglied dieser Teams:';
export const adminHint = 'Sie können die Websites ansehen und bearbeiten.';
export const viewerHint = 'Sie können die Websites ansehen.';
export const leave = 'Verlassen';
export const leaveAccount = (name: string) => `${name} verlassen`;
export const leaveQuestion = 'Dieses Team verlassen?';
export const leaveHint = (name: ReactNode) => (
  <>
    Sie verlieren den Zugriff auf die Websites von {name}. Sie können nur mit einer neuen Einladung wieder
    beitreten.
  </>
);
export const planHint = (what: string, isOwnAccount: boolean) => (
  <>
    {what} gibt es nur mit einem Tarif, und {isOwnAccount ? 'Ihr' : 'dieses'} Konto hat keinen. Der Betreiber
    des Servers kann das mit diesem Befehl ändern: <code>footfall user set you@example.org --plan ultra</code>
  </>
);
export const passwordChanged = 'Passwort geändert. Alle anderen Sitzungen wurden beendet.';
export const changePassword = 'Passwort ändern';
export const currentPassword = 'Aktuelles Passwort';
export const newPasswordHint = `Mindestens ${MIN_PASSWORD_LENGTH} Zeichen. Überall sonst werden Sie abgemeldet.`;
export const noPlan = 'Kein Tarif';
export const zen = 'Zen';
export const pro = 'Pro';
export const ultra = 'Ultra';
export const nameHint = 'Für Ihr Team sichtbar.';
export const emailHint = 'Für Anmeldung und Benachrichtigungen.';
export const weeksBeginOn = 'Woche beginnt am';
export const monday = 'Montag';
export const sunday = 'Sonntag';
export const onTrialUntil = (end: string) => `, Testphase bis ${end}`;
export const plan = (plan: string, part: ReactNode) => (
  <>
    Tarif: <b>{plan}</b>
    {part}
  </>
);
export const sessionsTitle = 'Aktive Sitzungen';
export const thisBrowser = 'dieser Browser';
export const sessionDetails = (createdAt: ReactNode, lastSeenAt: ReactNode) => (
  <>
    Angemeldet {createdAt}, zuletzt aktiv {lastSeenAt}
  </>
);
export const signOutBrowser = (browser: string) => `${browser} abmelden`;
export const signOutQuestion = 'Diese Sitzung beenden?';
export const signOutConfirm = 'Sitzung beenden';
export const signOutHint = (browser: string) => `${browser} wird abgemeldet.`;
export const sessionCount = (count: number) => pluralize(count, 'Sitzung', 'Sitzungen');
export const sessionsEnded = (sessions: string) => `${sessions} beendet`;
export const signOutOthers = 'Alle anderen abmelden';
export const signOutOthersQuestion = 'Überall sonst abmelden?';
export const signOutOthersHint = 'Alle Browser außer diesem werden abgemeldet.';
export const systemTheme = 'System';
export const light = 'Hell';
export const dark = 'Dunkel';
export const appearance = 'Darstellung';
export const theme = 'Design';
export const language = 'Sprache';
export const languageHint = 'Gilt nur für diesen Browser.';
export const browserLanguage = 'Sprache des Browsers';
