/** Entries of the palette that answer a question with a figure, and open the page that shows it. */

import { useQueries } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { toDay } from '../../lib/time.ts';
import { call } from '../api.ts';
import { parseSiteId, type Query } from '../api-url.ts';
import { displayLabel, formatDecimal, formatDuration, formatFigure, formatShare } from '../format.ts';
import * as words from '../labels/ask.ts';
import { sitePageKeywords } from '../labels/palette.ts';
import { formatPeriod } from '../period-labels.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import {
  DEFAULT_VIEW,
  type Filter,
  filterQuery,
  formatView,
  parseView,
  periodQuery,
  resolveZone,
  type View,
  visitQuery,
  type Zones,
} from '../view.ts';
import { ASKED_SITES, type AskedSite, findNamedSite, type Reading, readQuestion } from './ask.ts';
import { filterLabel, formatFilterValue } from './filter-labels.ts';
import type { Entry } from './palette-entry.ts';
import { normalize } from './palette-match.ts';
import { useApi } from './query-client.ts';
import { SHORTCUT_GROUPS } from './shortcut-table.ts';
import { useVocabulary } from './use-vocabulary.ts';
import { useUserSettings, useZones } from './user.ts';

type Figures = Readonly<Record<string, number | null>>;

/** Pages of a site by the end of their path, with the words that they are found by. */
const PAGES: ReadonlyMap<string, string> = new Map(
  SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts).flatMap(({ action, label }) =>
    action.kind === 'site' && action.end !== '/settings' ? [[action.end, label] as const] : [],
  ),
);
const PAGE_WORDS = Object.fromEntries(
  [...PAGES].map(([end, label]) => [
    end,
    // The overview is what opens anyway: its words are those of figures.
    [label, ...(end === '' ? [] : (sitePageKeywords[end] ?? '').split(' '))],
  ]),
);

const FORMATS: Readonly<Record<words.FigureName, (value: number) => string>> = {
  visitors: formatFigure,
  visits: formatFigure,
  hits: formatFigure,
  events: formatFigure,
  bounce_rate: value => formatShare(value / 100),
  average_duration_seconds: formatDuration,
  views_per_visit: formatDecimal,
};
const QUICK_FIGURES: ReadonlySet<words.FigureName> = new Set(['visitors', 'hits', 'events']);

interface Question {
  readonly siteId: number;
  readonly site: AskedSite | undefined;
  readonly page: string;
  readonly figure: words.FigureName;
  readonly view: View;
}

const figureQuery = ({ siteId, figure, view }: Question, zones: Zones) => {
  const path = `/sites/${siteId}/overview`;
  const query: Query = {
    ...periodQuery(view, zones),
    ...filterQuery(view),
    ...visitQuery('overview'),
    ...(QUICK_FIGURES.has(figure) ? {} : { include_engagement: true }),
  };
  return {
    queryKey: [path, query],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call<{ readonly figures: Figures }>('GET', path, { query, signal }),
  };
};

/** Returns the answers to a text, and whether others may be on their way. */
export function useAnswers(text: string): {
  readonly answers: readonly Entry[];
  readonly isPending: boolean;
  /** Whether every word is meant as it is typed. */
  readonly isExact: boolean;
} {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const zones = useZones();
  const weekStart = useUserSettings().data?.settings.week_start ?? 'monday';
  const { data } = useApi<{ readonly sites: readonly AskedSite[] }>('/sites', ASKED_SITES);
  const sites = data?.sites ?? NO_SITES;
  const hereId = Number(parseSiteId(path) ?? 0) || null;
  const named = useMemo(() => findNamedSite(text, sites)?.id, [text, sites]);
  const onlyId = sites.length === 1 ? (sites[0]?.id ?? null) : null;
  const defaultId = hereId ?? onlyId;
  const view = useMemo(() => (hereId === null ? DEFAULT_VIEW : parseView(search)), [hereId, search]);
  const today = toDay(new Date(), resolveZone(view, zones).timeZone);
  const calendar = useMemo(() => ({ today, weekStart }), [today, weekStart]);
  const { index, isPending } = useVocabulary({
    siteId: named ?? defaultId,
    text,
    sites,
    pages: PAGE_WORDS,
    calendar,
  });
  const readings = useMemo(() => readQuestion(text, index, calendar), [text, index, calendar]);
  const questions = readings.flatMap(reading => toQuestion(reading, { defaultId, hereId, view, sites }));
  const findZone = ({ siteId }: Question) => sites.find(site => site.id === siteId)?.zone ?? zones.site;
  // What is asked of the API waits until typing rests; a question that is typed over is cancelled.
  const isRested = useDebounced(text) === text;
  const results = useQueries({
    queries: questions.map(question => ({
      ...figureQuery(question, { ...zones, site: findZone(question) }),
      enabled: isRested && question.page === '',
    })),
  });
  const answers = questions.map((question, at): Entry => {
    const { figure, page, siteId } = question;
    const result = results[at];
    const value = result?.data?.figures[figure];
    return {
      id: `answer-${at}`,
      group: words.answers,
      label: describeQuestion(question),
      keywords: uniqueFilters(question.view.filters)
        .map(({ name }) => filterLabel(name))
        .join(' · '),
      Icon: ChartLine,
      ...(page === '' && {
        figure:
          typeof value === 'number'
            ? FORMATS[figure](value)
            : result?.isError || value === null
              ? words.noFigure
              : null,
      }),
      run: () => navigate(`/sites/${siteId}${page}${formatView(question.view)}`),
    };
  });
  return { answers, isPending, isExact: (readings[0]?.cost ?? 1) < 1 };
}

const NO_SITES: readonly AskedSite[] = [];

/** Completes a reading by what it does not say: the site, and the period and filters of the current page. */
function toQuestion(
  { siteId, page, figure, period, filters }: Reading,
  here: {
    readonly defaultId: number | null;
    readonly hereId: number | null;
    readonly view: View;
    readonly sites: readonly AskedSite[];
  },
): Question[] {
  const id = siteId ?? here.defaultId;
  if (id === null) return [];
  const kept = id === here.hereId ? here.view.filters : [];
  const metric = figure === null ? null : (words.chartMetrics[figure] ?? null);
  return [
    {
      siteId: id,
      site: id === here.hereId ? undefined : here.sites.find(site => site.id === id),
      page: page ?? '',
      figure: figure ?? 'visitors',
      view: {
        ...here.view,
        ...period,
        filters: filters.length > 0 ? filters : kept,
        interval: null,
        value: null,
        metric,
      },
    },
  ];
}

function describeQuestion({ site, page, figure, view }: Question): string {
  return [
    ...(site ? [displayLabel(site.label)] : []),
    page === '' ? words.figures[figure][0] : (PAGES.get(page) ?? ''),
    ...uniqueFilters(view.filters).map(({ name, value, isExcluded }) => {
      const text = formatFilterValue(name, value);
      return isExcluded ? words.excluded(text) : text;
    }),
    formatPeriod(view),
  ].join(' · ');
}

/** Returns the filters without those that differ from an earlier one in case alone. */
const uniqueFilters = (filters: readonly Filter[]): Filter[] =>
  [...Map.groupBy(filters, ({ name, value }) => `${name} ${normalize(value)}`).values()].flatMap(same =>
    same.slice(0, 1),
  );
