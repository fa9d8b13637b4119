/** Matching of entries of the command palette. */

export interface Searchable {
  /** Heading of its group. */
  readonly group: string;
  readonly label: string;
  /** Further texts that match, such as a site's address. */
  readonly keywords?: string;
  /** From a list that may be long, such as the sites: all match, but only a few are suggested. */
  readonly isFromLongList?: boolean;
}

export interface MatchGroup<Entry> {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Matches shown of each group. */
const MAX_SHOWN = 12;
/** Entries of a long list that are suggested before anything is typed. */
const MAX_SUGGESTED = 4;

/** Converts to lower case, strips accents, and writes apostrophes as they are typed. */
export const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** Scores a word against a text: at its start 4, at the start of a word 3, anywhere else 1, no match 0. */
function scoreWord(word: string, text: string): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 4;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`[^\\p{L}\\p{N}]${escaped}`, 'u').test(text) ? 3 : 1;
}

/** Scores an entry against all words; 0 when one does not match. Its label counts more than its keywords. */
function scoreEntry({ label, keywords = '' }: Searchable, terms: readonly string[]): number {
  const [name, rest] = [normalize(label), normalize(keywords)];
  let score = 0;
  for (const word of terms) {
    const fit = Math.max(2 * scoreWord(word, name), scoreWord(word, rest));
    if (fit === 0) return 0;
    score += fit;
  }
  return score;
}

/** Whether an entry's label begins with a text. */
export const isNameOf = ({ label }: Searchable, text: string): boolean =>
  normalize(label).startsWith(normalize(text.trim()));

/**
 * Finds the entries that match every word of a text, grouped, best first. Without a text all of them, in their own
 * order.
 */
export function findEntries<Entry extends Searchable>(
  entries: readonly Entry[],
  text: string,
): MatchGroup<Entry>[] {
  const terms = normalize(text).split(/\s+/).filter(Boolean);
  const groups = new Map<string, { entry: Entry; score: number }[]>();
  for (const entry of entries) {
    const score = terms.length === 0 ? 1 : scoreEntry(entry, terms);
    if (score > 0) groups.set(entry.group, [...(groups.get(entry.group) ?? []), { entry, score }]);
  }
  return [...groups]
    .map(([name, found]) => ({ name, found: found.toSorted((a, b) => b.score - a.score) }))
    .toSorted((a, b) => (b.found[0]?.score ?? 0) - (a.found[0]?.score ?? 0))
    .map(({ name, found }) => {
      const isSuggestion = terms.length === 0 && found[0]?.entry.isFromLongList;
      return {
        name,
        entries: found.slice(0, isSuggestion ? MAX_SUGGESTED : MAX_SHOWN).map(({ entry }) => entry),
      };
    });
}
