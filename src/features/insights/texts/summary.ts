/** Writes the summary: the pageviews, the findings, and the owner's signals. */

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
      ? `${formatCount(current, 'pageview')} from ${formatCount(visitors, 'visitor')}`
      : formatCount(current, 'pageview');
  return pickVariant(data, 'opening', [
    `${span}, ${formatLabel(data)} had ${hits}${comparison(current, previous)}.`,
    `${formatLabel(data)} had ${hits} from ${formatDay(first)} to ${formatDay(last)}${comparison(current, previous)}.`,
    `${span} there were ${hits} on ${formatLabel(data)}${comparison(current, previous)}.`,
  ]);
}

function comparison(current: number, previous: number | null): string {
  if (previous === null) return '; there is no full week before to compare with';
  const change = percentChange(current, previous);
  if (change === null) return ', up from 0 the week before';
  if (current === previous) return ', the same as the week before';
  if (change === 0) return `, about the same as the week before (${formatNumber(previous)})`;
  return `, ${current > previous ? 'up' : 'down'} ${formatPercent(change)} from ${formatNumber(previous)} the week before`;
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
            'Nothing stands out compared with the weeks before.',
            'No page, source or audience changed significantly.',
            'It was an ordinary week: nothing stands out.',
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
    sentences.push(`The site was down for ${formatDuration(downMs)} during this time.`);
  if (reported.length === 0 && data.signals.length > 0) {
    const titles = data.signals.slice(0, 2).map(({ title }) => formatTitle(title));
    sentences.push(`Annotations: ${joinList(titles)}.`);
  }
  return sentences;
}
