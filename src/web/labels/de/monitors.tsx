/** German texts of the page of monitors and maintenance windows. */
import type { ReactNode } from 'react';
import type { LeftOutReason, MonitorKind, Weekday } from '../../../core/monitors.ts';
import { ServerLink } from '../../ui/server-link.tsx';

export const monitors = 'Monitore';
export const addMonitor = 'Monitor hinzufügen';
export const newMonitor = 'Neuer Monitor';
export const siteAddress = 'Adresse der Website';
export const noMonitors = 'Noch keine Monitore';
export const noMonitorsHint = (
  <>
    Überwachen Sie weitere Seiten und Server, Ports, DNS-Einträge und Aufgaben wie Backups.{' '}
    <ServerLink href="/docs/monitoring#more-monitors">So funktionieren Monitore</ServerLink>
  </>
);
export const kind = 'Art';
export const kinds: Readonly<Record<MonitorKind, string>> = {
  http: 'URL',
  tcp: 'TCP-Port',
  dns: 'DNS-Eintrag',
  heartbeat: 'Heartbeat (Cronjob, Backup)',
};
export const name = 'Name';
export const url = 'URL';
export const method = 'Methode';
export const expectedStatus = 'Erwarteter Status';
export const expectedStatusHint = 'Etwa 200 oder 200, 401. Standard: 200–299.';
export const keyword = 'Text in der Antwort';
export const keywordHint = 'Reiner Text in den ersten 256 KB. Leer lassen, um nicht zu suchen.';
export const keywordCondition = 'Der Text muss';
export const keywordConditions = { present: 'vorkommen', absent: 'fehlen' } as const;
export const headers = 'Header der Anfrage';
export const headersHint =
  'Einer pro Zeile, etwa Authorization: Bearer … Nach dem Speichern nicht mehr sichtbar.';
export const headersKept = 'Leer lassen, um die gespeicherten zu behalten.';
export const body = 'Inhalt der Anfrage';
export const host = 'Host';
export const port = 'Port';
export const recordType = 'Art des Eintrags';
export const expectedValue = 'Erwarteter Wert';
export const expectedValueHint =
  'Mindestens ein Eintrag muss übereinstimmen. Leer lassen für beliebige Werte.';
export const periodMinutes = 'Erwartet alle (Minuten)';
export const graceMinutes = 'Toleranz (Minuten)';
export const heartbeatTitle = 'Rufen Sie diese URL am Ende Ihrer Aufgabe auf:';
export const heartbeatWhat = 'URL';
export const renewAddress = 'URL neu erzeugen';
export const edit = 'Bearbeiten';
export const history = 'Verlauf';
export const pause = 'Anhalten';
export const resume = 'Fortsetzen';
export const paused = 'Angehalten';
export const unknown = 'Nicht geprüft';
export const checked = (ago: ReactNode) => <>geprüft {ago}</>;
export const uptime = (percent: string) => `Verfügbarkeit ${percent}`;
export const remove = 'Löschen';
export const removeNamed = (named: string) => `${named} löschen`;
export const removeMonitorQuestion = 'Diesen Monitor löschen?';
export const removeMonitorHint = (named: ReactNode) => <>{named} wird samt Verlauf gelöscht.</>;

export const automatic = 'automatisch hinzugefügt';
export const keep = 'Behalten';
export const exclude = 'Ausschließen';
export const excludeNamed = (named: string) => `${named} ausschließen`;
export const excludeQuestion = 'Diese Seite ausschließen?';
export const excludeHint = (named: ReactNode) => (
  <>
    {named} wird nicht mehr überwacht, der Verlauf wird gelöscht, und die Seite wird nicht wieder hinzugefügt.
  </>
);
export const watchedPages = 'Meistbesuchte Seiten';
export const watchedPagesHint = (
  <>
    Überwachen Sie die Seiten mit den meisten Besuchern der letzten 7 Tage. Sie werden einmal am Tag
    ausgewählt; eine Seite fällt weg, wenn sie eine Woche lang nicht mehr dabei war.{' '}
    <ServerLink href="/docs/monitoring#most-visited-pages">So werden Seiten ausgewählt</ServerLink>
  </>
);
export const watchedCount = 'Zu überwachende Seiten';
export const watchedNone = 'Keine';
export const excludedPaths = 'Ausgeschlossene Pfade';
export const excludedPathsHint = 'Einer pro Zeile, etwa /login oder /konto/**.';
export const renewed = (ago: ReactNode) => <>Ausgewählt {ago}.</>;
export const soonChosen = 'Die Seiten werden innerhalb einer Minute ausgewählt.';
export const leftOut = 'Oft besucht, aber nicht überwacht:';
export const leftOutReasons: Readonly<Record<LeftOutReason, string>> = {
  not_found: 'nicht gefunden (404)',
  failing: 'antwortet nicht richtig',
  redirected: 'leitet auf eine andere Seite weiter',
  monitored: 'hat schon einen eigenen Monitor',
  no_room: 'die Website hat bereits 100 Monitore',
};

export const windows = 'Wartungsfenster';
export const noWindows = 'Keine Wartung geplant';
export const noWindowsHint =
  'Fehlgeschlagene Prüfungen in einem Wartungsfenster gelten nicht als Ausfall und lösen keine E-Mails aus.';
export const addWindow = 'Wartung planen';
export const windowKind = 'Wann';
export const windowKinds = { once: 'Einmal', weekly: 'Jede Woche' } as const;
export const startsAt = 'Beginn';
export const endsAt = 'Ende';
export const inYourZone = (zone: string) => `Zeitzone: ${zone}`;
export const weekdays: Readonly<Record<Weekday, string>> = {
  sunday: 'Sonntag',
  monday: 'Montag',
  tuesday: 'Dienstag',
  wednesday: 'Mittwoch',
  thursday: 'Donnerstag',
  friday: 'Freitag',
  saturday: 'Samstag',
};
export const onDays = 'Wochentage';
export const startTime = 'Beginn um';
export const durationMinutes = 'Dauer (Minuten)';
export const active = 'Jetzt';
export const next = (at: ReactNode) => <>nächstes Mal: {at}</>;
export const last = (at: ReactNode) => <>zuletzt: {at}</>;
export const over = 'vorbei';
export const weekly = (days: string, time: string, minutes: number) => `${days}, ${time}, ${minutes} Min.`;
export const removeWindowQuestion = 'Dieses Wartungsfenster löschen?';
export const removeWindowHint = (named: ReactNode) => (
  <>{named} wird gelöscht. Fehlgeschlagene Prüfungen darin gelten weiterhin nicht als Ausfall.</>
);
