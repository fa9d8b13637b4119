/** Texts of the charts of uptime. */
import type { ReactNode } from 'react';
import type * as en from '../uptime-charts.tsx';
import { pluralize } from './language.ts';
import * as shared from './shared.tsx';

export const responseTimeEmpty = 'Les temps de réponse apparaissent après les premières vérifications.';
export const responseTimeRange: typeof en.responseTimeRange = ({ latest, mean, slowest, most }) =>
  ` ${latest} · moyenne ${mean} ms · ${slowest} ${most} ms`;
export const inLatestHour = 'la dernière heure';
export const slowestHour = 'heure la plus lente';
export const onLatestDay = 'le dernier jour';
export const slowestDay = 'jour le plus lent';
export const responseTime = (last: string, part: ReactNode) => (
  <>
    Temps de réponse <b>{last}</b>
    {part}
  </>
);
export const responseTimeOf = (name: string, ms: number | null) =>
  ms === null ? `${name} : aucune réponse` : `${name} : réponse moyenne ${ms} ms`;
export const responseTimesByHour = 'Temps de réponse par heure';
export const responseTimesByDay = 'Temps de réponse par jour';
export const milliseconds = (ms: string) => `${ms} ms`;
export const checksOfLastDay = 'Vérifications des 24 dernières heures';
export const dayAgo = 'il y a 24 heures';
export const checksEmpty = 'Les vérifications apparaissent ici dès la première.';
export const checkUp = (time: string, status: number, ms: number) =>
  `${time} : en ligne, statut ${status} en ${ms} ms`;
export const checkFailed = (time: string, status: number, ms: number) =>
  `${time} : échec, statut ${status} en ${ms} ms`;
export const checkUnanswered = (time: string) => `${time} : échec, aucune réponse`;
export const lastDays = (count: number) => `${count} derniers jours`;
export const withMaintenance = (day: string) => `${day}, maintenance`;
export const notMonitored = (day: string) => `${day} : sans surveillance`;
export const averageResponse = (averageResponseMs: number) => `, réponse moyenne ${averageResponseMs} ms`;
export const noDowntime = (day: string, answered: string) => `${day} : aucune panne${answered}`;
export const outageCount = (count: number) => pluralize(count, 'panne', 'pannes');
export const downDay: typeof en.downDay = ({ day, downtime, outages, uptime, answered }) =>
  `${day} : en panne pendant ${downtime} (${outages}), disponibilité ${uptime}${answered}`;
export const expiredAgo = (days: number) => `expiré depuis ${shared.dayCount(days)}`;
export const expiresToday = 'expire aujourd’hui';
export const daysLeft = (days: number) => `expire dans ${shared.dayCount(days)}`;
