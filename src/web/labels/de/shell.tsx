/** Texts around the pages: navigation, period, filters, search and shortcuts. */
import type { ReactNode } from 'react';

export const newerVersion = (version: string) => `Version ${version} ist verfügbar`;
export const signOutError = (error: string) => `Abmelden fehlgeschlagen: ${error}`;
export const yourOwnSites = 'Eigene Websites';
export const addFilter = 'Filter hinzufügen';
export const filter = 'Filter';
export const connectionLost = 'Verbindung unterbrochen. Neuer Versuch …';
export const productName = 'Footfall';
export const thisMonth = 'Dieser Monat';
export const lastMonth = 'Letzter Monat';
export const yearToDate = 'Seit Jahresbeginn';
export const chooseComparedDays = 'Vergleichen mit';
export const noComparison = 'Kein Vergleich';
export const previousPeriod = 'Vorheriger Zeitraum';
export const previousYear = 'Vorjahr';
export const vs = (value: string) => `ggü. ${value}`;
export const vsPreviousPeriod = 'ggü. Vorperiode';
export const vsPreviousYear = 'ggü. Vorjahr';
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
export const removeFilter = (what: string, value: string) => `Filter entfernen: ${what} ${value}`;
export const filterIs = (name: string) => `${name}:`;
export const filterIsNot = (name: string) => `${name}: nicht`;
export const filterHas = (name: string) => `${name} enthält`;
export const filterHasNot = (name: string) => `${name} enthält nicht`;
export const hasNot = 'enthält nicht';
export const isNot = 'ist nicht';
export const and = ' und ';
export const thenWord = ' dann ';
export const thisPage = 'Seite';
export const notFound = 'Nicht gefunden';
export const notFoundHint = (what: string) =>
  `${what} nicht gefunden. Möglicherweise gelöscht oder nicht für Sie freigegeben.`;
export const pageTitle = (documentTitle: string) => `${documentTitle} – Footfall`;
export const keyboardShortcuts = 'Tastenkürzel';
export const whatIsShown = 'Ansicht';
export const paletteLabel = 'Websites, Seiten und Aktionen suchen';
export const period = (view: string, part: string) => `Zeitraum: ${view}${part}`;
export const utcTitle = 'UTC';
export const chooseRange = 'Benutzerdefiniert …';
export const siteZone = (zone: string) => `Zeitzone der Website: ${zone}`;
export const yourZone = (zone: string) => `Ihre Zeitzone: ${zone}`;
export const skipToContent = 'Zum Inhalt springen';
export const docs = 'Doku';
export const api = 'API';
export const anywhere = 'Überall';
export const choosePeriod = 'Zeitraum wählen';
export const chooseComparison = 'Vergleich wählen';
export const onASite = 'Auf den Seiten einer Website';
export const overview = 'Übersicht';
export const siteSettings = 'Website-Einstellungen';
export const siteNavigation = 'Seiten der Website';
export const yesterday = 'Gestern';
export const last7Days = 'Letzte 7 Tage';
export const customRange = 'Benutzerdefiniert';
export const previousMonth = 'Vorheriger Monat';
export const nextMonth = 'Nächster Monat';
export const nextPeriod = 'Nächster Zeitraum';
export const stepTo = (name: string, period: string) => `${name}: ${period}`;
export const has = 'enthält';
export const is = 'ist';
export const siteIsDown = (since: ReactNode) => (
  <>
    <b>Diese Website ist offline</b> (seit {since}).
  </>
);
export const viewMonitoring = 'Zum Monitoring';
