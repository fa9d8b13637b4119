/** The pages that were read most, and the one that gained most. */
import type { Ranked } from '../detect/figures.ts';
import { choose } from './choose.ts';
import { pathInWords, type Story, topOf, weekTotals } from './story.ts';
import { changeOf, counted, figure, listed, percent, shareInWords } from './words.ts';

const MOST_PAGES = 3;
/** What fewer have read is nobody's business. */
const LEAST_HITS = 3;
const LEAST_GAIN = 10;
const LEAST_GAIN_SHARE = 0.3;

/** A sentence or two. */
export function writeBestContent(story: Story): string {
  const { current, previous } = weekTotals(story);
  const [first, ...rest] = topOf(story, 'page', MOST_PAGES);
  const others = rest.filter(row => row.current >= LEAST_HITS);
  if (!first || first.current < LEAST_HITS) return 'No page stands out: none had more than a hit or two.';
  const path = pathInWords(first.key);
  const share = shareInWords(first.current, current);
  const hits = counted(first.current, 'hit');
  const isAlone = others[0]?.current !== first.current;
  const sentences = [
    isAlone
      ? choose(story, 'best', [
          `${path} was read most, with ${hits} or ${share} of all.`,
          `The most read page was ${path}: ${hits}, which is ${share} of all.`,
          `${hits}, ${share} of all, went to ${path}.`,
        ])
      : `No page was read more than ${path}, with ${hits} or ${share} of all.`,
  ];
  if (others.length > 0) {
    const names = listed(others.map(row => `${pathInWords(row.key)} (${figure(row.current)})`));
    sentences.push(
      isAlone
        ? choose(story, 'others', [`Next came ${names}.`, `It is followed by ${names}.`])
        : `Beside it came ${names}.`,
    );
  }
  const gainer = previous === null ? undefined : gainerOf(story);
  if (gainer) sentences.push(gainSentence(story, gainer));
  return sentences.join(' ');
}

function gainSentence(story: Story, { key, current, previous }: Ranked): string {
  const change = changeOf(current, previous);
  const path = pathInWords(key);
  const gain = figure(current - previous);
  return change === null
    ? `${path} had no hits in the 7 days before and ${figure(current)} in these.`
    : choose(story, 'gain', [
        `${path} gained the most: ${gain} more hits than in the 7 days before, or ${percent(change)}.`,
        `No page gained more than ${path}, with ${gain} more hits (${percent(change)}).`,
      ]);
}

/** The page with the most hits more than in the week before; undefined where none gained much. */
function gainerOf({ figures }: Story): Ranked | undefined {
  const gains = figures.ranked.page.filter(
    ({ current, previous }) =>
      current - previous >= LEAST_GAIN && current - previous >= LEAST_GAIN_SHARE * previous,
  );
  return gains.toSorted((a, b) => b.current - b.previous - (a.current - a.previous))[0];
}
