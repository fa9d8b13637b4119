/** Texts of the page of a site's server log. */
import type { ReactNode } from 'react';
import type { LogClass } from '../../../core/hits/log-sums.ts';
import { pluralize } from './language.ts';

export const allRequests = 'Alle Anfragen';
export const shareHint = (total: string, share: string) =>
  `${share} von ${total} Anfragen im Serverlog waren Seitenaufrufe von Menschen. Der Tracking-Code sieht nur diese.`;
export const kind = 'Art';
export const requests = 'Anfragen';
export const requestClasses: Readonly<Record<LogClass, string>> = {
  page_views: 'Seitenaufrufe von Menschen',
  agents: 'KI-Crawler',
  bots: 'Andere Bots',
  feeds: 'Feeds',
  not_found: 'Nicht gefundene Seiten',
  errors: 'Serverfehler',
  redirects: 'Weiterleitungen',
  assets: 'Bilder, Skripte und Downloads',
  ignored: 'In den Einstellungen ausgeschlossen',
  others: 'Andere Anfragen',
};

export const notFound = 'Nicht gefundene Seiten';
export const notFoundHint =
  'Pfade, die mit 404 oder 410 beantwortet wurden. Oft suchen Bots nach Schwachstellen.';
export const noneNotFound = 'Alle angefragten Seiten sind vorhanden.';
export const brokenLinks = 'Links auf fehlende Seiten';
export const brokenLinksHint = 'Seiten, die auf eine nicht gefundene Seite verweisen.';
export const noneBrokenLinks = 'Keine Links auf fehlende Seiten.';
export const linkOn = 'Link auf der Seite';
export const to = 'nach';
export const program = 'Name';
export const nameless = 'Ohne Namen';
export const crawlersHint = 'Mit anderen Statuscodes als 200.';
export const noneCrawlers = 'Kein KI-Crawler hat eine Seite angefragt.';
export const otherBots = 'Andere Bots';
export const otherBotsHint = 'Suchmaschinen, Überwachungsdienste und Skripte, wie sie sich selbst nennen.';
export const noneBots = 'Kein anderer Bot hat eine Seite angefragt.';
export const feedReaders = 'Feedreader';
export const feedReadersHint = 'Programme, die Ihre Feeds abrufen.';
export const subscribers = (count: number) => pluralize(count, 'Abonnent', 'Abonnenten');
export const subscribersHint = (count: string) => `Insgesamt ${count}, laut den Feedreadern.`;
export const noneFeedReaders = 'Niemand hat einen Feed abgerufen.';
export const browsers = 'Browser';
export const errors = 'Serverfehler';
export const errorsHint = 'Pfade, die der Server mit einem Statuscode 5xx beantwortet hat.';
export const noneErrors = 'Der Server hat ohne Fehler geantwortet.';
export const notListed = (count: string) => `${count} weitere Anfragen nicht aufgeführt.`;

export const nothingInPeriod = 'Das Log enthält keine Anfragen in diesem Zeitraum';
export const coveredDays = (days: string) => `Eingelesen: ${days}.`;
export const emptyTitle = 'Sehen, was der Tracking-Code nicht sieht';
export const emptyHint =
  'Crawler, Feedreader und Anfragen nach fehlenden Seiten führen den Tracking-Code nie aus, aber Ihr Webserver protokolliert sie. Importieren Sie das Access-Log, um sie hier zu sehen. Mit --without-hits werden bereits erfasste Seitenaufrufe ausgelassen.';
export const importOnce = 'Ein Log einmal importieren';
export const importOnceHint = (link: ReactNode) => (
  <>Führen Sie dies auf dem Server aus, oder {link} in den Einstellungen.</>
);
export const dropIt = 'laden Sie die Datei hoch';
export const follow = 'Ein Log laufend mitlesen';
export const followHint = 'Liest über Rotation und Neustarts hinweg weiter.';
export const systemdLink = 'So läuft es als Dienst mit systemd';
