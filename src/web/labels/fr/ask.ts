/**
 * Words that a question in the search is made of, beside those of dimensions and the names of countries, months and weekdays.
 * All of them in lower case and without accents, as typed words are compared.
 */
import type { Metric, PeriodName } from '../../view.ts';
import * as shared from './shared.tsx';

/** Words between others, which change nothing. */
export const fillers = [
  ...['de', 'du', 'des', 'en', 'au', 'aux', 'dans', 'sur', 'sous', 'par', 'avec', 'via', 'pour', 'pendant'],
  ...[
    'le',
    'la',
    'les',
    'un',
    'une',
    'et',
    'a',
    'depuis',
    'ce',
    'cette',
    'ces',
    'mes',
    'mon',
    'nos',
    'notre',
  ],
  ...['combien', 'quel', 'quelle', 'quels', 'quelles', 'montre', 'montrer', 'afficher', 'voir', 'moi', 'y'],
  ...['est', 'etait', 'sont', 'ont', 'avons', 'ai', 'eu', 'gens', 'utilisateurs', 'trafic', 'statistiques'],
  ...['venus', 'venu', 'venant', 'qui', 'que'],
] as const;

/** Short words before an apostrophe, which are dropped with it: `d’allemagne`, `jusqu’au`. */
export const elisions: readonly string[] = ['d', 'l', 'qu', 'n', 's', 'jusqu'];

/** Before a value that is excluded. */
export const exclusions = ['sans', 'pas', 'pas de', 'sauf', 'hors', 'excepte', 'mais pas', 'not'] as const;

/** Figures that a question may be about. The first of each is its name in the answer. */
export const figures = {
  visitors: [shared.visitors, 'visiteur', 'visiteurs uniques', 'uniques', 'visitors'],
  visits: [shared.visits, 'visite', 'sessions', 'session', 'visits'],
  hits: [shared.pageviews, 'page vue', 'vues', 'vue', 'hits', 'pageviews'],
  bounce_rate: [shared.bounceRate, 'rebond', 'rebonds', 'bounce rate'],
  average_duration_seconds: ['Durée de visite', 'duree', 'temps passe', 'duree moyenne', 'visit duration'],
  views_per_visit: ['Pages par visite', 'vues par visite', 'pages per visit'],
  events: [shared.events],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type FigureName = keyof typeof figures;

/** The metric of the chart that shows a figure. */
export const chartMetrics: Readonly<Partial<Record<FigureName, Metric>>> = {
  visits: 'visits',
  hits: 'hits',
  bounce_rate: 'bounce_rate',
  average_duration_seconds: 'average_duration_seconds',
  views_per_visit: 'views_per_visit',
  events: 'events',
};

/** Named periods, beside the labels of the period menu. What is typed so far is completed in this order. */
export const periods: Readonly<Partial<Record<PeriodName, readonly string[]>>> = {
  today: ['ce jour', 'today'],
  yesterday: ['la veille', 'yesterday'],
  last_month: ['mois dernier', 'mois precedent', 'le mois precedent', 'mois passe', 'last month'],
  month: ['ce mois', 'mois en cours', 'le mois en cours', 'this month'],
  year: ['annee en cours', 'depuis le debut de annee', 'cet an', 'this year'],
  '12m': ['12 mois', 'douze derniers mois', '12m'],
  all: ['toujours', 'au total', 'total', 'de tout temps', 'tout le temps', 'all time'],
};

export const periodWords = {
  /** Before a day, as in “depuis le 12”. */
  articles: ['le', 'la', 'les'],
  /** Before a number of days, weeks, months or years, and before a weekday. */
  last: ['dernier', 'derniers', 'derniere', 'dernieres'],
  /** Behind a number, a month or a weekday: `7 derniers jours`, `lundi dernier`. */
  lastAfter: ['dernier', 'derniers', 'derniere', 'dernieres', 'precedents', 'passe', 'passes'],
  thisWeek: ['cette semaine', 'la semaine en cours', 'semaine en cours'],
  lastWeek: ['la semaine derniere', 'semaine derniere', 'la semaine precedente', 'semaine precedente'],
  lastYear: ['annee derniere', 'an dernier', 'annee precedente'],
  days: ['jours', 'jour', 'j'],
  weeks: ['semaines', 'semaine', 'sem'],
  months: ['mois', 'm'],
  years: ['ans', 'an', 'annees', 'annee'],
  /** Between two days. */
  until: ['au', 'a', 'et', '-', '–', '—', '..', '…'],
  /** Before the first of two days. */
  between: ['du', 'de', 'entre'],
  since: ['depuis'],
} as const;

export const placeholder = 'Rechercher : allemagne hier';
export const answers = 'Réponses';
export const excluded = (value: string) => `sans ${value}`;
/** Of a figure that is not known yet, for screen readers. */
export const counting = 'Calcul…';
export const noFigure = '–';
