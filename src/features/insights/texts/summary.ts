/** Chooses the sentences of the summary: the pageviews, the findings, and the owner's signals. */
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { sum } from '../detect/statistics.ts';
import type { Sentences } from '../sentence-schema.ts';
import { toMinutes } from './format.ts';
import {
  cleanTitle,
  findPossibleCause,
  formatLabel,
  type InsightData,
  weekTotals,
  windowDays,
} from './insight-data.ts';

type SummarySentence = Sentences['summary'][number];

const MAX_REPORTED = 2;

/** Chooses a few sentences: the week in figures, the two most important findings, and what may explain them. */
export function summarize(data: InsightData): SummarySentence[] {
  const { first, last } = windowDays(data);
  const { current, previous } = weekTotals(data);
  return [
    {
      kind: 'week',
      site: formatLabel(data),
      first_day: first,
      last_day: last,
      hits: current,
      previous_hits: previous,
      visitors: data.figures.visitors,
    },
    ...chooseFindings(data),
    ...chooseContext(data),
  ];
}

/** Chooses the most important findings; a possible reason is named once. */
function chooseFindings(data: InsightData): SummarySentence[] {
  if (data.findings.length === 0)
    // The opening has already said that a young site has nothing to compare with.
    return weekTotals(data).previous === null ? [] : [{ kind: 'quiet_week' }];
  const reported = data.findings.slice(0, MAX_REPORTED);
  const cause = reported.map(finding => findPossibleCause(data, finding)).find(each => each !== undefined);
  return [
    ...reported.map((_, signal): SummarySentence => ({ kind: 'finding', signal })),
    ...(cause ? [cause] : []),
  ];
}

/** Chooses downtime and signals that no finding has named yet. */
function chooseContext(data: InsightData): SummarySentence[] {
  const reported = data.findings.slice(0, MAX_REPORTED);
  const sentences: SummarySentence[] = [];
  const downMs = sum(data.downtimes.map(({ start, end }) => end.getTime() - start.getTime()));
  if (downMs > MINUTE_MS && !reported.some(({ type }) => type === 'downtime_effect'))
    sentences.push({ kind: 'downtime', minutes: toMinutes(downMs) });
  if (reported.length === 0 && data.signals.length > 0)
    sentences.push({
      kind: 'annotations',
      titles: data.signals.slice(0, 2).map(({ title }) => cleanTitle(title)),
    });
  return sentences;
}
