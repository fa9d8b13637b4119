/** Texts of the command palette, and words that its entries are found by beside their names. */

export const copyLinkKeywords = 'teilen freigeben adresse share address url';
export const themeKeywords =
  'design farben farbschema modus darstellung hell dunkel nacht theme appearance colors colours dark light mode night';
export const shortcutKeywords = 'hilfe tastatur tastenkombinationen shortcuts help keys';
export const docsKeywords = 'hilfe anleitung handbuch docs help guide documentation';
export const apiKeywords = 'hilfe schnittstelle docs help openapi reference';
export const signOutKeywords = 'ausloggen verlassen sign out log out logout signout leave exit';
export const accountKeywords = 'konto team wechseln account switch';
/** Words that a page of a site is found by, beside its name; by the end of its path. */
export const sitePageKeywords: Readonly<Record<string, string>> = {
  '': 'statistik besucher seitenaufrufe dashboard overview stats visitors pageviews top-seiten beliebteste leaderboard top pages',
  '/live': 'echtzeit aktivität jetzt realtime activity now',
  '/journeys': 'wege verläufe einstiegsseiten ausstiegsseiten journeys paths entry exit pages',
  '/events': 'konversionen conversions custom events',
  '/goals': 'konversionen konversionsrate bestellungen goals conversions rate',
  '/hours': 'uhrzeit wochentag tageszeit hours heat map heatmap busiest weekday',
  '/monitoring':
    'verfügbarkeit ausfall überwachung erreichbarkeit defekte links zertifikat uptime downtime status broken links certificate domain',
  '/log':
    'zugriffslog access log crawler bots 404 nicht gefunden feedreader abonnenten fehler not found feed readers subscribers errors',
  '/insights': 'deploys erkenntnisse anmerkungen notizen annotations findings notes',
  '/journeys/paths': 'fluss vorher nachher nächste seite schritte',
  '/journeys/funnels': 'trichter konversion schritte absprung kasse',
  '/journeys/returning': 'retention kohorten angemeldet stammkunden wiederkehren',
  '/links': 'utm builder qr code link markieren',
  '/settings':
    'tracking-code öffentliche statistik ausschlüsse datenschutz settings tracking code snippet public stats exclusions spam privacy eigene besuche ip-adresse import export ausschließen',
};
export const periodKeywords = 'zeitraum tage zeit datum period days time date range';
export const settingsKeywords = (keywords: string) => `einstellungen settings preferences ${keywords}`;
export const homeKeywords = 'startseite home start sites';
export const accountPageKeywords =
  'profil passwort e-mail sitzungen benachrichtigungen zeitzone sprache account profile password email sessions notifications time zone';
export const mailReportKeywords =
  'wöchentlich monatlich zusammenfassung weekly monthly summary email reports';
export const apiKeyKeywords = 'token schlüssel api keys';
export const channelKeywords = 'Alarme E-Mail Slack Discord Telegram ntfy Push Handy Nachrichten';
export const webhookKeywords = 'zustellungen benachrichtigungen deliveries';
export const teamKeywords = 'mitglieder einladen benutzer members invite users';
export const serverKeywords =
  'betreiber verwaltung version speicher aufgaben e-mail operator admin storage jobs email';
export const lightTheme = 'Helles Design';
export const darkTheme = 'Dunkles Design';
export const systemTheme = 'Design des Systems';
export const actions = 'Aktionen';
export const themeNotSaved = 'Design konnte nicht gespeichert werden';
export const signOutFailed = 'Abmelden fehlgeschlagen';
export const copyLink = 'Link zu dieser Ansicht kopieren';
export const linkCopied = 'Link kopiert';
export const linkNotCopied = 'Link konnte nicht kopiert werden';
export const documentation = 'Dokumentation';
export const apiReference = 'API-Referenz';
export const linkNotCopiedHint = 'Bitte aus der Adresszeile kopieren';
export const thisSite = 'Diese Website';
export const found = 'Ergebnisse';
export const paletteEmpty =
  'Keine Ergebnisse. Nach einer Website, Seite, Quelle, einem Land oder Zeitraum suchen, etwa „letzter Monat“.';
export const searching = 'Wird gesucht …';
