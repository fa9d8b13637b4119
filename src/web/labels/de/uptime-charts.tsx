/** Texts of the charts of uptime. */
import type { ReactNode } from 'react';
import type * as en from '../uptime-charts.tsx';
import { inflect, pluralize } from './language.ts';

export const responseTimeEmpty = 'Antwortzeiten erscheinen nach den ersten Prüfungen.';
export const responseTimeRange: typeof en.responseTimeRange = ({ latest, mean, slowest, most }) =>
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
export const checksEmpty = 'Prüfungen erscheinen hier, sobald die erste gelaufen ist.';
export const checkUp = (time: string, status: number, ms: number) =>
  `${time}: online, Status ${status} in ${ms} ms`;
export const checkFailed = (time: string, status: number, ms: number) =>
  `${time}: fehlgeschlagen, Status ${status} in ${ms} ms`;
export const checkUnanswered = (time: string) => `${time}: fehlgeschlagen, keine Antwort`;
export const lastDays = (count: number) => inflect(count, 'Letzter Tag', `Letzte ${count} Tage`);
export const withMaintenance = (day: string) => `${day}, Wartung`;
export const notMonitored = (day: string) => `${day}: nicht überwacht`;
export const averageResponse = (averageResponseMs: number) =>
  `, durchschnittliche Antwortzeit ${averageResponseMs} ms`;
export const noDowntime = (day: string, answered: string) => `${day}: kein Ausfall${answered}`;
export const outageCount = (count: number) => pluralize(count, 'Ausfall', 'Ausfälle');
export const downDay: typeof en.downDay = ({ day, downtime, outages, uptime, answered }) =>
  `${day}: ${downtime} offline (${outages}), Verfügbarkeit ${uptime}${answered}`;
export const expiredAgo = (days: number) => `vor ${pluralize(days, 'Tag', 'Tagen')} abgelaufen`;
export const expiresToday = 'läuft heute ab';
export const daysLeft = (days: number) => `noch ${pluralize(days, 'Tag', 'Tage')}`;
