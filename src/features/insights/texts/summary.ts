/** Writes the summary: the hits, the findings, and the owner's signals. */

import { formatNumber, joinList } from '../../../lib/english.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { sum } from '../detect/statistics.ts';
import { writeFindingParts } from './findings.ts';
import { formatCount, formatDay, formatDuration, formatPercent, percentChange } from './format.ts';
import { formatLabel, formatTitle, type InsightData, weekTotals, windowDays } from './insight-data.ts';
import { pickVariant } from './pick-variant.ts';

/** Writes a few sentences: the week in figures, the two most important findings, and what may explain them. */
export function writeSummary(data: InsightData): string {
  return [writeOpening(data), ...writeFindings(data), ...writeContext(data)].join(' ');
}

function writeOpening(data: InsightData): string {
  const { first, last } = windowDays(data);
  const { current, previous } = weekTotals(data);
  const { visitors } = data.figures;
  const span = `From ${formatDay(first)} to ${formatDay(last)}`;
  const hits =
    visitors > 0
      ? `${formatCount(current, 'hit')} from ${formatCount(visitors, 'visitor')}`
      : formatCount(current, 'hit');
  return pickVariant(data, 'opening', [
    `${span}, ${formatLabel(data)} had ${hits}${comparison(current, previous)}.`,
    `${formatLabel(data)} had ${hits} from ${formatDay(first)} to ${formatDay(last)}${comparison(current, previous)}.`,
    `${span} there were ${hits} on ${formatLabel(data)}${comparison(current, previous)}.`,
  ]);
}

function comparison(current: number, previous: number | null): string {
  if (previous === null) return '; there is no whole week before them to compare with';
  const change = percentChange(current, previous);
  if (change === null) return ', after a week without any';
  if (current === previous) return ', exactly as many hits as in the 7 days before';
  if (change === 0) return `, almost as many hits as in the 7 days before (${formatNumber(previous)})`;
  return `, ${formatPercent(change)} ${current > previous ? 'more' : 'fewer'} hits than in the 7 days before (${formatNumber(previous)})`;
}

const MAX_REPORTED = 2;

/** Writes about the most important findings; a possible reason is named once. */
function writeFindings(data: InsightData): string[] {
  if (data.findings.length === 0)
    // The opening has already said that a young site has nothing to compare with.
    return weekTotals(data).previous === null
      ? []
      : [
          pickVariant(data, 'quiet', [
            'No single change stands out from the weeks before.',
            'No page, source or audience changed by more than chance would.',
            'Nothing stands out beyond the ups and downs of ordinary weeks.',
          ]),
        ];
  const parts = data.findings.slice(0, MAX_REPORTED).map(finding => writeFindingParts(data, finding));
  const { reason = '' } = parts.find(part => part.reason !== '') ?? {};
  return [...parts.map(({ remark }) => remark), ...(reason === '' ? [] : [reason])];
}

/** Writes about downtime and signals that no finding has named yet. */
function writeContext(data: InsightData): string[] {
  const reported = data.findings.slice(0, MAX_REPORTED);
  const sentences: string[] = [];
  const downMs = sum(data.downtimes.map(({ start, end }) => end.getTime() - start.getTime()));
  if (downMs > MINUTE_MS && !reported.some(({ type }) => type === 'downtime_effect'))
    sentences.push(`The site was down for ${formatDuration(downMs)} in that time.`);
  if (reported.length === 0 && data.signals.length > 0) {
    const titles = data.signals.slice(0, 2).map(({ title }) => formatTitle(title));
    sentences.push(`Of these days you noted ${joinList(titles)}.`);
  }
  return sentences;
}
