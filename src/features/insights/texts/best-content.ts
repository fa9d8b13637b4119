/** Writes about the most read pages, and the one that gained most. */
import { formatNumber, joinList } from '../../../lib/english.ts';
import type { Ranked } from '../detect/figures.ts';
import { formatCount, formatPercent, formatShare, percentChange } from './format.ts';
import { formatPath, type InsightData, topRows, weekTotals } from './insight-data.ts';
import { pickVariant } from './pick-variant.ts';

const MAX_PAGES = 3;
/** Pages with fewer hits could reveal a single visitor. */
const MIN_HITS = 3;
const MIN_GAIN = 10;
const MIN_GAIN_SHARE = 0.3;

/** Writes a sentence or two. */
export function writeBestContent(data: InsightData): string {
  const { current, previous } = weekTotals(data);
  const [first, ...rest] = topRows(data, 'page', MAX_PAGES);
  const others = rest.filter(row => row.current >= MIN_HITS);
  if (!first || first.current < MIN_HITS) return 'No page stands out: none had more than a hit or two.';
  const path = formatPath(first.key);
  const share = formatShare(first.current, current);
  const hits = formatCount(first.current, 'hit');
  const isAlone = others[0]?.current !== first.current;
  const sentences = [
    isAlone
      ? pickVariant(data, 'best', [
          `${path} was read most, with ${hits} or ${share} of all.`,
          `The most read page was ${path}: ${hits}, which is ${share} of all.`,
          `${hits}, ${share} of all, went to ${path}.`,
        ])
      : `No page was read more than ${path}, with ${hits} or ${share} of all.`,
  ];
  if (others.length > 0) {
    const names = joinList(others.map(row => `${formatPath(row.key)} (${formatNumber(row.current)})`));
    sentences.push(
      isAlone
        ? pickVariant(data, 'others', [`Next came ${names}.`, `It is followed by ${names}.`])
        : `Beside it came ${names}.`,
    );
  }
  const gainer = previous === null ? undefined : findGainer(data);
  if (gainer) sentences.push(gainSentence(data, gainer));
  return sentences.join(' ');
}

function gainSentence(data: InsightData, { key, current, previous }: Ranked): string {
  const change = percentChange(current, previous);
  const path = formatPath(key);
  const gain = formatNumber(current - previous);
  return change === null
    ? `${path} had no hits in the 7 days before and ${formatNumber(current)} in these.`
    : pickVariant(data, 'gain', [
        `${path} gained the most: ${gain} more hits than in the 7 days before, or ${formatPercent(change)}.`,
        `No page gained more than ${path}, with ${gain} more hits (${formatPercent(change)}).`,
      ]);
}

/** Finds the page that gained the most hits over the week before; undefined where none gained much. */
function findGainer({ figures }: InsightData): Ranked | undefined {
  const gains = figures.ranked.page.filter(
    ({ current, previous }) =>
      current - previous >= MIN_GAIN && current - previous >= MIN_GAIN_SHARE * previous,
  );
  return gains.toSorted((a, b) => b.current - b.previous - (a.current - a.previous))[0];
}
