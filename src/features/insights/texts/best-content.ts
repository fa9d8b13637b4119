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
  if (!first || first.current < MIN_HITS) return 'No page stands out: none had more than a few pageviews.';
  const path = formatPath(first.key);
  const share = formatShare(first.current, current);
  const hits = formatCount(first.current, 'pageview');
  const isAlone = others[0]?.current !== first.current;
  const sentences = [
    isAlone
      ? pickVariant(data, 'best', [
          `Top page: ${path} with ${hits}, ${share} of all.`,
          `The top page was ${path}: ${hits}, ${share} of all.`,
          `${path} was the top page with ${hits}, ${share} of all.`,
        ])
      : `No page had more pageviews than ${path}: ${hits}, ${share} of all.`,
  ];
  if (others.length > 0) {
    const names = joinList(others.map(row => `${formatPath(row.key)} (${formatNumber(row.current)})`));
    sentences.push(
      isAlone
        ? pickVariant(data, 'others', [`Next: ${names}.`, `Followed by ${names}.`])
        : `Other top pages: ${names}.`,
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
    ? `New among your pages: ${path} with ${formatCount(current, 'pageview')}, none the week before.`
    : pickVariant(data, 'gain', [
        `${path} gained the most: ${gain} more pageviews than the week before (${formatPercent(change)}).`,
        `No page gained more than ${path}: ${gain} more pageviews (${formatPercent(change)}).`,
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
