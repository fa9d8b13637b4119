/** Texts of the charts. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';
import * as shared from './shared.tsx';

export const annotation = 'Annotation';
export const downtime = 'Panne';
export const insight = 'Fait marquant';
export const marks = (count: number) => `${count} repères : `;
export const andMore = (count: number) => `et ${pluralize(count, 'autre', 'autres')}`;
export const overTime = (name: string) => `${name} au fil du temps`;
export const noDataYet = 'pas encore de données';
export const beforeValue = (value: string) => `, auparavant ${value}`;
export const before = 'Auparavant';
export const noDataYetTitle = 'Pas encore de données';
export const mapLabel = (counted: string) => `Carte des ${counted} par pays`;
export const tooSmallForTheMap = 'Trop petits pour la carte';
export const moreInList = (left: number) => `et ${pluralize(left, 'autre', 'autres')} dans la liste`;
export const byDay = (name: string) => `${name} par jour`;
export const day = 'Jour';
export const heatMapLabel = 'Pages vues par jour de la semaine et heure';
export const hour = 'Heure';
export const onAverage = (average: string) => `, ${average} en moyenne`;
export const eventCount = (count: number) => pluralize(count, 'événement', 'événements');
export const kudoCount = (count: number) => pluralize(count, 'kudo', 'kudos');
export const agentVisitCount = (count: number) =>
  pluralize(count, 'visite de robot d’IA', 'visites de robots d’IA');
export const responseTimeEmpty = 'Les temps de réponse apparaissent après les premières vérifications.';
export const responseTimeRange = ({
  latest,
  mean,
  slowest,
  most,
}: Readonly<Record<'latest' | 'mean' | 'slowest' | 'most', string>>) =>
  ` ${latest} · moyenne ${mean} ms · ${slowest} ${most} ms`;
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
  ms === null ? `${name} : aucune réponse` : `${name} : réponse moyenne ${ms} ms`;
export const responseTimesByHour = 'Temps de réponse par heure';
export const responseTimesByDay = 'Temps de réponse par jour';
export const milliseconds = (ms: string) => `${ms} ms`;
export const checksOfLastDay = 'Vérifications des dernières 24 heures';
export const dayAgo = 'il y a 24 heures';
export const now = 'Maintenant';
export const checksEmpty = 'Les vérifications apparaissent ici dès la première.';
export const checkUp = (time: string, status: number, ms: number) =>
  `${time} : en ligne, code ${status} en ${ms} ms`;
export const checkFailed = (time: string, status: number, ms: number) =>
  `${time} : échec, code ${status} en ${ms} ms`;
export const checkUnanswered = (time: string) => `${time} : échec, aucune réponse`;
export const lastDays = (count: number) => `${count} derniers jours`;
export const notMonitored = (day: string) => `${day} : sans surveillance`;
export const averageResponse = (averageResponseMs: number) => `, réponse moyenne ${averageResponseMs} ms`;
export const noDowntime = (day: string, answered: string) => `${day} : aucune panne${answered}`;
export const outageCount = (count: number) => pluralize(count, 'panne', 'pannes');
export const downDay = ({
  day,
  downtime,
  outages,
  uptime,
  answered,
}: Readonly<Record<'day' | 'downtime' | 'outages' | 'uptime' | 'answered', string>>) =>
  `${day} : en panne pendant ${downtime} (${outages}), disponibilité ${uptime}${answered}`;
export const expiredAgo = (days: number) => `expiré depuis ${shared.dayCount(days)}`;
export const expiresToday = 'expire aujourd’hui';
export const daysLeft = (days: number) => `encore ${shared.dayCount(days)}`;
export const weekdays = ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi', 'Dimanche'];
export const rank = 'Rang';
export const lastMinutes = (count: number) => `Visiteurs et pages vues des ${count} dernières minutes`;
export const minuteName = 'Minute';
export const minute = (time: string, visitors: number, views: number) =>
  `${time} : ${pluralize(visitors, 'visiteur', 'visiteurs')}, ${pluralize(views, 'page vue', 'pages vues')}`;
export const minutesAgo = (count: number) => `Il y a ${count} minutes`;
export const liveMap = (countries: number) =>
  countries === 0
    ? 'Carte du monde : aucun visiteur ces 30 dernières minutes'
    : `Carte du monde des visiteurs des 30 dernières minutes, de ${pluralize(countries, 'pays', 'pays')}`;
