/** The summary: how much there was, what stood out, and what the owner wrote down. */

import { sum } from '../detect/statistics.ts';
import { choose } from './choose.ts';
import { partsOfFinding } from './findings.ts';
import { labelOf, type Story, titleInWords, weekTotals, windowDays } from './story.ts';
import { changeOf, counted, dayInWords, figure, lengthInWords, listed, percent } from './words.ts';

/** A few sentences: the week in figures, the two things that matter most, and what may have to do with them. */
export function writeSummary(story: Story): string {
  return [opening(story), ...standing(story), ...known(story)].join(' ');
}

function opening(story: Story): string {
  const { first, last } = windowDays(story);
  const { current, previous } = weekTotals(story);
  const { visitors } = story.figures;
  const span = `From ${dayInWords(first)} to ${dayInWords(last)}`;
  const hits =
    visitors > 0
      ? `${counted(current, 'hit')} from ${counted(visitors, 'visitor')}`
      : counted(current, 'hit');
  return choose(story, 'opening', [
    `${span}, ${labelOf(story)} had ${hits}${comparison(current, previous)}.`,
    `${labelOf(story)} had ${hits} from ${dayInWords(first)} to ${dayInWords(last)}${comparison(current, previous)}.`,
    `${span} there were ${hits} on ${labelOf(story)}${comparison(current, previous)}.`,
  ]);
}

function comparison(current: number, previous: number | null): string {
  if (previous === null) return '; there is no whole week before them to compare with';
  const change = changeOf(current, previous);
  if (change === null) return ', after a week without any';
  if (current === previous) return ', exactly as many hits as in the 7 days before';
  if (change === 0) return `, almost as many hits as in the 7 days before (${figure(previous)})`;
  return `, ${percent(change)} ${current > previous ? 'more' : 'fewer'} hits than in the 7 days before (${figure(previous)})`;
}

const MOST_TOLD = 2;

/** The findings that matter most; what may have to do with them is named once. */
function standing(story: Story): string[] {
  if (story.findings.length === 0)
    // A young site has just been told to have nothing to compare with.
    return weekTotals(story).previous === null
      ? []
      : [
          choose(story, 'quiet', [
            'No single change stands out from the weeks before.',
            'No page, source or audience changed by more than chance would.',
            'Nothing stands out beyond the ups and downs of ordinary weeks.',
          ]),
        ];
  const parts = story.findings.slice(0, MOST_TOLD).map(finding => partsOfFinding(story, finding));
  const { reason = '' } = parts.find(part => part.reason !== '') ?? {};
  return [...parts.map(({ remark }) => remark), ...(reason === '' ? [] : [reason])];
}

/** What is known of the days, as far as no finding has named it yet. */
function known(story: Story): string[] {
  const told = story.findings.slice(0, MOST_TOLD);
  const sentences: string[] = [];
  const downMs = sum(story.downtimes.map(({ start, end }) => end.getTime() - start.getTime()));
  if (downMs > 60_000 && !told.some(({ type }) => type === 'downtime_effect'))
    sentences.push(`The site was down for ${lengthInWords(downMs)} in that time.`);
  if (told.length === 0 && story.signals.length > 0) {
    const titles = story.signals.slice(0, 2).map(({ title }) => titleInWords(title));
    sentences.push(`Of these days you noted ${listed(titles)}.`);
  }
  return sentences;
}
