/** Texts of the monitoring page. */
import type { ReactNode } from 'react';
import type { FailureCode } from '../../pages/monitoring/uptime-answer.ts';
import { ServerLink } from '../../ui/server-link.tsx';
import type * as en from '../monitoring.tsx';
import { pluralize } from './language.ts';

export const contentOff = 'Die Inhaltsprüfung ist ausgeschaltet';
export const switchOffContent = 'Inhaltsprüfung ausschalten';
export const firstCrawlRunning = 'Erster Crawl läuft';
export const crawlRunning = 'Crawl läuft';
export const addressCount = (count: number) => pluralize(count, 'URL', 'URLs');
export const crawlProgress = (part: string, addresses: string, queued: string) =>
  `${part}: ${addresses} geprüft, ${queued} in der Warteschlange`;
export const crawl = 'Crawl';
export const lastCrawl = (lastCheckAt: ReactNode) => <>Gecrawlt {lastCheckAt}</>;
export const firstCrawlSoon = 'Der erste Crawl beginnt gleich';
export const nextCrawl = (nextCheckAt: ReactNode) => <>, nächster Crawl {nextCheckAt}</>;
export const crawlFailed = (lastError: ReactNode) => <>Der letzte Crawl ist fehlgeschlagen: {lastError}</>;
export const onlyInternalLinks =
  'Externe Links werden nicht geprüft. Das lässt sich in den Website-Einstellungen ändern.';
export const mailsOn = 'E-Mails zu neuen Problemen sind eingeschaltet';
export const mailsOff = 'E-Mails zu neuen Problemen sind ausgeschaltet';
export const sendMails = 'Neue Probleme per E-Mail melden';
export const mailsPaused = (emailsPausedUntil: ReactNode) => (
  <>Wegen zu vieler E-Mails pausiert, weiter {emailsPausedUntil}.</>
);
export const off = 'Aus';
export const moreOnMonitoring = 'Mehr über Monitoring';
export const switchOn = 'Einschalten';
export const ownerCanSwitchOn = 'Der Inhaber des Kontos kann das einschalten.';
export const switchOff = 'Ausschalten';
export const downtimes = 'Ausfälle';
export const noDowntimes =
  'Bisher keine Ausfälle. Eine fehlgeschlagene Prüfung wird wiederholt, bevor die Website als offline gilt.';
export const ongoing = 'dauert an';
export const partlyMonitoredHint = 'Die Überwachung war länger als fünf Minuten unterbrochen';
export const partlyMonitored = 'teilweise überwacht';
export const missingHits = (missing: number, range: string) =>
  `Etwa ${pluralize(missing, 'Seitenaufruf', 'Seitenaufrufe')} entgangen (${range})`;
export const missingConversions = (goal: string, missing: number) =>
  `${goal}: etwa ${pluralize(missing, 'Conversion', 'Conversions')} entgangen`;
export const countRange = (low: string, high: string) => `${low} bis ${high}`;
export const missingHint = 'Verglichen mit denselben Stunden der Vorwochen';
export const downtimesPager = 'Ausfälle: Seitennavigation';
export const certificate = 'SSL-Zertifikat';
export const certificateInvalid =
  'Für diese Domain ungültig oder nicht von einer vertrauenswürdigen Stelle ausgestellt';
export const notSeenYet = 'Ausstehend';
export const noCertificate = 'Keines: Die Website verwendet unverschlüsseltes HTTP';
export const domain = 'Domain';
export const domainUnknown = 'Ablaufdatum nicht bekannt';
export const noAnswer = 'Keine Antwort';
export const checked = (checkedAt: ReactNode) => <>geprüft {checkedAt}</>;
export const checking = 'Wird geprüft …';
export const checkAgain = 'Erneut prüfen';
export const stopIgnoringUrl = (url: string) => `Nicht mehr ignorieren: ${url}`;
export const ignoreUrl = (url: string) => `Ignorieren: ${url}`;
export const stopIgnoring = 'Nicht mehr ignorieren';
export const ignore = 'Ignorieren';
export const foundOn = 'Auf';
export const andMore = (left: string) => `und ${left} weitere`;
export const noIssues = 'Keine Probleme gefunden';
export const noIssuesHint = 'Alle Links funktionieren, und nichts wird unverschlüsselt über HTTP geladen.';
export const brokenLinks = 'Defekte Links';
export const mixedContent = 'Mixed Content';
export const loadedOverHttp = 'von einer HTTPS-Seite über HTTP geladen';
export const ignored = (ignoredCount: string) => `Ignoriert (${ignoredCount})`;
export const showMoreOf = (count: string) => `Mehr von ${count} anzeigen`;
export const uptimeSwitchedOn = 'Die Verfügbarkeitsprüfung ist eingeschaltet';
export const uptimeTitle = 'Früher Bescheid wissen als die Besucher';
export const uptimeHint =
  'Footfall prüft Ihre Website alle paar Minuten und meldet per E-Mail, wenn sie ausfällt, wenn sie wieder erreichbar ist und bevor Zertifikat oder Domain ablaufen.';
export const contentSwitchedOn = 'Die Inhaltsprüfung ist eingeschaltet. Der erste Crawl beginnt.';
export const contentTitle = 'Defekte Links vor den Lesern finden';
export const contentHint =
  'Footfall crawlt Ihre Website einmal am Tag, prüft jeden Link und listet defekte Links und Mixed Content mit den Seiten auf, auf denen sie stehen.';
export const noPlanTitle = 'Monitoring gibt es nur mit einem Tarif';
export const noPlanHint = (
  <>
    Footfall prüft, ob Ihre Website erreichbar ist und ihre Links funktionieren. Bitten Sie den Betreiber des
    Servers um einen Tarif für das Konto.{' '}
    <ServerLink href="/docs/monitoring">Mehr über Monitoring</ServerLink>
  </>
);
export const uptimeSwitchedOff = 'Die Verfügbarkeitsprüfung ist ausgeschaltet. Ihr Verlauf bleibt erhalten.';
export const switchOffUptime = 'Verfügbarkeitsprüfung ausschalten';
export const since = (time: ReactNode) => <>seit {time}</>;
export const statusSentence = (description: ReactNode, nextCheck: string | null) => (
  <>
    {description}.{nextCheck === null ? '' : ` Nächste Prüfung ${nextCheck}.`}
  </>
);
export const lastDay = 'Letzte 24 Stunden';
export const uptimeLast30Days = 'Verfügbarkeit, letzte 30 Tage';
export const uptimeSince = (time: string) => `Verfügbarkeit seit ${time}`;
export const notCheckedYet = 'Ausstehend';
export const issueIgnored = 'Problem ignoriert';
export const issueIsOpenAgain = 'Problem wieder offen';
export const issueStillThere = 'Geprüft: immer noch defekt';
export const issueFixed = 'Geprüft: behoben';
export const checkedAddresses = 'Geprüft';
export const fine = 'OK';
export const nextCheckNow = 'jetzt';
export const alerts = 'Benachrichtigungen';
export const noMailAlerts =
  'Auf diesem Server ist kein E-Mail-Versand eingerichtet, daher erhalten Sie bei Problemen keine E-Mails.';
export const mailTo = (email: ReactNode) => <>E-Mail an {email}</>;
export const mailToOwner = 'E-Mail an den Inhaber des Kontos';
export const mailedWhen =
  'Wenn die Website ausfällt oder wieder erreichbar ist und bevor Zertifikat oder Domain ablaufen.';
export const chooseMails = 'E-Mails auswählen';
export const addWebhook = 'Webhook hinzufügen';
export const moreChannels = (link: ReactNode) => (
  <>Benachrichtigungen gehen auch an Slack, Discord oder einen eigenen Server. {link}</>
);
export const parts = {
  checks: 'Verfügbarkeit und Inhalte',
  monitors: 'Monitore',
  alerts: 'Alarme',
  statusPage: 'Statusseite',
} as const;
export const webhookChannel = (platform: string, events: string) => `${platform}: ${events}`;
const FAILURES: Readonly<Record<Exclude<FailureCode, 'status'>, string>> = {
  keyword: 'Erwarteter Text fehlt, oder unerwünschter Text ist vorhanden',
  record: 'Anderer DNS-Eintrag als erwartet',
  heartbeat: 'Kein Heartbeat eingetroffen',
  dns: 'Keine Adresse zu diesem Domainnamen gefunden',
  connect: 'Keine Verbindung möglich',
  timeout: 'Keine rechtzeitige Antwort',
  certificate_expired: 'SSL-Zertifikat abgelaufen',
  certificate_not_yet_valid: 'SSL-Zertifikat noch nicht gültig',
  certificate_wrong_name: 'SSL-Zertifikat für einen anderen Namen ausgestellt',
  certificate_self_signed: 'SSL-Zertifikat selbst signiert',
  certificate_untrusted: 'SSL-Zertifikat nicht von einer vertrauenswürdigen Stelle',
  tls: 'Keine sichere Verbindung (TLS) möglich',
  protocol: 'Antwort ungültig oder abgebrochen',
  too_large: 'Antwort zu groß',
  refused_target: 'Adresse nicht im öffentlichen Internet',
};
/** A code that is not known here keeps what the server wrote. */
export const failure = (english: string, code: string | null, statusCode: number | null) =>
  code === 'status' ? `Antwort mit Status ${statusCode}` : (FAILURES[code as 'dns'] ?? english);
export const status: typeof en.status = (
  english,
  { status, duration, ago, reason, statusCode, responseMs, failures, failuresUntilDown },
) => {
  switch (status) {
    case 'not_checked':
      return 'Wird nicht geprüft: Namen auf .example dienen nur der Dokumentation';
    case 'server_offline':
      return `Unbekannt: Dieser Server ist seit ${duration} offline. Die Prüfungen gehen weiter, sobald er wieder online ist`;
    case 'first_check_due':
      return 'Die erste Prüfung beginnt gleich';
    case 'up':
      return `Antwort mit Status ${statusCode} in ${responseMs} ms, ${ago}`;
    case 'failing':
      return `Letzte Prüfung ${ago} fehlgeschlagen: ${reason}. Nach ${failuresUntilDown} Fehlschlägen in Folge gilt die Website als offline (bisher ${failures})`;
    case 'recovering':
      return `Seit ${duration} offline, aber die letzte Prüfung ${ago} war erfolgreich. Nach einer weiteren erfolgreichen Prüfung gilt die Website als online`;
    case 'auto_paused':
      return `Seit ${duration} offline: ${reason} (letzte Prüfung ${ago}). Die Website wird nur noch einmal täglich geprüft, bis sie antwortet oder das Monitoring wieder eingeschaltet wird`;
    case 'down':
      return `Seit ${duration} offline: ${reason} (letzte Prüfung ${ago})`;
    default:
      return english;
  }
};
