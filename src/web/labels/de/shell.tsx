/** Texts around the pages: navigation, period, filters, search and shortcuts. */
import type { ReactNode } from 'react';
import * as shared from './shared.tsx';

export const signOutError = (error: string) => `Abmelden fehlgeschlagen: ${error}`;
export const yourOwnSites = 'Eigene Websites';
export const addFilter = 'Filter hinzufügen';
export const filter = 'Filter';
export const filterNames = 'Filtern nach';
export const backToNames = 'Zurück zu den Filtern';
export const searchFor = (words: string) => `${words} suchen`;
export const exactlyThis = 'Diesen Wert verwenden';
export const suggestionsFailed =
  'Vorschläge konnten nicht geladen werden. Ein Wert lässt sich trotzdem eingeben.';
export const noSuggestions = 'Keine Treffer in diesem Zeitraum.';
export const suggestionsLabel = 'Werte in diesem Zeitraum';
export const connectionLost = 'Verbindung unterbrochen. Neuer Versuch …';
export const productName = 'Footfall';
export const thisMonth = 'Dieser Monat';
export const lastMonth = 'Letzter Monat';
export const yearToDate = 'Seit Jahresbeginn';
export const chooseComparedDays = 'Vergleichen mit';
export const noComparison = 'Kein Vergleich';
export const previousPeriod = 'Vorheriger Zeitraum';
export const previousYear = 'Vorjahr';
export const vs = (value: string) => `vs. ${value}`;
export const vsPreviousPeriod = 'vs. vorheriger Zeitraum';
export const vsPreviousYear = 'vs. Vorjahr';
export const comparison = (words: string) => `Vergleich: ${words}`;
export const pageFailed = 'Etwas ist schiefgelaufen';
export const pageFailedHint = 'Ihre Daten sind sicher. Meist hilft es, die Seite neu zu laden.';
export const reload = 'Seite neu laden';
export const filters = 'Filter';
export const clearAll = 'Alle aufheben';
export const includeInstead = 'Stattdessen einschließen';
export const excludeInstead = 'Stattdessen ausschließen';
export const nor = 'und nicht';
export const or = 'oder';
export const removeFilter = (words: string, filterVerb: string, value: string) =>
  `Filter entfernen: ${words} ${filterVerb} ${value}`;
export const hasNot = 'enthält nicht';
export const isNot = 'ist nicht';
export const and = ' und ';
export const thenWord = ' dann ';
export const thisPage = 'Seite';
export const notFound = 'Nicht gefunden';
export const notFoundHint = (what: string) =>
  `${what} nicht gefunden. Möglicherweise gelöscht oder nicht für Sie freigegeben.`;
export const pageTitle = (documentTitle: string) => `${documentTitle} – Footfall`;
export const lightTheme = 'Helles Design';
export const darkTheme = 'Dunkles Design';
export const systemTheme = 'Design des Systems';
export const actions = 'Aktionen';
export const themeNotSaved = 'Design konnte nicht gespeichert werden';
export const signOutFailed = 'Abmelden fehlgeschlagen';
export const copyLink = 'Link zu dieser Ansicht kopieren';
export const copyLinkKeywords = 'teilen freigeben adresse share address url';
export const linkCopied = 'Link kopiert';
export const linkNotCopied = 'Link konnte nicht kopiert werden';
export const themeKeywords =
  'design farben farbschema modus darstellung hell dunkel nacht theme appearance colors colours dark light mode night';
export const keyboardShortcuts = 'Tastenkürzel';
export const shortcutKeywords = 'hilfe tastatur tastenkombinationen shortcuts help keys';
export const documentation = 'Dokumentation';
export const docsKeywords = 'hilfe anleitung handbuch docs help guide documentation';
export const apiReference = 'API-Referenz';
export const apiKeywords = 'hilfe schnittstelle docs help openapi reference';
export const signOutKeywords = 'ausloggen verlassen sign out log out logout signout leave exit';
export const accountKeywords = 'konto team wechseln account switch';
export const linkNotCopiedHint = 'Bitte aus der Adresszeile kopieren';
export const thisSite = 'Diese Website';
/** Words that a page of a site is found by, beside its name; by the end of its path. */
export const sitePageKeywords: Readonly<Record<string, string>> = {
  '': 'statistik besucher seitenaufrufe dashboard overview stats visitors pageviews',
  '/live': 'echtzeit aktivität jetzt realtime activity now',
  '/journeys': 'wege verläufe einstiegsseiten ausstiegsseiten journeys paths entry exit pages',
  '/events': 'konversionen conversions custom events',
  '/leaderboard': 'top-seiten beliebteste leaderboard top pages all time',
  '/hours': 'uhrzeit wochentag tageszeit hours heat map heatmap busiest weekday',
  '/monitoring':
    'verfügbarkeit ausfall überwachung erreichbarkeit defekte links zertifikat uptime downtime status broken links certificate domain',
  '/insights': 'erkenntnisse anmerkungen notizen annotations findings notes',
  '/settings':
    'tracking-code öffentliche statistik ausschlüsse datenschutz settings tracking code snippet public stats exclusions spam privacy',
};
export const whatIsShown = 'Ansicht';
export const periodKeywords = 'zeitraum tage zeit datum period days time date range';
export const settingsKeywords = (keywords: string) => `einstellungen settings preferences ${keywords}`;
export const homeKeywords = 'startseite home start sites';
export const yourAccount = 'Eigenes Konto';
export const yourAccountKeywords =
  'profil passwort e-mail sitzungen benachrichtigungen zeitzone sprache account profile password email sessions notifications time zone';
export const mailReportKeywords =
  'wöchentlich monatlich zusammenfassung weekly monthly summary email reports';
export const apiKeyKeywords = 'token schlüssel api keys';
export const webhookKeywords = 'zustellungen benachrichtigungen deliveries';
export const teamKeywords = 'mitglieder einladen benutzer members invite users';
export const serverKeywords =
  'betreiber verwaltung version speicher aufgaben e-mail operator admin storage jobs email';
export const paletteLabel = 'Websites, Seiten und Aktionen suchen';
export const found = 'Ergebnisse';
export const paletteEmpty =
  'Keine Ergebnisse. Nach einer Website, Seite, Quelle, einem Land oder Zeitraum suchen, etwa „letzter Monat“.';
export const utc = ' UTC';
export const period = (view: string, part: string) => `Zeitraum: ${view}${part}`;
export const utcTitle = 'UTC';
export const chooseRange = 'Benutzerdefiniert …';
export const daysOf = (zone: string) => `Tage in ${zone}`;
export const daysOfUtc = 'Tage in UTC';
export const todayPrefix = 'Heute, ';
export const daysMissing = 'Beide Daten im Format JJJJ-MM-TT eingeben.';
export const lastBeforeFirst = 'Das Enddatum liegt vor dem Startdatum.';
export const tooManyDays = (maxRangeDays: number) => `Höchstens ${maxRangeDays} Tage wählen.`;
export const firstDay = 'Startdatum';
export const lastDay = 'Enddatum';
export const dayRange = (from: string, countDays: number) => `${from} · ${shared.dayCount(countDays)}`;
export const applyRange = 'Anwenden';
export const skipToContent = 'Zum Inhalt springen';
export const docs = 'Doku';
export const api = 'API';
export const singleKeys = 'Tastenkürzel aus einzelnen Tasten';
export const singleKeysHint = (keys: ReactNode) => (
  <>
    Bei Spracheingabe oder versehentlichen Tastendrücken ausschalten. {keys} funktioniert weiterhin und findet
    diese Liste. Gilt nur für diesen Browser.
  </>
);
export const anywhere = 'Überall';
export const choosePeriod = 'Zeitraum wählen';
export const chooseComparison = 'Vergleich wählen';
export const onASite = 'Auf einer Website-Seite';
export const overview = 'Übersicht';
export const siteSettings = 'Website-Einstellungen';
export const siteNavigation = 'Seiten der Website';
export const yesterday = 'Gestern';
export const last7Days = 'Letzte 7 Tage';
export const customRange = 'Benutzerdefiniert';
export const previousMonth = 'Vorheriger Monat';
export const nextMonth = 'Nächster Monat';
export const selectedSuffix = ', ausgewählt';
export const nextPeriod = 'Nächster Zeitraum';
export const stepTo = (name: string, period: string) => `${name}: ${period}`;
export const has = 'enthält';
export const is = 'ist';
export const searching = 'Wird gesucht …';
export const siteIsDown = (since: ReactNode) => (
  <>
    <b>Diese Website ist offline</b>, seit {since}.
  </>
);
export const viewMonitoring = 'Zum Monitoring';
