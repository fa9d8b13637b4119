/** Writes each finding: a headline, and a sentence or two with its figures. */
import { capitalize, formatNumber, joinList } from '../../../lib/english.ts';
import { toDay } from '../../../lib/time.ts';
import type { Finding, FindingType } from '../detect/figures.ts';
import {
  formatAmount,
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
  dayOfFinding,
  formatHost,
  formatPath,
  formatTitle,
  type InsightData,
  signalsNear,
} from './insight-data.ts';
import { pickVariant } from './pick-variant.ts';

/** Texts of a finding. */
export interface FindingText {
  readonly headline: string;
  readonly summary: string;
}

/** Texts of a finding in parts. */
export interface FindingParts extends FindingText {
  /** The summary without the site's hits of both weeks, for a text that has just named them. */
  readonly remark: string;
  /** A sentence that names a possible reason; empty where the owner noted nothing. */
  readonly reason: string;
}

interface Writing {
  readonly data: InsightData;
  readonly finding: Finding;
  /** `42%`; null for a change from 0. */
  readonly change: string | null;
}

type Write = (writing: Writing) => FindingText;

/** Formats the share of hits that a key had, given in percent. */
const shareOfWeek = (hits: number, share: number): string =>
  hits === 0 ? 'none' : formatShare(share === 0 ? 0.1 : share, 100);

const changeRemark = (data: InsightData, { direction, isReturn }: Finding): string =>
  isReturn
    ? 'The weeks before those were much like the last one.'
    : pickVariant(data, 'traffic_change', [
        `Most days, not just one, had ${direction === 'up' ? 'more' : 'fewer'} hits than a week before.`,
        `On most days there were ${direction === 'up' ? 'more' : 'fewer'} hits than a week before.`,
      ]);

/** Formats the expected hits for a sentence that ends with "usual". */
const formatExpected = (count: number): string =>
  count === 0 ? 'hardly any would have been' : `about ${formatNumber(count)} would have been`;

const WRITERS: Readonly<Record<FindingType, Write>> = {
  traffic_change: ({ data, finding, change }) => {
    const { direction, current, previous, isReturn } = finding;
    const verb = direction === 'up' ? 'rose' : 'fell';
    const counts = `${formatCount(current, 'hit')} in the last 7 days, ${formatAmount(previous)} in the 7 days before`;
    return {
      headline: isReturn
        ? 'Traffic is back at its usual level'
        : change === null
          ? 'Traffic has picked up'
          : `Traffic ${verb} by ${change}`,
      summary: `There were ${counts}. ${changeRemark(data, finding)}`,
    };
  },
  traffic_spike: ({ data, finding }) => {
    const day = dayOfFinding(data, finding);
    if (finding.of === 'hour') {
      const time = formatTime(finding.span.start, data.zone);
      return {
        headline: `A burst of hits on ${formatDay(day)}`,
        summary: `In the hour from ${time} on ${formatDay(day)} there were ${formatCount(finding.current, 'hit')}, where ${formatExpected(finding.previous)} usual.`,
      };
    }
    return {
      headline: pickVariant(data, `spike ${day}`, [
        `${formatDay(day)} stood out`,
        `An unusually busy ${formatDay(day)}`,
      ]),
      summary: `${formatDay(day)} had ${formatCount(finding.current, 'hit')}, where ${formatExpected(finding.previous)} usual.`,
    };
  },
  page_breakout: ({ data, finding: { subject, current, previous } }) => {
    const path = formatPath(subject ?? '');
    return {
      headline: pickVariant(data, `page ${path}`, [`${path} took off`, `Many more readers on ${path}`]),
      summary: `${path} had ${formatCount(current, 'hit')} in the last 7 days, after ${formatAmount(previous)} in the 7 days before.`,
    };
  },
  referrer_surge: ({ finding }) => {
    const host = formatHost(finding.subject ?? '');
    const isNew = finding.previous === 0;
    return {
      headline: isNew ? `${host} began to send visitors` : `Far more visits from ${host}`,
      summary: isNew
        ? `${formatCount(finding.current, 'hit')} came from ${host} in the last 7 days, and none in the 7 days before.`
        : `${formatCount(finding.current, 'hit')} came from ${host} in the last 7 days, after ${formatAmount(finding.previous)} in the 7 days before.`,
    };
  },
  audience_shift: ({ finding }) => {
    const name =
      finding.of === 'device' ? formatDevices(finding.subject ?? '') : formatCountry(finding.subject ?? '');
    const { shares } = finding;
    const now = shareOfWeek(finding.current, shares?.current ?? 0);
    const before = shareOfWeek(finding.previous, shares?.previous ?? 0);
    const where = finding.of === 'device' ? `on ${name}` : `from ${name}`;
    return {
      headline: `A ${finding.direction === 'up' ? 'larger' : 'smaller'} share of hits ${where}`,
      summary: `${capitalize(now)} of the hits of the last 7 days came ${where}, after ${before} in the 7 days before.`,
    };
  },
  crawler_surge: ({ finding }) => {
    const name = formatHost(finding.subject ?? '');
    return {
      headline: `Crawlers of ${name} came far more often`,
      summary: `AI crawlers of ${name} made ${formatCount(finding.current, 'visit')} in the last 7 days, after ${formatAmount(finding.previous)} in the 7 days before.`,
    };
  },
  downtime_effect: ({ data, finding: { span, current, previous }, finding }) => ({
    headline: `Fewer hits while the site was down on ${formatDay(dayOfFinding(data, finding))}`,
    summary: `The site was down for ${formatDuration(span.end.getTime() - span.start.getTime())}; in that time there were ${formatCount(current, 'hit')}, where ${formatExpected(previous)} usual.`,
  }),
  signal_effect: ({ data, finding: { subject, direction, span, current, previous }, finding }) => {
    const title = formatTitle(subject ?? '');
    const length = formatDuration(span.end.getTime() - span.start.getTime());
    return {
      headline: `${direction === 'up' ? 'More' : 'Fewer'} hits after ${title}`,
      summary: `In the ${length} after ${title} on ${formatDayAndMonth(dayOfFinding(data, finding))} there were ${formatCount(current, 'hit')}, where ${formatExpected(previous)} usual.`,
    };
  },
};

/** Findings that need no reason, or that signals cannot explain. */
const WITHOUT_REASON: ReadonlySet<FindingType> = new Set([
  'signal_effect',
  'downtime_effect',
  'crawler_surge',
]);

/** Writes a finding in parts. Signals around it are named as a possible reason, never as the reason. */
export function writeFindingParts(data: InsightData, finding: Finding): FindingParts {
  const change = percentChange(finding.current, finding.previous);
  const text = WRITERS[finding.type]({
    data,
    finding,
    change: change === null ? null : formatPercent(change),
  });
  const notes = WITHOUT_REASON.has(finding.type) ? [] : signalsNear(data, finding.span);
  const names = joinList(
    notes.map(
      ({ title, occurredAt }) => `${formatTitle(title)} (${formatDayAndMonth(toDay(occurredAt, data.zone))})`,
    ),
  );
  return {
    ...text,
    remark: finding.type === 'traffic_change' ? changeRemark(data, finding) : text.summary,
    reason:
      notes.length === 0
        ? ''
        : pickVariant(data, `reason ${text.headline}`, [
            `${names} may have played a part.`,
            `A possible reason is ${names}.`,
            `It may have to do with ${names}.`,
          ]),
  };
}

/** Writes a finding. */
export function writeFinding(data: InsightData, finding: Finding): FindingText {
  const { headline, summary, reason } = writeFindingParts(data, finding);
  return { headline, summary: reason === '' ? summary : `${summary} ${reason}` };
}
