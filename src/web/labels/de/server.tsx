/** Texts of the server page. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const everySecond = 'jede Sekunde';
export const dailyAtUtc = (twoDigits: string, twoDigits2: string) =>
  `täglich um ${twoDigits}:${twoDigits2} UTC`;
export const everyMinute = 'jede Minute';
export const everyMinutes = (step: string) => `alle ${step} Minuten`;
export const everyHour = 'jede Stunde';
export const jobsTitle = 'Hintergrundaufgaben';
export const jobsWithoutFailure = (count: number) =>
  pluralize(count, 'Aufgabe läuft fehlerfrei', 'Aufgaben laufen fehlerfrei');
export const running = 'Läuft …';
export const runNow = 'Jetzt ausführen';
export const jobStarted = (name: string) => `${name} gestartet`;
export const utc = (schedule: string) => `${schedule} (UTC)`;
export const lastRun = (startedAt: ReactNode, durationMs: string) => (
  <>
    {' · zuletzt '}
    {startedAt}, Dauer {durationMs}
  </>
);
export const took = (durationMs: string) => ` · Dauer ${durationMs}`;
export const ms = (ms: number) => `${ms} ms`;
export const setUpTitle = 'Konfiguration';
export const allSettings = (
  <>
    <ServerLink href="/docs/settings">Alle Servereinstellungen</ServerLink>. Änderungen gelten nach einem
    Neustart.
  </>
);
export const mail = 'E-Mail';
export const notSetUp = 'nicht eingerichtet';
export const noMailHint = (
  <>
    Ohne E-Mail-Versand gibt es keine Benachrichtigungen, und Passwörter lassen sich nur auf dem Server
    zurücksetzen. Setzen Sie <code>FOOTFALL_SMTP_URL</code>, zum Beispiel{' '}
    <code>smtp://user:password@mail.example:587</code>, und <code>FOOTFALL_MAIL_FROM</code>. Starten Sie den
    Server danach neu.
  </>
);
export const setUp = 'eingerichtet';
export const failing = 'fehlerhaft';
export const mailCount = (count: number) => pluralize(count, 'E-Mail', 'E-Mails');
export const waiting = (mails: string) => ` · ${mails} in der Warteschlange`;
export const lastMailFailed = ' · letzte Zustellung fehlgeschlagen: ';
export const mailDetails = (from: ReactNode, part: ReactNode, part2: ReactNode) => (
  <>
    Absender {from}
    {part}
    {part2}
  </>
);
export const languageModel = 'Sprachmodell';
export const defaultModel = 'Standard des Endpunkts';
export const noModelHint = (
  <>
    Optional: Insights funktionieren auch ohne. Damit ein Modell sie schreibt, setzen Sie{' '}
    <code>FOOTFALL_LLM_URL</code>, <code>FOOTFALL_LLM_MODEL</code> und <code>FOOTFALL_LLM_KEY</code>. Es
    erhält nur zusammengefasste Daten.
  </>
);
export const countryDatabase = 'Länderdatenbank';
export const builtIn = 'integriert';
export const ownDatabase = 'eigene';
export const made = (part: ReactNode, built: ReactNode) => (
  <>
    {part}Erstellt {built}
  </>
);
export const countryDatabaseHint = (
  <>
    . Für eine andere Datenbank setzen Sie <code>FOOTFALL_GEO_DB</code>.
  </>
);
export const certificate = 'Zertifikat';
export const byAuthority = 'automatisch erneuert';
export const byFiles = 'aus Dateien';
export const certificateDetails = (hosts: ReactNode, until: ReactNode) => (
  <>
    Für {hosts}, gültig bis {until}
  </>
);
export const renewalFailed = ' · Erneuerung fehlgeschlagen: ';
export const signupsTitle = 'Offene Registrierungen';
export const noSignups =
  'Keine offenen Registrierungen. Wenn ein KI-Agent ein Konto auf diesem Server beantragt, erscheint es hier.';
export const signupsPager = 'Registrierungen: Seitennavigation';
export const waitsForOperator = 'benötigt Ihre Freigabe';
export const waitsForItsOwner = 'wartet auf den Inhaber';
export const wantedPlan = (plan: string) => ` · gewünschter Tarif: ${plan}`;
export const ends = (part: string, part2: ReactNode, end: ReactNode) => (
  <>
    {part}
    {part2} · läuft {end} ab
  </>
);
export const linkName = (email: string) => `Link für ${email}`;
export const approved = (email: string) => `${email} kann das Konto jetzt aktivieren`;
export const approveSignup = (email: string) => `${email} freigeben`;
export const approve = 'Freigeben';
export const removeSignup = (email: string) => `Registrierung von ${email} entfernen`;
export const removeQuestion = 'Diese Registrierung entfernen?';
export const removeConfirm = 'Registrierung entfernen';
export const removeHint = (email: ReactNode) => (
  <>Der an {email} gesendete Link funktioniert dann nicht mehr. Ein Agent kann das Konto erneut beantragen.</>
);
export const hitFiles = 'Seitenaufrufe, Ereignisse und Besuche';
export const configurationFiles = 'Benutzer, Websites und Einstellungen';
export const olderSnapshots = 'Ältere Snapshots';
export const upgradeCopies = 'Sicherungen vor Upgrades';
export const damagedFiles = 'Beiseitegelegte beschädigte Dateien';
export const runtimeLibraries = 'Entpackte Bibliotheken';
export const temporary = 'Temporär';
export const otherFiles = 'Andere Dateien';
export const spamHits = 'In Quarantäne';
export const storage = 'Speicher';
export const storageLabel = 'Größe des Datenordners nach Bestandteilen';
export const part = 'Inhalt';
export const size = 'Größe';
export const noBackup = 'Noch keine Sicherung.';
export const lastBackup = (lastBackupAt: ReactNode) => <>Letzte Sicherung {lastBackupAt}.</>;
export const folderHint = (folder: string, part: ReactNode) => (
  <>
    Alle Daten liegen in <code>{folder}</code>. Zum Sichern können Sie diesen Ordner jederzeit kopieren oder{' '}
    <code>footfall backup DIR</code> ausführen. Dieser Befehl lässt temporäre Dateien aus. {part}
  </>
);
export const onlyOperator = 'Nur für den Betreiber';
export const notOperatorTitle = 'Nur der Betreiber des Servers kann diese Seite sehen';
export const notOperatorHint = 'Das ist der erste Benutzer dieses Servers.';
export const now = 'Aktuell';
export const requestedBy = 'beantragt von';
export const inClient = 'in';
export const forSite = 'für';
export const version = 'Version';
export const runningFor = 'Laufzeit';
export const memory = 'Arbeitsspeicher';
export const users = 'Benutzer';
