/** Texts around the first hit of a site: the tracking code, what was not counted, the next steps. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';

export const offTitle = 'Die Datenerfassung ist aus';
export const switchOnLink = 'In den Website-Einstellungen einschalten.';
export const offHint = (link: ReactNode) => <>Für diese Website werden keine Daten erfasst. {link}</>;
export const addTrackingCode = 'Tracking-Code einbauen';
export const waitingForVisit = (
  <>
    <b>Warten auf den ersten Besuch.</b> Diese Seite aktualisiert sich automatisch.
  </>
);
export const noDataTitle = 'Keine Daten zu sehen?';
export const goToDashboard = 'Zum Dashboard';
export const pasteTrackingCode = (host: ReactNode) => (
  <>
    Diese Zeile auf jeder Seite von {host} vor <code>&lt;/head&gt;</code> einfügen. Sie setzt keine Cookies.
  </>
);
export const localOriginHint = (origin: string) => (
  <>
    {origin} ist nur auf diesem Computer erreichbar. Um eine öffentliche Website zu erfassen, starten Sie den
    Server mit seiner öffentlichen Adresse:
  </>
);
export const siteBuildersHint = (
  <>
    WordPress, Hugo, Webflow oder ein anderer Website-Baukasten?{' '}
    <ServerLink href="/docs/site-builders">Hier steht, wo die Zeile hingehört</ServerLink>.
  </>
);
export const anyHostCounts = 'Seiten auf allen Domains werden erfasst.';
export const onlyHostCounts = (host: ReactNode) => (
  <>
    Die Seite muss auf {host} liegen, mit oder ohne www, oder auf einer Domain, die Sie in den Einstellungen
    der Website ergänzen.
  </>
);
export const onlyAddressCounts = (address: ReactNode) => (
  <>Die Seite muss unter {address} liegen. Andere Adressen werden nicht erfasst.</>
);
export const localhostHint = 'Besuche auf localhost und in lokalen Dateien werden nie erfasst.';
export const blockerHint =
  'Möglicherweise verhindert ein Werbeblocker oder Global Privacy Control, dass Ihre Besuche gezählt werden. Probieren Sie einen anderen Browser oder Ihr Smartphone aus.';
export const cspHint = (origin: string) => (
  <>
    Hat die Website eine Content-Security-Policy, erlauben Sie dort <code>{origin}</code> in script-src und
    connect-src.
  </>
);
export const anotherHost = 'andere Domain';
export const excluded = 'durch eigene Regeln ausgeschlossen';
export const bot = 'Bot';
export const privacySignal = 'Do Not Track oder Global Privacy Control';
export const spam = 'Referrer-Spam';
export const network = 'Hosting- oder VPN-Netzwerk';
export const collectionOff = 'Datenerfassung ist aus';
export const malformedReport = 'ungültige Anfrage';
export const notCounted = (views: string, text: string) => `${views} nicht gezählt: ${text}`;
export const manyValues = 'viele verschiedene Werte';
export const settings = 'In den Einstellungen ändern';
export const nextSteps = 'Der erste Besuch ist da. Wie geht es weiter?';
export const leaveOutVisits = 'Eigene Besuche ausschließen';
export const leaveOutVisitsHint = 'Eigene Besuche nicht mitzählen';
export const turnOnMonitoring = 'Monitoring einschalten';
export const turnOnMonitoringHint =
  'Erfahren Sie, wenn die Website ausfällt oder ein Link nicht mehr funktioniert';
export const getWeeklyReport = 'Wochenbericht erhalten';
export const getWeeklyReportHint = 'Eine Zusammenfassung Ihrer Website per E-Mail';
export const hideNextSteps = 'Ausblenden';
