/** Texts of the settings of a site. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const backupTitle = 'Datensicherung';
export const backupHint = (
  <>
    Sichert alle Websites dieses Servers im laufenden Betrieb.{' '}
    <ServerLink href="/docs/backup">Mehr über Sicherungen</ServerLink>
  </>
);
export const backupCommandName = 'Sicherungsbefehl';
export const exportHint = (
  <>
    Auf dem Server lässt sich die ganze Website in einen Ordner exportieren, samt importierten Daten,
    Einstellungen und Anmerkungen. <ServerLink href="/docs/export">Mehr über Exporte</ServerLink>
  </>
);
export const exportCommandName = 'Exportbefehl';
export const download = 'Daten exportieren';
export const key = 'API-Schlüssel';
export const downloadByProgram = (link: ReactNode) => (
  <>Für den Export mit einem Programm verwenden Sie einen {link}:</>
);
export const downloadHint = 'Rohdaten des Zeitraums, bereit für einen erneuten Import. Tage in UTC.';
export const asFile = (text: string, format: string) => `${text} als ${format}`;
export const fileFormat = 'Dateiformat';
export const firstDay = 'Erster Tag';
export const lastDay = 'Letzter Tag';
export const daysBackwards = 'Der letzte Tag liegt vor dem ersten';
export const resetSite = 'Statistik zurücksetzen';
export const resetHint = (lifetimeHits: string) =>
  `Löscht ${lifetimeHits} Seitenaufrufe und alle Ereignisse, Kudos, Importe und Insights. Die Website, ihre Einstellungen und das Monitoring bleiben. Das lässt sich nicht rückgängig machen.`;
export const resetTitle = 'Statistik zurücksetzen';
export const resetQuestion = 'Statistik dieser Website zurücksetzen?';
export const siteReset = (label: string) => `Statistik von ${label} zurückgesetzt`;
export const domain = 'Domain';
export const wrongDomain = 'Die Domain stimmt nicht überein';
export const deleteSite = 'Website löschen';
export const deleteHint = (lifetimeHits: string) =>
  `Löscht ${lifetimeHits} Seitenaufrufe und alle Ereignisse, Kudos, Monitoring-Daten und Einstellungen dieser Website. Das lässt sich nicht rückgängig machen. Um nur die Erfassung zu beenden, schalten Sie „Daten erfassen“ unter „Allgemein“ aus.`;
export const deleteTitle = 'Diese Website löschen';
export const deleteQuestion = 'Diese Website löschen?';
export const siteDeleted = (label: string) => `${label} gelöscht`;
export const deleteConfirm = 'Endgültig löschen';
export const confirmationLabel = (label: ReactNode) => (
  <>
    Zur Bestätigung <b>{label}</b> eingeben
  </>
);
export const siteName = 'Name der Website';
export const wrongName = 'Der Name stimmt nicht überein';
export const notShown = 'Ausgeblendet';
export const allHits = 'Alle Seitenaufrufe';
export const uniqueHits = 'Eindeutige Aufrufe';
export const noButton = 'Kein Button';
export const emojiButton = 'Button mit Emoji oder Text';
export const customButton = 'Eigener Button';
export const countriesHint = 'Die 10 häufigsten Länder.';
export const uptimeHint = 'Verfügbarkeit der letzten 30 Tage.';
export const publicPageLink = 'Link zur öffentlichen Statistik';
export const publicPageLinkHint = 'Öffnet die Seite mit Ihrer öffentlichen Statistik.';
export const clickEvents = 'Klicks als Ereignisse erfassen';
export const clickEventsHint = 'Erfasst Klicks auf Elemente mit data-footfall-event.';
export const spa = 'Single-Page-Apps ohne Browserverlauf';
export const spaHint =
  'Ergänzt footfall.triggerUpdate(). Nicht nötig, wenn die App die History-API verwendet.';
export const beacon = 'Mit sendBeacon senden';
export const beaconHint = 'Erfasst auch Besucher, die sofort wieder gehen.';
export const showOnly = 'Nur anzeigen';
export const showOnlyHint = 'Erfasst keine Besuche. Für Vorschauen Ihrer Website.';
export const showOnThePage = 'Auf der Seite anzeigen';
export const numberOfHits = 'Seitenaufrufe';
export const kudosHint = 'Besucher applaudieren einer Seite mit einem Klick.';
export const onTheButton = 'Beschriftung des Buttons';
export const howItCounts = 'Erfassungsoptionen';
export const captureTitle = 'Automatische Ereignisse';
export const captureHint = 'Keine Änderungen an Ihren Seiten nötig. Wirkt innerhalb einer Stunde.';
export const outboundLinks = 'Ausgehende Links';
export const outboundLinksHint = 'Klicks auf Links zu anderen Websites, E-Mail-Adressen und Telefonnummern.';
export const downloads = 'Downloads';
export const downloadsHint = 'Klicks auf Links zu Dokumenten, Archiven, Programmen und Medien.';
export const formSubmissions = 'Abgeschickte Formulare';
export const formSubmissionsHint = 'Welches Formular abgeschickt wurde, nie dessen Inhalt.';
export const missingPages = '404-Seiten';
export const missingPagesHint = 'Seiten, die Besucher aufrufen und die es auf Ihrer Website nicht gibt.';
export const engagement = 'Verweildauer und Scrolltiefe';
export const revenue = 'Umsatz';
export const funnels = 'Trichter';
export const engagementHint =
  'Wie lange und wie weit Seiten gelesen werden. Besuche ab 10 Sekunden gelten nicht als Absprung.';
/** What is exported of it. */
export const engagementRows = 'Engagement';
export const captureGuideLink = 'Was genau erfasst wird';
export const accountTimeZone = (zone: string | undefined) =>
  `Zeitzone des Kontos${zone === undefined ? '' : ` (${zone})`}`;
export const siteTimeZoneHint = (now: string) =>
  `Legt fest, wann ein Tag dieser Website beginnt und endet, auch bei vergangenen Tagen: auf ihren Seiten, in der öffentlichen Statistik, in E-Mail-Berichten und Insights. Dort ist es ${now}.`;
export const rebuildingDays =
  'Vergangene Tage werden neu berechnet. Bis dahin bleiben Berichte genau, können aber länger dauern.';
export const theSite = 'Website';
export const labelHint = 'Standard ist die Domain';
export const addressHint =
  'Besuche auf dieser Domain werden erfasst, mit oder ohne www. Die Verfügbarkeitsprüfung nutzt diese Adresse.';
export const rootPath = 'Stammpfad';
export const rootPathHint = 'Für eine Website unterhalb eines Pfads ihrer Domain, etwa /blog. Meist leer.';
export const hosts = 'Weitere Domains';
export const hostsHint = 'Eine pro Zeile, etwa blog.example.org, oder *.example.org für alle Subdomains.';
export const anyHost = 'Alle Domains erfassen';
export const anyHostHint =
  'Für Websites auf mehr Domains, als sich aufzählen lassen. Jeder könnte dann von eigenen Seiten Daten an diese Website senden.';
export const takeHits = 'Daten erfassen';
export const takeHitsHint =
  'Wenn ausgeschaltet, wird nichts Neues erfasst; vorhandene Daten bleiben erhalten.';
export const paths = 'Pfade';
export const pathsHint = 'Vollständige Pfade. * dient als Platzhalter.';
export const ipAddresses = 'IP-Adressen';
export const ipAddressesHint = 'Einzelne Adressen oder Bereiche. Adressen können sich mit der Zeit ändern.';
export const ownAddress = (range: ReactNode) => <>Ihre Adresse ist {range}.</>;
export const excludeOwnAddress = 'Meine Adresse ausschließen';
export const ignoredCountriesHint = 'Codes aus zwei Buchstaben. XX steht für unbekannt.';
export const referrersHint = 'Eine Domain samt Subdomains oder der Anfang einer URL.';
export const userAgents = 'User-Agents';
export const userAgentsHint = 'Ein beliebiger Teil des User-Agents des Browsers, mindestens 3 Zeichen.';
export const networks = 'Netzwerke';
export const excludeHosting = 'Hosting-Netzwerke ausschließen';
export const excludeHostingHint =
  'Server und Rechenzentren, aus denen die meisten Bots kommen. KI-Crawler erscheinen weiterhin in ihren eigenen Berichten.';
export const excludeVpn = 'VPNs ausschließen';
export const excludeVpnHint = 'Auch Menschen, die über ein VPN surfen, werden dann nicht gezählt.';
export const path = 'Pfad';
export const ipAddress = 'IP-Adresse';
export const userAgent = 'User-Agent';
export const testerTitle = 'Regeln testen';
export const tryIt = 'Testen';
export const testerUnsavedHint = 'Nicht gespeicherte Änderungen oben werden nicht getestet.';
export const notCountedBecause = (reason: ReactNode) => <>Ausgeschlossen: {reason}</>;
export const notCounted = (label: string, value: ReactNode) => (
  <>
    Ausgeschlossen: {label}, Regel {value}
  </>
);
export const counted = 'Gezählt';
export const ignoringTitle = 'Ausschlüsse';
export const ignoreOwnLink = 'Opt-out-Link';
export const ignoringHint = (link: ReactNode) => (
  <>
    Eine Regel pro Zeile. Gilt nur für neue Besuche. Um nur sich selbst auszuschließen, öffnen Sie den {link}
    in Ihren Browsern.
  </>
);
export const ruleCount = (count: number) => pluralize(count, 'Regel', 'Regeln');
export const monitoringTitle = 'Monitoring';
export const uptimeMonitoringHint = 'Prüft Ihre Website regelmäßig und meldet Ausfälle per E-Mail.';
export const contentMonitoring = 'Defekte Links und Mixed Content';
export const contentMonitoringHint = 'Crawlt die Website einmal am Tag und prüft jeden Link.';
export const mailIssues = 'Neue Probleme per E-Mail melden';
export const onlyInternalLinks = 'Nur interne Links';
export const onlyInternalLinksHint = 'Prüft keine Links zu anderen Websites.';
export const insightsHint =
  'Tägliche Zusammenfassung der Änderungen. Wenn ausgeschaltet, fehlen auch die Anmerkungen.';
export const webmentions = 'Webmentions';
export const webmentionsHint =
  'Likes von anderen Websites zählen als Kudos. Wenn ausgeschaltet, antwortet der Webmention-Endpunkt mit 404.';
export const privacy = 'Datenschutz';
export const honourGpc = 'Global Privacy Control respektieren';
export const honourGpcHint =
  'Erfasst keine Browser, die dieses Signal senden. Vielerorts gesetzlich vorgeschrieben.';
export const honourDnt = 'Do Not Track respektieren';
export const honourDntHint = 'Erfasst keine Browser, die dieses ältere Signal senden.';
export const locationDetail = 'Ort';
export const locationDetailHint =
  'Regionen und Städte werden nur für neue Besuche gespeichert und brauchen eine Städtedatenbank auf dem Server oder ein CDN davor. Orte mit weniger als fünf Besuchern werden zusammengefasst.';
export const locationDetails = {
  country: 'Land',
  region: 'Land und Region',
  city: 'Land, Region und Stadt',
} as const;
export const showUniqueHits = 'Eindeutige Aufrufe anzeigen';
export const uniqueHitsHint =
  'Aufrufe von Besuchern, die die Seite an diesem Tag noch nicht gesehen hatten. Wenn ausgeschaltet, fehlen sie in Berichten.';
export const privacyGuideLink = 'Was über jeden Besuch gespeichert wird';
export const identifyTitle = 'Angemeldete Besucher';
export const identify = 'Besucher-IDs von Seiten annehmen';
export const identifyHint = (
  <>
    Ihre Seiten rufen <code>footfall.identify()</code> mit einer eigenen ID auf. Berichte zählen diese Person
    dann über Tage und Geräte hinweg nur einmal. Gespeichert wird nur ein Hash der ID. Dafür kann eine
    Einwilligung nötig sein.
  </>
);
export const identifyGuideLink = 'Besucher identifizieren';
export const visitorTitle = 'Einzelne Person';
export const visitorHint =
  'Um die Daten einer Person anzusehen oder zu löschen, geben Sie die Besucher-ID ein, die Ihre Seiten oder API-Aufrufe für sie senden. Bei anonymen Besuchern lassen die gespeicherten Daten keinen Rückschluss auf die Person zu.';
export const visitorId = 'Besucher-ID';
export const lookUp = 'Suchen';
export const noVisitor = 'Zu dieser ID ist nichts gespeichert';
export const noVisitorHint = 'Prüfen Sie die Schreibweise, auch Groß- und Kleinschreibung.';
export const visitorCounts = (hits: number, events: number) =>
  `${pluralize(hits, 'Seitenaufruf', 'Seitenaufrufe')} und ${pluralize(events, 'Ereignis', 'Ereignisse')}.`;
export const visitorTimes = (first: string, last: string) => `Erstmals: ${first}. Zuletzt: ${last}.`;
export const moreRows = (count: string) => `und ${count} weitere in der Datei`;
export const asJson = 'Alles als JSON';
export const deleteVisitor = 'Daten dieser Person löschen';
export const deleteVisitorQuestion = 'Daten dieser Person löschen?';
export const deleteVisitorHint = (rows: number) =>
  `Löscht ${pluralize(rows, 'Zeile', 'Zeilen')} endgültig und entfernt die Person aus allen Berichten. Denken Sie auch an eigene Sicherungen und Exporte.`;
export const visitorDeleted = (rows: number) => `${pluralize(rows, 'Zeile', 'Zeilen')} gelöscht`;
export const removeQuestion = 'Ältere Daten löschen?';
export const removeConfirm = 'Speichern und heute Nacht löschen';
export const publicAddress = 'Öffentlicher Link';
export const publicAddressName = 'Öffentlichen Link';
export const frameTitle = 'In eine Seite einbetten:';
export const frameName = 'Einbettungscode';
export const badges = 'Badges';
export const badgesHint =
  'Bilder mit einer aktuellen Zahl, für eine Website oder ein README. Ganz ohne JavaScript.';
export const badgeWord = 'Beschriftung';
export const hitsWord = 'Seitenaufrufe';
export const badgeColour = 'Farbe';
export const badgeColourError = '3 oder 6 Hexadezimalziffern verwenden, zum Beispiel 1a7f37';
export const uptimeWord = 'Verfügbarkeit';
export const badgeAlt = (what: string) => `Badge: ${what}`;
export const badgeName = (what: string) => `Badge „${what}“`;
export const hitsAndVisitors = 'Seitenaufrufe und Besucher';
export const eventsByName = 'Ereignisse nach Name';
export const publicPage = 'Öffentliche Statistik';
export const publicField = 'Statistik veröffentlichen';
export const publicHint =
  'Alle können die hier gewählten Daten sehen: auf einer öffentlichen Seite, in Badges und in Zählern.';
export const shownLegend = 'Anzeigen';
export const embeddable = 'Einbetten in andere Websites erlauben';
export const sharedProperties = 'Öffentliche Eigenschaften';
export const sharedPropertiesHint =
  'Sichtbar auf der öffentlichen Seite, in geteilten Links und in E-Mail-Berichten. Ein Name pro Zeile, höchstens 5. Werte mit weniger als 5 Besuchern bleiben verborgen. Nennen Sie keine Eigenschaften, die Personen identifizieren.';
export const forever = 'Unbegrenzt';
export const otherDays = 'Benutzerdefiniert';
export const keepHits = 'Daten aufbewahren';
export const keepHitsHint =
  'Ältere Seitenaufrufe, Ereignisse, KI-Crawler-Besuche und Seitenaufrufe in Quarantäne werden jede Nacht gelöscht.';
export const nothingOlder = (first: string) =>
  `Noch gibt es keine Daten aus der Zeit vor dem ${first}. Ältere Daten werden künftig jede Nacht gelöscht.`;
export const removedHits = (going: string, lifetimeHits: string) =>
  `: ${going} von ${lifetimeHits} Seitenaufrufen samt den Ereignissen und KI-Crawler-Besuchen dieser Zeit.`;
export const removeHint = (firstKeptDay: string, part: string) => (
  <>
    Heute Nacht werden alle Daten aus der Zeit vor dem <b>{firstKeptDay}</b> endgültig gelöscht
    {part}
  </>
);
export const general = 'Allgemein';
export const snippet = 'Tracking-Code';
export const ignoring = 'Ausschlüsse';
export const spam = 'Referrer-Spam';
export const thisPart = 'Einstellungsseite';
export const partsLabel = 'Einstellungen dieser Website';
export const snippetTitle = 'Tracking-Code';
export const snippetHint = (
  <>
    Auf jeder Seite vor <code>&lt;/head&gt;</code> einfügen. Die Optionen darunter ändern den Code.
  </>
);
export const elementsHint = 'Diese Elemente dort einfügen, wo sie erscheinen sollen:';
export const elementsName = 'Elemente';
export const makeItPublic = 'Statistik veröffentlichen';
export const countersHint = (link: ReactNode) => (
  <>Zähler funktionieren nur bei Websites mit öffentlicher Statistik. {link}</>
);
export const siteBuildersLink = 'Installationsanleitungen für WordPress, Hugo, Webflow und andere';
export const snippetGuideLink = 'Mehr über den Tracking-Code';
export const refusalsTitle = 'In den letzten 24 Stunden nicht gezählt';
export const noRefusals = 'Nichts wurde ausgeschlossen';
export const noRefusalsHint =
  'Nicht gezählte Seitenaufrufe und Ereignisse stehen hier mit dem Grund, etwa einer anderen Domain, einem Ausschluss, einem Bot oder einem Datenschutzsignal. Ein Neustart des Servers leert die Liste.';
export const besideTitle = 'Mehr';
export const ignoreOwnTitle = 'Eigene Besuche ausschließen';
export const ignoreOwnHint = (
  <>
    Öffnen Sie diesen Link einmal in jedem Ihrer Browser. Um wieder gezählt zu werden, öffnen Sie ihn mit{' '}
    <code>=false</code>.
  </>
);
export const ignoreOwnName = 'Opt-out-Link';
export const cspTitle = 'Content-Security-Policy';
export const cspHint = 'Falls die Website eine hat, erlauben Sie dort:';
export const cspName = 'Richtlinie';
export const pixelTitle = 'Ohne JavaScript';
export const pixelHint = 'In E-Mails und Feeds zählt dieses Bild einen Seitenaufruf des Pfads in seiner URL:';
export const pixelName = 'Zählpixel';
export const spamTitle = 'Quarantäne';
export const noSpam = 'Die Quarantäne ist leer';
export const noSpamHint =
  'Seitenaufrufe mit einem Spam-Referrer landen hier. Prüfen Sie sie und stellen Sie echte wieder her.';
export const all = (total: number) => (total === 2 ? 'Beide' : `Alle ${total}`);
export const spamCounted = (hits: string) => `${hits} wiederhergestellt`;
export const spamDeleted = (hits: string) => `${hits} gelöscht`;
export const countHits = (words: string) => `${words} wiederherstellen`;
export const countQuestion = 'Alle wiederherstellen?';
export const countHint =
  'Sie werden mit dem Zeitpunkt ihrer Erfassung in die Statistik aufgenommen. Das lässt sich nicht rückgängig machen.';
export const deleteHits = (words: string) => `${words} löschen`;
export const deleteSpamQuestion = 'Endgültig löschen?';
export const deleteSpamHint = 'Sie sind nicht Teil der Statistik. Das lässt sich nicht rückgängig machen.';
export const chooseSomeHint = 'Oder unten einzelne auswählen.';
export const off = 'Aus';
export const offHint = 'Nur die unten aufgeführten Domains.';
export const basic = 'Einfach';
export const basicHint = 'Bekannte Spam-Domains und ungültige Domainnamen.';
export const strict = 'Streng';
export const strictHint =
  'Zusätzlich IP-Adressen, private Domains, typische Spam-Begriffe und Headless-Browser.';
export const filter = 'Spamfilter';
export const filterHint = 'Referrer-Spamfilter';
export const spamHosts = 'Gesperrte Domains';
export const spamHostsHint = 'Eine pro Zeile, Subdomains eingeschlossen.';
export const days180 = '180 Tage';
export const year1 = '1 Jahr';
export const years2 = '2 Jahre';
export const years3 = '3 Jahre';
export const years5 = '5 Jahre';
export const it = 'Diesen';
