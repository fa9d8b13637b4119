/** Writes the text of a report from its figures. */

import { UNKNOWN_COUNTRY } from '../../core/country-code.ts';
import { capitalize, formatNumber, pluralize } from '../../lib/english.ts';
import { toOneLine } from '../../lib/text.ts';
import type { Figures } from '../overview/service.ts';
import { type ReportFigures, type SiteFigures, type TopList, type TopRow, VISITOR_LISTS } from './figures.ts';
import {
  changeDirection,
  displayName,
  formatChange,
  formatChangeSuffix,
  formatCountry,
  formatDatedDay,
  formatPeriod,
  formatPreviousPeriod,
} from './format.ts';
import { MAX_NAME_LENGTH, MAX_SITES } from './limits.ts';
import type { ReportFigure, ReportLine, ReportMessage, ReportSection } from './message.ts';
import { monitoringSection } from './monitoring-section.ts';
import { engagementSection, goalsSection, propertySections, revenueSection } from './outcome-sections.ts';
import type { Every } from './tables.ts';
import type { ReportTarget } from './target.ts';

const MAX_SUBJECT_NAME_LENGTH = 60;
const MAX_KEY_LENGTH = 120;
const MAX_INSIGHT_LENGTH = 1000;

/** Creates the message of a report. */
export function toReportMessage(figures: ReportFigures, every: Every): ReportMessage {
  const { target, period, now, before, insight } = figures;
  const { first, last, zone } = period;
  const name = displayName(target.name, MAX_NAME_LENGTH);
  const days = { first, last };
  const hits = now.hits === 0 ? 'no pageviews' : pluralize(now.hits, 'pageview');
  const headline = `${formatPeriod(every, days, false)}: ${hits}${formatChangeSuffix(now.hits, before.hits)}`;
  return {
    subject: `${displayName(target.name, MAX_SUBJECT_NAME_LENGTH)}, ${headline}`,
    title: name,
    period: capitalize(formatPeriod(every, days, true)),
    lead: [
      ...toLead(figures, every),
      ...(figures.importedUntil === null
        ? []
        : [`Days up to ${formatDatedDay(figures.importedUntil)} were imported as daily sums.`]),
    ],
    figures: now.hits + now.visitors === 0 ? [] : mainFigures(now, before),
    sections: [
      ...(insight === null
        ? []
        : [toSection('What stood out', [], [toOneLine(insight, MAX_INSIGHT_LENGTH)])]),
      ...(target.scope === 'group' ? [sitesSection(figures.sites)] : []),
      ...topSections(figures),
      goalsSection(figures),
      revenueSection(figures),
      engagementSection(figures),
      ...propertySections(figures),
      toSection('Other activity', otherLines(now, before)),
      monitoringSection(figures),
    ].filter(({ rows, paragraphs }) => rows.length + paragraphs.length > 0),
    link: { text: `Open this ${every} in Footfall`, path: `${target.path}?from=${first}&to=${last}` },
    why: toWhy(target, every, zone),
  };
}

const toWhy = ({ scope }: ReportTarget, every: Every, zone: string): string =>
  [
    `You receive this report every ${every} because you set it up in your settings.`,
    `Time zone: ${zone}.`,
    ...(scope === 'group' ? ['Visitors of all sites are added up.'] : []),
  ].join(' ');

const toSection = (
  title: string,
  rows: readonly ReportLine[],
  paragraphs: readonly string[] = [],
): ReportSection => ({ title, rows, paragraphs });

function toLead({ target, period, now, before, sites }: ReportFigures, every: Every): string[] {
  const then = formatPreviousPeriod(every);
  const isGroup = target.scope === 'group';
  if (isGroup && sites.length === 0) return ['This group has no sites yet. Add some to see them here.'];
  const off = sites.every(({ site }) => !site.active)
    ? [`Data collection is off ${isGroup ? 'for all sites' : 'in the site settings'}.`]
    : [];
  if (now.hits > 0)
    return [
      before.hits > 0
        ? `${formatTotals(now)}, compared with ${formatTotals(before)} in ${then}.`
        : `${formatTotals(now)}. There were no pageviews in ${then}.`,
      ...off,
    ];
  if (isSilent(now) && isSilent(before) && sites.every(({ site }) => site.createdAt >= period.span.end))
    return [
      `Nothing to report yet: ${isGroup ? 'the sites were' : 'the site was'} added after this ${every}.`,
      ...off,
    ];
  const advice = 'If this is unexpected, check that the tracking code is still on your pages.';
  return [quietLead(now, before, { every, then }), ...(off.length > 0 ? off : [advice])];
}

/** Omits visitors where none are known: imports and servers may not send them. */
const formatTotals = ({ hits, visitors }: Figures): string =>
  visitors > 0
    ? `${pluralize(hits, 'pageview')} from ${pluralize(visitors, 'visitor')}`
    : pluralize(hits, 'pageview');

/** Checks whether there was no activity by people. */
const isSilent = ({ hits, events, kudos }: Figures): boolean => hits + events + kudos === 0;

function quietLead(now: Figures, before: Figures, { every, then }: { every: Every; then: string }): string {
  const [what, either] = isSilent(now)
    ? [
        'there was no activity',
        isSilent(before) ? `There was none in ${then} either.` : `There were no pageviews in ${then} either.`,
      ]
    : ['there were no pageviews', `There were none in ${then} either.`];
  return `A quiet ${every}: ${what}. ${before.hits > 0 ? `There were ${formatTotals(before)} in ${then}.` : either}`;
}

const mainFigures = (now: Required<Figures>, before: Required<Figures>): ReportFigure[] =>
  (
    [
      ['Visitors', 'visitors'],
      ['Visits', 'visits'],
      ['Pageviews', 'hits'],
    ] as const
  )
    // Visitors and visits are unknown where none were counted in either period.
    .filter(([, name]) => now[name] + before[name] > 0)
    .map(([label, name]) => ({
      label,
      value: formatNumber(now[name]),
      change: formatChange(now[name], before[name]),
      direction: changeDirection(now[name], before[name]),
    }));

const otherLines = (now: Figures, before: Figures): ReportLine[] =>
  (
    [
      ['Events', 'events'],
      ['Kudos', 'kudos'],
      ['AI crawlers', 'agentVisits'],
    ] as const
  )
    .filter(([, name]) => now[name] + before[name] > 0)
    .map(([text, name]) => ({
      text,
      value: formatNumber(now[name]),
      share: null,
      details: [formatChange(now[name], before[name])],
    }));

const TOP_TITLES: Readonly<Record<TopList, string>> = {
  pages: 'Top pages',
  channels: 'Top channels',
  sources: 'Top sources',
  countries: 'Top countries',
  events: 'Top events',
  crawlers: 'AI crawlers',
};

function topSections({ target, tops, now }: ReportFigures): ReportSection[] {
  const countsVisitors = (list: TopList): boolean => now.visitors > 0 && VISITOR_LISTS.has(list);
  const getTotal = (list: TopList): number => {
    if (list === 'events') return now.events;
    if (list === 'crawlers') return now.agentVisits;
    return countsVisitors(list) ? now.visitors : now.hits;
  };
  const formatTopRow = (list: TopList, { key, site }: TopRow): string => {
    if (list === 'countries') return formatCountry(key ?? UNKNOWN_COUNTRY);
    const text =
      key === null ? (list === 'sources' ? 'No source' : 'Unknown') : displayName(key, MAX_KEY_LENGTH);
    return target.scope === 'group' ? `${displayName(site.label, MAX_SUBJECT_NAME_LENGTH)} · ${text}` : text;
  };
  return (Object.keys(TOP_TITLES) as TopList[]).map(list =>
    toSection(
      countsVisitors(list) ? `${TOP_TITLES[list]} by visitors` : TOP_TITLES[list],
      tops[list].map(top => ({
        text: formatTopRow(list, top),
        value: formatNumber(top.count),
        share: top.count / Math.max(1, getTotal(list)),
        details: [],
      })),
    ),
  );
}

function sitesSection(sites: readonly SiteFigures[]): ReportSection {
  const most = sites.toSorted((a, b) => b.now.hits - a.now.hits);
  const all = sites.reduce((sum, { now }) => sum + now.hits, 0);
  const rest = sites.length - MAX_SITES;
  return toSection(
    'Pageviews by site',
    most.slice(0, MAX_SITES).map(({ site, now, before }) => ({
      text: displayName(site.label, MAX_NAME_LENGTH),
      value: formatNumber(now.hits),
      share: now.hits / Math.max(1, all),
      details: [`${formatChange(now.hits, before.hits)} · ${pluralize(now.visitors, 'visitor')}`],
    })),
    rest > 0 ? [`Top ${MAX_SITES} by pageviews. The totals include ${pluralize(rest, 'other')}.`] : [],
  );
}
