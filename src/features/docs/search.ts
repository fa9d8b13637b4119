/** Finds sections of the documentation by their words, without a script in the page. */

/** A part of a page below one heading. */
export interface SearchEntry {
  /** Address of the heading. */
  readonly href: string;
  readonly page: string;
  readonly title: string;
  /** What stands below it, without markup. */
  readonly text: string;
}

const MAX_RESULTS = 20;
/** Longer questions are cut. */
const MAX_QUERY_LENGTH = 100;
const EXCERPT_LENGTH = 160;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Tags between which words end; those of others are within words, or beside a point. */
const BLOCK_TAGS = /<\/?(?:p|li|ul|ol|table|tr|td|th|pre|h\d|br|section|div)\b[^>]*>/g;

/** Returns the text of a piece of HTML that we made. */
export const toPlainText = (html: string): string =>
  html
    .replace(BLOCK_TAGS, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** Splits a page that `pageToHtml` made at its headings. */
export const splitSections = (
  html: string,
  { page, path }: { readonly page: string; readonly path: string },
) =>
  html.split(/(?=<h[1-3] id=")/).flatMap((part): SearchEntry[] => {
    const [, level, anchor = '', title = ''] = /^<h([1-3]) id="([^"]+)">(.*?)<\/h\1>/s.exec(part) ?? [];
    if (level === undefined) return [];
    const text = toPlainText(part.slice(part.indexOf('</h')).replace(/^<\/h\d>/, ''));
    return [{ href: level === '1' ? path : `${path}#${anchor}`, page, title: toPlainText(title), text }];
  });

const wordsOf = (query: string): string[] =>
  query.slice(0, MAX_QUERY_LENGTH).toLowerCase().split(/\s+/).filter(Boolean);

/** Returns how well an entry fits: words of the title count most, those of the page's name next; null where one is missing. */
function scoreOf({ page, title, text }: SearchEntry, words: readonly string[]): number | null {
  let score = 0;
  for (const word of words) {
    if (title.toLowerCase().includes(word)) score += 10;
    else if (page.toLowerCase().includes(word)) score += 3;
    else if (text.toLowerCase().includes(word)) score += 1;
    else return null;
  }
  return score;
}

/** Finds the entries that have every word of a question, the best first; those of equal score in the order of the pages. */
export function searchEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .flatMap(entry => {
      const score = scoreOf(entry, words);
      return score === null ? [] : [{ entry, score }];
    })
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

/** Returns the text around the first word of a question that is in it. */
export function excerptOf({ text }: SearchEntry, query: string): string {
  const lower = text.toLowerCase();
  const found = wordsOf(query).map(word => lower.indexOf(word));
  const first = Math.min(...found.filter(at => at >= 0), text.length);
  const start = first === text.length ? 0 : text.lastIndexOf(' ', Math.max(0, first - 60)) + 1;
  const isCut = text.length > start + EXCERPT_LENGTH;
  const end = isCut ? text.lastIndexOf(' ', start + EXCERPT_LENGTH) : text.length;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${isCut ? ' …' : ''}`;
}
