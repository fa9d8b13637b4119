/** Writes each kind of sentence, and each recommendation, in English. */
import { capitalize, formatNumber, joinList } from '../../../lib/english.ts';
import type { Finding, FindingType } from '../detect/figures.ts';
import type { Sentence, SentenceKind, SentenceOf } from '../sentence-schema.ts';
import { changeRemark, describeFinding, writePossibleCause } from './findings.ts';
import {
  formatCount,
  formatCountry,
  formatDay,
  formatDevices,
  formatMinutes,
  formatPercent,
  formatShare,
  percentChange,
} from './format.ts';
import { dayOfFinding, formatHost, formatPath, formatTitle, type InsightData } from './insight-data.ts';
import { pickVariant } from './pick-variant.ts';

type Write<Kind extends SentenceKind> = (sentence: SentenceOf<Kind>, data: InsightData) => string;

const WRITERS: { readonly [Kind in SentenceKind]: Write<Kind> } = {
  week: ({ site, first_day, last_day, hits, previous_hits, visitors }, data) => {
    const days = `rom ${formatDay(first_day)} to ${formatDay(last_day)}`;
    const pageviews = formatCount(hits, 'pageview');
    const had = visitors > 0 ? `${pageviews} from ${formatCount(visitors, 'visitor')}` : pageviews;
    const compared = compare(hits, previous_hits);
    return pickVariant(data, 'opening', [
      `F${days}, ${site} had ${had}${compared}.`,
      `${site} had ${had} f${days}${compared}.`,
      `F${days} there were ${had} on ${site}${compared}.`,
    ]);
  },
  finding: ({ signal }, data) => {
    const finding = findingAt(data, signal);
    // The opening has just named the site's pageviews of both weeks.
    return finding.type === 'traffic_change'
      ? changeRemark(data, finding)
      : describeFinding(data, finding).summary;
  },
  possible_cause: writePossibleCause,
  quiet_week: (_, data) =>
    pickVariant(data, 'quiet', [
      'Nothing stands out compared with the weeks before.',
      'No page, source or audience changed significantly.',
      'It was an ordinary week: nothing stands out.',
    ]),
  downtime: ({ minutes }) => `The site was down for ${formatMinutes(minutes)} during this time.`,
  annotations: ({ titles }) => `Annotations: ${joinList(titles.map(formatTitle))}.`,
  days: ({ most_hits: most, busiest_days, fewest_hits: least, quietest_days }, data) => {
    if (most === least) return `Every day had ${formatCount(most, 'pageview')}.`;
    if (busiest_days.length > 1 || quietest_days.length > 1)
      return `Pageviews per day: at most ${formatNumber(most)} (${formatDays(busiest_days)}), at least ${formatNumber(least)} (${formatDays(quietest_days)}).`;
    const [busiest, quietest] = [formatDays(busiest_days), formatDays(quietest_days)];
    return pickVariant(data, 'days', [
      `The busiest day was ${busiest} with ${formatCount(most, 'pageview')}, the quietest ${quietest} with ${formatNumber(least)}.`,
      `Busiest day: ${busiest} (${formatCount(most, 'pageview')}). Quietest day: ${quietest} (${formatNumber(least)}).`,
    ]);
  },
  hours: ({ from, to, hits, all_hits }, data) => {
    const share = formatShare(hits, all_hits);
    return pickVariant(data, 'hours', [
      `${capitalize(share)} of pageviews came between ${from} and ${to}.`,
      `The busiest hours were ${from} to ${to}, with ${share} of all pageviews.`,
    ]);
  },
  referrers: ({ referrers }, data) => {
    if (referrers.length === 0) return 'No referrer sent more than a few visitors.';
    const names = joinList(
      referrers.map(({ referrer, visitors, hits = 0 }) =>
        visitors === undefined
          ? `${referrer} (${formatCount(hits, 'pageview')})`
          : `${referrer} (${formatCount(visitors, 'visitor')})`,
      ),
    );
    return pickVariant(data, 'sources', [
      `Top ${referrers.length === 1 ? 'referrer' : 'referrers'}: ${names}.`,
      `The top ${referrers.length === 1 ? 'referrer was' : 'referrers were'} ${names}.`,
    ]);
  },
  countries: ({ countries, all_hits, mostly_unknown }) => {
    const names = countries.map(
      ({ country, hits }) => `${formatCountry(country)} (${formatShare(hits, all_hits)})`,
    );
    return `Top ${mostly_unknown ? 'known ' : ''}${names.length === 1 ? 'country' : 'countries'}: ${joinList(names)}.`;
  },
  device: ({ device, hits, all_hits }) =>
    `${capitalize(formatShare(hits, all_hits))} of pageviews were on ${formatDevices(device)}.`,
  crawlers: ({ provider, visits, all_visits }) =>
    visits === all_visits
      ? `AI crawlers made ${formatCount(all_visits, 'visit')}, all by ${provider}.`
      : // Does not say that it leads: others may have as many.
        `AI crawlers made ${formatCount(all_visits, 'visit')}, ${formatNumber(visits)} of them by ${provider}.`,
  no_top_page: () => 'No page stands out: none had more than a few pageviews.',
  top_page: ({ path: key, hits: count, all_hits, tied }, data) => {
    const [path, hits] = [formatPath(key), formatCount(count, 'pageview')];
    const share = formatShare(count, all_hits);
    if (tied) return `No page had more pageviews than ${path}: ${hits}, ${share} of all.`;
    return pickVariant(data, 'best', [
      `Top page: ${path} with ${hits}, ${share} of all.`,
      `The top page was ${path}: ${hits}, ${share} of all.`,
      `${path} was the top page with ${hits}, ${share} of all.`,
    ]);
  },
  other_pages: ({ pages, tied }, data) => {
    const names = joinList(pages.map(({ path, hits }) => `${formatPath(path)} (${formatNumber(hits)})`));
    if (tied) return `Other top pages: ${names}.`;
    return pickVariant(data, 'others', [`Next: ${names}.`, `Followed by ${names}.`]);
  },
  page_gain: ({ path: key, hits, previous_hits }, data) => {
    const path = formatPath(key);
    const change = percentChange(hits, previous_hits);
    if (change === null)
      return `New among your pages: ${path} with ${formatCount(hits, 'pageview')}, none the week before.`;
    const gain = formatNumber(hits - previous_hits);
    return pickVariant(data, 'gain', [
      `${path} gained the most: ${gain} more pageviews than the week before (${formatPercent(change)}).`,
      `No page gained more than ${path}: ${gain} more pageviews (${formatPercent(change)}).`,
    ]);
  },
  advice: ({ signal }, data) => {
    const finding = findingAt(data, signal);
    return ADVICE[finding.type](data, finding);
  },
  add_annotation: () => 'If you know the cause, add an annotation to see it on the chart.',
  publish_before: ({ time }) => `Publish before ${time} to reach visitors at the busiest time.`,
  improve_page: ({ path: key }, data) => {
    const path = formatPath(key);
    return pickVariant(data, 'ordinary page', [
      `Keep ${path} up to date: it’s one of your top pages.`,
      `Link from ${path} to pages that deserve more readers.`,
    ]);
  },
  watch_referrer: ({ referrer }) => `Keep an eye on ${referrer}: it’s one of your top referrers.`,
  annotate_launches: () => 'Annotate launches and newsletters to see their effect on the chart.',
};

const ADVICE: Readonly<Record<FindingType, (data: InsightData, finding: Finding) => string>> = {
  traffic_change: (data, { direction, isReturn }) =>
    isReturn
      ? 'Compare with a longer period: the week before was the exception.'
      : direction === 'up'
        ? pickVariant(data, 'advice up', [
            'See which pages and sources grew, and do more of what worked.',
            'See which sources sent the additional visitors, and build on them.',
          ])
        : pickVariant(data, 'advice down', [
            'Check that the tracking code is still on every page, then see which sources lost the most.',
            'See which pages and sources lost the most: a change on your site or a removed link may be behind it.',
          ]),
  traffic_spike: (data, finding) =>
    `Check the referrers of ${formatDay(dayOfFinding(data, finding))} to see where the visitors came from.`,
  page_breakout: (data, { subject, isOngoing }) => {
    const path = formatPath(subject ?? '');
    return pickVariant(data, `advice ${path}`, [
      isOngoing
        ? `Link from ${path} to related pages while it gets attention.`
        : `Link from ${path} to related pages: its readers may come back.`,
      `Make sure ${path} is up to date and suggests what to read next.`,
    ]);
  },
  referrer_surge: (data, { subject }) => {
    const host = formatHost(subject ?? '');
    return pickVariant(data, `advice ${host}`, [
      `See what people say about you on ${host}, and join the conversation.`,
      `Find the page on ${host} that links to you, and make your landing page fit its readers.`,
    ]);
  },
  audience_shift: (_, { subject, of, direction }) =>
    of === 'device'
      ? direction === 'up' && subject === 'mobile'
        ? 'Check your top pages on a phone.'
        : `Check your top pages on ${formatDevices(subject ?? '')} as well.`
      : `Consider language and publishing times that suit readers from ${formatCountry(subject ?? '')}.`,
  crawler_surge: (_, { subject }) =>
    `Decide whether to allow the crawlers of ${formatHost(subject ?? '')}, and block them in robots.txt if not.`,
  goal_fall: () => 'Try it yourself: the page, form or event that the goal counts may have changed.',
  downtime_effect: () => 'Look into the cause of the downtime: it may have cost you visitors.',
  signal_effect: (_, { direction }) =>
    direction === 'up'
      ? 'Compare it with your next annotation to see whether it’s worth repeating.'
      : 'Check whether it changed how pages load or are tracked.',
};

function findingAt({ findings }: InsightData, at: number): Finding {
  const finding = findings[at];
  if (!finding) throw new RangeError(`there is no finding ${at}`);
  return finding;
}

function compare(current: number, previous: number | null): string {
  if (previous === null) return '; there is no full week before to compare with';
  const change = percentChange(current, previous);
  if (change === null) return ', up from 0 the week before';
  if (current === previous) return ', the same as the week before';
  if (change === 0) return `, about the same as the week before (${formatNumber(previous)})`;
  return `, ${current > previous ? 'up' : 'down'} ${formatPercent(change)} from ${formatNumber(previous)} the week before`;
}

/** Formats a few days by their names, more by their number. */
const formatDays = (days: readonly string[]): string =>
  days.length < 3 ? joinList(days.map(formatDay)) : `on ${formatCount(days.length, 'day')}`;

/** Writes a sentence. */
export const writeSentence = <Kind extends SentenceKind>(
  sentence: SentenceOf<Kind> & Sentence & { readonly kind: Kind },
  data: InsightData,
): string => WRITERS[sentence.kind](sentence, data);
