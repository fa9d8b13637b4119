/** Texts of the charts. */
import type { ReactNode } from 'react';
import { inflect, pluralize } from './language.ts';

export const annotation = 'Anmerkung';
export const downtime = 'Ausfall';
export const insight = 'Insight';
export const marks = (count: number) => `${pluralize(count, 'Markierung', 'Markierungen')}: `;
export const andMore = (count: number) => `und ${count} weitere`;
export const overTime = (name: string) => `${name} im Zeitverlauf`;
export const noDataYet = 'noch keine Daten';
export const beforeValue = (value: string) => `, vorher ${value}`;
export const before = 'Vorher';
export const noDataYetTitle = 'Noch keine Daten';
export const mapLabel = (counted: string) => `Karte: ${counted} nach Land`;
export const tooSmallForTheMap = 'Zu klein für die Karte';
export const moreInList = (left: number) => `und ${left} weitere in der Liste`;
export const byDay = (name: string) => `${name} nach Tag`;
export const day = 'Tag';
export const heatMapLabel = 'Seitenaufrufe nach Wochentag und Stunde';
export const hour = 'Stunde';
export const onAverage = (average: string) => `, im Schnitt ${average}`;
export const eventCount = (count: number) => pluralize(count, 'Ereignis', 'Ereignisse');
export const kudoCount = (count: number) => pluralize(count, 'Kudo', 'Kudos');
export const agentVisitCount = (count: number) => pluralize(count, 'KI-Crawler-Besuch', 'KI-Crawler-Besuche');
export const responseTimeEmpty = 'Antwortzeiten erscheinen nach den ersten Prüfungen.';
export const responseTimeRange = ({
  latest,
  mean,
  slowest,
  most,
}: Readonly<Record<'latest' | 'mean' | 'slowest' | 'most', string>>) =>
  ` ${latest} · Durchschnitt ${mean} ms · ${slowest} ${most} ms`;
export const inLatestHour = 'in der letzten Stunde';
export const slowestHour = 'langsamste Stunde';
export const onLatestDay = 'am letzten Tag';
export const slowestDay = 'langsamster Tag';
export const responseTime = (last: string, part: ReactNode) => (
  <>
    Antwortzeit <b>{last}</b>
    {part}
  </>
);
export const responseTimeOf = (name: string, ms: number | null) =>
  ms === null ? `${name}: keine Antwort` : `${name}: durchschnittliche Antwortzeit ${ms} ms`;
export const responseTimesByHour = 'Antwortzeiten nach Stunde';
export const responseTimesByDay = 'Antwortzeiten nach Tag';
export const milliseconds = (ms: string) => `${ms} ms`;
export const checksOfLastDay = 'Prüfungen der letzten 24 Stunden';
export const dayAgo = 'Vor 24 Stunden';
export const now = 'Jetzt';
export const checksEmpty = 'Prüfungen erscheinen hier, sobald die erste gelaufen ist.';
export const checkUp = (time: string, status: number, ms: number) =>
  `${time}: online, Status ${status} in ${ms} ms`;
export const checkFailed = (time: string, status: number, ms: number) =>
  `${time}: fehlgeschlagen, Status ${status} in ${ms} ms`;
export const checkUnanswered = (time: string) => `${time}: fehlgeschlagen, keine Antwort`;
export const lastDays = (count: number) => inflect(count, 'Letzter Tag', `Letzte ${count} Tage`);
export const notMonitored = (day: string) => `${day}: nicht überwacht`;
export const averageResponse = (averageResponseMs: number) =>
  `, durchschnittliche Antwortzeit ${averageResponseMs} ms`;
export const noDowntime = (day: string, answered: string) => `${day}: kein Ausfall${answered}`;
export const outageCount = (count: number) => pluralize(count, 'Ausfall', 'Ausfälle');
export const downDay = ({
  day,
  downtime,
  outages,
  uptime,
  answered,
}: Readonly<Record<'day' | 'downtime' | 'outages' | 'uptime' | 'answered', string>>) =>
  `${day}: ${downtime} offline (${outages}), Verfügbarkeit ${uptime}${answered}`;
export const expiredAgo = (days: number) => `vor ${pluralize(days, 'Tag', 'Tagen')} abgelaufen`;
export const expiresToday = 'läuft heute ab';
export const daysLeft = (days: number) => `noch ${pluralize(days, 'Tag', 'Tage')}`;
export const weekdays = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'];
export const rank = 'Rang';
export const lastMinutes = (count: number) => `Besucher und Seitenaufrufe der letzten ${count} Minuten`;
export const minuteName = 'Minute';
export const minute = (time: string, visitors: number, views: number) =>
  `${time}: ${pluralize(visitors, 'Besucher', 'Besucher')}, ${pluralize(views, 'Seitenaufruf', 'Seitenaufrufe')}`;
export const minutesAgo = (count: number) => `Vor ${count} Minuten`;
export const liveMap = (countries: number) =>
  countries === 0
    ? 'Weltkarte: keine Besucher in den letzten 30 Minuten'
    : `Weltkarte der Besucher der letzten 30 Minuten, aus ${pluralize(countries, 'Land', 'Ländern')}`;
