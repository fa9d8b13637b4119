/** Writes each finding: a headline, and a sentence or two with its figures. */
import { capitalize, formatNumber, joinList } from '../../../lib/english.ts';
import type { Finding, FindingType } from '../detect/figures.ts';
import type { SentenceOf } from '../sentence-schema.ts';
import {
  formatCount,
  formatCountry,
  formatDay,
  formatDayAndMonth,
  formatDevices,
  formatDuration,
  formatPercent,
  formatShare,
  formatTime,
  percentChange,
} from './format.ts';
import {
  countsVisitors,
  dayOfFinding,
  findPossibleCause,
  formatHost,
  formatPath,
  formatTitle,
  type InsightData,
} from './insight-data.ts';
import { pickVariant } from './pick-variant.ts';

/** Texts of a finding. */
export interface FindingText {
  readonly headline: string;
  readonly summary: string;
}

interface Writing {
  readonly data: InsightData;
  readonly finding: Finding;
  /** `42%`; null for a change from 0. */
  readonly change: string | null;
}

type Write = (writing: Writing) => FindingText;

/** Formats the share of pageviews that a key had, given in percent. */
const shareOfWeek = (hits: number, share: number): string =>
  hits === 0 ? '0%' : formatShare(share === 0 ? 0.1 : share, 100);

/** Writes what a change of traffic is, without the pageviews of both weeks. */
export const changeRemark = (data: InsightData, { direction, isReturn }: Finding): string =>
  isReturn
    ? 'The weeks before were at about the same level.'
    : pickVariant(data, 'traffic_change', [
        `Most days, not just one, had ${direction === 'up' ? 'more' : 'fewer'} pageviews than a week before.`,
        `Most days had ${direction === 'up' ? 'more' : 'fewer'} pageviews than the same day a week before.`,
      ]);

/** Formats pageviews beside what is usual: `2,088 pageviews, about twice the usual 956`. */
function formatUnusual(count: number, usual: number): string {
  const pageviews = formatCount(count, 'pageview');
  if (usual === 0) return `${pageviews}, usually hardly any`;
  if (count === 0) return `${pageviews}, usually about ${formatNumber(usual)}`;
  const factor = Math.round(count / usual);
  if (factor >= 2)
    return `${pageviews}, about ${factor === 2 ? 'twice' : `${factor} times`} the usual ${formatNumber(usual)}`;
  return `${pageviews} instead of the usual ${formatNumber(usual)}`;
}

/** Formats a count of the week beside that of the week before: `626 pageviews in the last 7 days, up from 21`. */
const formatWeeks = ({ current, previous }: Finding, noun: string): string =>
  `${formatCount(current, noun)} in the last 7 days, ${current < previous ? 'down' : 'up'} from ${formatNumber(previous)} the week before`;

const WRITERS: Readonly<Record<FindingType, Write>> = {
  traffic_change: ({ data, finding, change }) => {
    const { direction, isReturn } = finding;
    return {
      headline: isReturn
        ? 'Traffic is back to its usual level'
        : change === null
          ? 'Traffic picked up'
          : `Traffic ${direction === 'up' ? 'rose' : 'fell'} by ${change}`,
      summary: `${capitalize(formatWeeks(finding, 'pageview'))}. ${changeRemark(data, finding)}`,
    };
  },
  traffic_spike: ({ data, finding }) => {
    const day = dayOfFinding(data, finding);
    const unusual = formatUnusual(finding.current, finding.previous);
    if (finding.of === 'hour') {
      const time = formatTime(finding.span.start, data.zone);
      return {
        headline: `Traffic peak on ${formatDay(day)} at ${time}`,
        summary: `Hour from ${time} on ${formatDay(day)}: ${unusual}.`,
      };
    }
    return { headline: `Traffic peak on ${formatDay(day)}`, summary: `${formatDay(day)}: ${unusual}.` };
  },
  page_breakout: ({ finding }) => {
    const path = formatPath(finding.subject ?? '');
    return {
      headline: `Far more pageviews of ${path}`,
      summary: `${path}: ${formatWeeks(finding, 'pageview')}.`,
    };
  },
  referrer_surge: ({ data, finding }) => {
    const host = formatHost(finding.subject ?? '');
    const noun = countsVisitors(data) ? 'visitor' : 'pageview';
    return {
      headline: finding.previous === 0 ? `New referrer: ${host}` : `Far more visits from ${host}`,
      summary:
        finding.previous === 0
          ? `${formatCount(finding.current, noun)} from ${host} in the last 7 days, none the week before.`
          : `${host}: ${formatWeeks(finding, noun)}.`,
    };
  },
  audience_shift: ({ finding }) => {
    const name =
      finding.of === 'device' ? formatDevices(finding.subject ?? '') : formatCountry(finding.subject ?? '');
    const { shares, direction } = finding;
    const now = shareOfWeek(finding.current, shares?.current ?? 0);
    const before = shareOfWeek(finding.previous, shares?.previous ?? 0);
    const where = finding.of === 'device' ? `on ${name}` : `from ${name}`;
    const verb = finding.of === 'device' ? 'were' : 'came';
    return {
      headline: `${direction === 'up' ? 'Larger' : 'Smaller'} share of pageviews ${where}`,
      summary: `${capitalize(now)} of pageviews in the last 7 days ${verb} ${where}, ${direction} from ${before} the week before.`,
    };
  },
  crawler_surge: ({ finding }) => {
    const name = formatHost(finding.subject ?? '');
    return {
      headline: `${name}’s crawlers: ${formatCount(finding.current, 'visit')}, up from ${formatNumber(finding.previous)}`,
      summary: `AI crawlers of ${name}: ${formatWeeks(finding, 'visit')}.`,
    };
  },
  goal_fall: ({ finding }) => {
    const name = formatTitle(finding.subject ?? '');
    return {
      headline: `Fewer conversions of ${name}`,
      summary: `${name}: ${formatWeeks(finding, 'conversion')}.`,
    };
  },
  downtime_effect: ({ data, finding: { span, current, previous }, finding }) => ({
    headline: `Fewer pageviews during the downtime on ${formatDay(dayOfFinding(data, finding))}`,
    summary: `The site was down for ${formatDuration(span.end.getTime() - span.start.getTime())}: ${formatUnusual(current, previous)}.`,
  }),
  signal_effect: ({ data, finding: { subject, direction, span, current, previous }, finding }) => {
    const title = formatTitle(subject ?? '');
    const length = formatDuration(span.end.getTime() - span.start.getTime());
    return {
      headline: `${direction === 'up' ? 'More' : 'Fewer'} pageviews after ${title}`,
      summary: `In the ${length} after ${title} on ${formatDayAndMonth(dayOfFinding(data, finding))}: ${formatUnusual(current, previous)}.`,
    };
  },
};

/** Writes a sentence that names a possible reason. */
export const writePossibleCause = ({ annotations }: SentenceOf<'possible_cause'>): string =>
  `Possible cause: ${joinList(annotations.map(({ title, day }) => `${formatTitle(title)} (${formatDayAndMonth(day)})`))}.`;

/** Writes a finding, without a possible reason. */
export function describeFinding(data: InsightData, finding: Finding): FindingText {
  const change = percentChange(finding.current, finding.previous);
  return WRITERS[finding.type]({ data, finding, change: change === null ? null : formatPercent(change) });
}

/** Writes a finding with a possible reason, where the owner noted any. */
export function writeFinding(data: InsightData, finding: Finding): FindingText {
  const { headline, summary } = describeFinding(data, finding);
  const cause = findPossibleCause(data, finding);
  return { headline, summary: cause ? `${summary} ${writePossibleCause(cause)}` : summary };
}
