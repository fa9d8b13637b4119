/** Texts of the mail reports page. */
import type { ReactNode } from 'react';

export const newReport = 'Neuer Bericht';
export const noSubjects = 'Noch keine Websites';
export const noSubjectsHint = (link: ReactNode) => (
  <>E-Mail-Berichte fassen eine Website oder Gruppe zusammen. Zuerst: {link}</>
);
export const alreadyAdded = 'Diesen Bericht erhalten Sie bereits';
export const added = (name: string) => `Bericht erstellt: ${name}`;
export const submitReport = 'Bericht erstellen';
export const about = 'Website oder Gruppe';
export const howOften = 'Häufigkeit';
export const everyWeek = 'Wöchentlich';
export const weeklyHint = (weekday: string) => `${weekday} um 7:00 Uhr, für die Vorwoche`;
export const everyMonth = 'Monatlich';
export const monthlyHint = 'Am 1. um 7:00 Uhr, für den Vormonat';
export const weekly = 'wöchentlich';
export const monthly = 'monatlich';
export const group = 'Gruppe';
export const next = (next: string) => `Nächster am ${next}`;
export const waitsForMail = 'Wartet auf die Einrichtung des E-Mail-Versands';
export const noneSentYet = 'noch keiner gesendet';
export const lastSent = (last: ReactNode) => <>zuletzt gesendet {last}</>;
export const onItsWayTo = (email: string) => `Wird an ${email} gesendet`;
export const sendReportNow = (reportName: string) => `Jetzt senden: ${reportName}`;
export const sendNow = 'Jetzt senden';
export const removed = (name: string) => `Bericht entfernt: ${name}`;
export const removeReport = (reportName: string) => `${reportName} entfernen`;
export const yourReports = 'Ihre Berichte';
export const noMail =
  'Auf diesem Server ist kein E-Mail-Versand eingerichtet, daher können keine Berichte gesendet werden. Jetzt erstellte Berichte werden gesendet, sobald er funktioniert.';
export const noReports = 'Noch keine Berichte';
export const noReportsHint =
  'Wöchentliche oder monatliche Übersicht per E-Mail: Besucher, Seitenaufrufe, Top-Seiten, Quellen und Länder sowie Verfügbarkeit.';
export const sundays = 'Sonntags';
export const mondays = 'Montags';
