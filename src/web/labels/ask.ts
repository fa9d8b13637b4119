/**
 * Words that a question in the search is made of, beside those of dimensions and the names of countries, months and weekdays.
 * All of them in lower case and without accents, as typed words are compared. A translation adds its own.
 */
import type { Metric, PeriodName } from '../view.ts';
import * as shared from './shared.tsx';

/** Words between others, which change nothing. */
export const fillers = [
  ...['from', 'in', 'on', 'at', 'of', 'by', 'with', 'using', 'via', 'for', 'during', 'the', 'a', 'and', 'to'],
  ...['how', 'many', 'much', 'show', 'me', 'what', 'was', 'were', 'is', 'did', 'i', 'we', 'get', 'my', 'our'],
  ...['people', 'users', 'traffic', 'stats', 'came', 'coming', 'who'],
] as const;

/** Short words before an apostrophe, which are dropped with it. */
export const elisions: readonly string[] = [];

/** Before a value that is excluded. */
export const exclusions = ['not', 'without', 'except', 'excluding', 'but not', 'no'] as const;

/** Figures that a question may be about. The first of each is its name in the answer. */
export const figures = {
  visitors: [shared.visitors, 'visitor', 'unique visitors', 'uniques'],
  visits: [shared.visits, 'visit', 'sessions', 'session'],
  hits: [shared.pageviews, 'pageview', 'page views', 'page view', 'views', 'hits'],
  bounce_rate: [shared.bounceRate, 'bounce', 'bounces', 'bounced'],
  average_duration_seconds: ['Visit duration', 'duration', 'time on site', 'average duration'],
  views_per_visit: ['Views per visit', 'pages per visit'],
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
  today: ['so far today'],
  yesterday: ['yday'],
  last_month: ['previous month', 'month before'],
  month: ['month to date', 'mtd', 'current month'],
  year: ['this year', 'ytd', 'current year'],
  '12m': ['past year', '12 months', '12m'],
  all: ['ever', 'of all time', 'since the beginning', 'total'],
};

export const periodWords = {
  /** Before a day, as in “since the 12th”. */
  articles: ['the'],
  /** Before a number of days, weeks, months or years, and before a weekday. */
  last: ['last', 'past', 'previous'],
  /** Behind a number, a month or a weekday, as French has it. */
  lastAfter: [],
  thisWeek: ['this week', 'week to date', 'current week'],
  lastWeek: ['last week', 'previous week', 'week before'],
  lastYear: ['last year', 'previous year', 'year before'],
  days: ['days', 'day', 'd'],
  weeks: ['weeks', 'week', 'w'],
  months: ['months', 'month', 'm'],
  years: ['years', 'year', 'y'],
  /** Between two days. */
  until: ['to', 'until', 'till', 'through', 'and', '-', '–', '—', '..', '…'],
  /** Before the first of two days. */
  between: ['from', 'between'],
  since: ['since'],
} as const;

export const placeholder = 'Search, or ask: germany last month';
export const answers = 'Answers';
export const excluded = (value: string) => `not ${value}`;
/** Of a figure that is not known yet, for screen readers. */
export const counting = 'Counting…';
export const noFigure = '–';
