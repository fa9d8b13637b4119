/** Chooses the sentences about the most read pages, and the one that gained most. */
import type { Ranked } from '../detect/figures.ts';
import type { Sentences } from '../sentence-schema.ts';
import { cleanPath, type InsightData, topRows, weekTotals } from './insight-data.ts';

const MAX_PAGES = 3;
/** Pages with fewer hits could reveal a single visitor. */
const MIN_HITS = 3;
const MIN_GAIN = 10;
const MIN_GAIN_SHARE = 0.3;

/** Chooses a sentence or two. */
export function chooseBestContent(data: InsightData): Sentences['best_content'] {
  const { current, previous } = weekTotals(data);
  const [first, ...rest] = topRows(data, 'page', MAX_PAGES);
  const others = rest.filter(row => row.current >= MIN_HITS);
  if (!first || first.current < MIN_HITS) return [{ kind: 'no_top_page' }];
  const tied = others[0]?.current === first.current;
  const sentences: Sentences['best_content'] = [
    { kind: 'top_page', path: cleanPath(first.key), hits: first.current, all_hits: current, tied },
  ];
  if (others.length > 0) {
    const pages = others.map(row => ({ path: cleanPath(row.key), hits: row.current }));
    sentences.push({ kind: 'other_pages', pages, tied });
  }
  const gainer = previous === null ? undefined : findGainer(data);
  if (gainer)
    sentences.push({
      kind: 'page_gain',
      path: cleanPath(gainer.key),
      hits: gainer.current,
      previous_hits: gainer.previous,
    });
  return sentences;
}

/** Finds the page that gained the most hits over the week before; undefined where none gained much. */
function findGainer({ figures }: InsightData): Ranked | undefined {
  const gains = figures.ranked.page.filter(
    ({ current, previous }) =>
      current - previous >= MIN_GAIN && current - previous >= MIN_GAIN_SHARE * previous,
  );
  return gains.toSorted((a, b) => b.current - b.previous - (a.current - a.previous))[0];
}
