/** Texts of the coverage of a site: what is not counted, and where visitors are sent wrong. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const title = 'Abdeckung';
export const hint = 'Seiten ohne Tracking und Seiten, die Besucher nicht finden. Letzte 30 Tage.';
export const pagesRead = 'Geprüfte Seiten';
export const withCode = 'Mit Tracking-Code';
export const withoutCode = 'Ohne Tracking-Code';
export const unread = (count: number) =>
  `${pluralize(count, 'Seite konnte', 'Seiten konnten')} nicht gelesen werden: Links darauf sind nicht bekannt.`;
export const uncounted = 'Nicht erfasste Seiten';
export const uncountedHint =
  'Der Crawler führt keine Skripte aus: Seiten mit Besuchern laden den Code vielleicht über einen Tag-Manager.';
export const noneUncounted = 'Jede Seite lädt den Tracking-Code.';
export const reasons: Readonly<Record<'missing' | 'other_uid' | 'forbidden_by_csp', string>> = {
  missing: 'kein Tracking-Code',
  other_uid: 'Code einer anderen Website',
  forbidden_by_csp: 'von der Sicherheitsrichtlinie der Seite blockiert',
};
export const unlinked = 'Besucht, aber nicht verlinkt';
export const unlinkedHint = 'Seiten, die aufgerufen werden, obwohl keine Seite der Website auf sie verweist.';
export const noneUnlinked = 'Jede besuchte Seite ist verlinkt.';
export const brokenLinks = 'Defekte Links nach Besuchern';
export const brokenLinksHint = 'Nach Besuchern der Seite mit dem Link. Beginnen Sie oben.';
export const link = 'Link';
export const on = 'auf';
export const notFound = 'Nicht gefundene Seiten';
export const notFoundHint =
  'Was Besucher aufriefen, woher sie kamen und welche Seite vermutlich gemeint war.';
export const noneNotFound = 'Niemand hat eine fehlende Seite aufgerufen.';
export const logRequests = 'Im Log';
export const from = 'von';
export const redirects = 'Weiterleitungen';
export const redirectsHint =
  'Auf Basis der Vorschläge oben. Prüfen Sie sie, bevor Sie sie in Ihren Webserver übernehmen.';
export const rulesFor = (server: string) => `Weiterleitungen für ${server}`;
export const notCrawled = 'Seiten ohne Tracking-Code finden';
export const notCrawledHint =
  'Schalten Sie oben die Inhaltsprüfung ein. Sie prüft dann täglich, ob jede Seite den Tracking-Code lädt, und nennt besuchte Seiten, auf die nichts verweist.';
export const crawledSoon = 'Die Seiten werden bei der nächsten Prüfung untersucht.';
export const captureOff = (settings: ReactNode) => (
  <>
    Nicht gefundene Seiten sehen Sie, wenn Sie in den {settings} unter „Automatische Ereignisse“ 404-Seiten
    einschalten.
  </>
);
export const settingsLink = 'Einstellungen der Website';
export const more = 'Mehr zur Abdeckung';
