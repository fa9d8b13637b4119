/**
 * Words that a question in the search is made of, beside those of dimensions and the names of countries, months and weekdays.
 * All of them in lower case and without accents, as typed words are compared. Those of English are understood, too.
 */
import type { Metric, PeriodName } from '../../view.ts';
import * as shared from './shared.tsx';

/** Words between others, which change nothing. */
export const fillers = [
  ...['aus', 'von', 'vom', 'in', 'im', 'auf', 'am', 'an', 'bei', 'beim', 'durch', 'mit', 'mittels', 'uber'],
  ...['ueber', 'via', 'fur', 'fuer', 'wahrend', 'waehrend', 'der', 'die', 'das', 'den', 'dem', 'des', 'ein'],
  ...['eine', 'einem', 'einer', 'und', 'zu', 'zum', 'zur', 'wie', 'viele', 'viel', 'zeige', 'zeig', 'mir'],
  ...['was', 'war', 'waren', 'ist', 'sind', 'gab', 'gibt', 'es', 'hatte', 'hatten', 'habe', 'haben', 'ich'],
  ...['wir', 'mein', 'meine', 'meiner', 'unsere', 'unserer', 'leute', 'nutzer', 'benutzer', 'traffic'],
  ...[
    'statistik',
    'kamen',
    'kommen',
    'wer',
    'from',
    'on',
    'at',
    'of',
    'by',
    'with',
    'for',
    'the',
    'and',
    'to',
  ],
] as const;

/** Short words before an apostrophe, which are dropped with it. */
export const elisions: readonly string[] = [];

/** Before a value that is excluded. */
export const exclusions = ['nicht', 'ohne', 'ausser', 'außer', 'aber nicht', 'kein', 'keine', 'not'] as const;

/** Figures that a question may be about. The first of each is its name in the answer. */
export const figures = {
  visitors: [shared.visitors, 'besuchern', 'eindeutige besucher', 'visitors'],
  visits: [shared.visits, 'besuch', 'besuchen', 'sitzungen', 'sitzung', 'sessions', 'visits'],
  hits: [
    shared.pageviews,
    'seitenaufruf',
    'seitenaufrufen',
    'aufrufe',
    'seitenansichten',
    'hits',
    'pageviews',
  ],
  bounce_rate: [shared.bounceRate, 'absprunge', 'abspruenge', 'bounce rate'],
  average_duration_seconds: [
    'Besuchsdauer',
    'dauer',
    'verweildauer',
    'durchschnittliche dauer',
    'visit duration',
  ],
  views_per_visit: ['Seiten pro Besuch', 'seiten je besuch', 'aufrufe pro besuch', 'pages per visit'],
  events: [shared.events, 'ereignissen', 'events'],
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
  today: ['heute bisher', 'today'],
  yesterday: ['gestrigen tag', 'yesterday'],
  last_month: [
    'letzten monat',
    'im letzten monat',
    'vergangenen monat',
    'voriger monat',
    'vorigen monat',
    'vormonat',
    'last month',
  ],
  month: ['diesen monat', 'in diesem monat', 'laufender monat', 'aktueller monat', 'this month'],
  year: ['dieses jahr', 'in diesem jahr', 'laufendes jahr', 'aktuelles jahr', 'this year'],
  '12m': ['12 monate', 'letzten 12 monate', 'in den letzten 12 monaten', '12m'],
  all: ['insgesamt', 'jemals', 'gesamt', 'seit beginn', 'von anfang an', 'all time'],
};

export const periodWords = {
  /** Before a day, as in “seit dem 12.”. */
  articles: ['der', 'dem', 'den', 'zum'],
  /** Before a number of days, weeks, months or years, and before a weekday. */
  last: ['letzte', 'letzten', 'letzter', 'letztes', 'vergangene', 'vergangenen', 'vergangener', 'last'],
  /** Behind a number, a month or a weekday, as French has it. */
  lastAfter: [],
  thisWeek: ['diese woche', 'dieser woche', 'in dieser woche', 'laufende woche', 'aktuelle woche'],
  lastWeek: ['letzte woche', 'letzter woche', 'in der letzten woche', 'vergangene woche', 'vorwoche'],
  lastYear: ['letztes jahr', 'letzten jahr', 'im letzten jahr', 'vergangenes jahr', 'vorjahr'],
  days: ['tage', 'tagen', 'tag', 't', 'd'],
  weeks: ['wochen', 'woche', 'w'],
  months: ['monate', 'monaten', 'monat', 'm'],
  years: ['jahre', 'jahren', 'jahr', 'j'],
  /** Between two days. */
  until: ['bis', 'und', '-', '–', '—', '..', '…'],
  /** Before the first of two days. */
  between: ['von', 'vom', 'zwischen'],
  since: ['seit', 'ab'],
} as const;

export const placeholder = 'Suchen oder fragen: usa gestern';
export const answers = 'Antworten';
export const excluded = (value: string) => `nicht ${value}`;
/** Of a figure that is not known yet, for screen readers. */
export const counting = 'Wird gezählt …';
export const noFigure = '–';
