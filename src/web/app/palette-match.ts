/** Finding what somebody means by a few letters. */

export interface Searchable {
  /** Under which heading it stands. */
  readonly group: string;
  readonly label: string;
  /** Further texts by which it is found, such as a site's address. */
  readonly keywords?: string;
  /** One of many of its kind, such as a site: all are found, a few are offered. */
  readonly isFromLongList?: boolean;
}

export interface MatchGroup<Entry> {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Of each group; more are found by typing more. */
const MAX_SHOWN = 12;
/** Of a long group before anything is typed: the groups after it are to be seen. */
const MAX_SUGGESTED = 4;

/** Small letters without accents. */
const normalize = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a word fits a text: at its beginning, at that of one of its words, anywhere, not at all (0). */
function scoreWord(word: string, text: string): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 4;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`[^\\p{L}\\p{N}]${escaped}`, 'u').test(text) ? 3 : 1;
}

/** 0 when a word of the text is nowhere in the entry. Its name counts for more than its other texts. */
function scoreEntry({ label, keywords = '' }: Searchable, wanted: readonly string[]): number {
  const [name, rest] = [normalize(label), normalize(keywords)];
  let score = 0;
  for (const word of wanted) {
    const fit = Math.max(2 * scoreWord(word, name), scoreWord(word, rest));
    if (fit === 0) return 0;
    score += fit;
  }
  return score;
}

/** Entries that hold every word of a text, best first; their groups likewise. Without a text all, in their own order. */
export function findEntries<Entry extends Searchable>(
  entries: readonly Entry[],
  text: string,
): MatchGroup<Entry>[] {
  const wanted = normalize(text).split(/\s+/).filter(Boolean);
  const groups = new Map<string, { entry: Entry; score: number }[]>();
  for (const entry of entries) {
    const score = wanted.length === 0 ? 1 : scoreEntry(entry, wanted);
    if (score > 0) groups.set(entry.group, [...(groups.get(entry.group) ?? []), { entry, score }]);
  }
  return [...groups]
    .map(([name, found]) => ({ name, found: found.toSorted((a, b) => b.score - a.score) }))
    .toSorted((a, b) => (b.found[0]?.score ?? 0) - (a.found[0]?.score ?? 0))
    .map(({ name, found }) => {
      const isOffer = wanted.length === 0 && found[0]?.entry.isFromLongList;
      return { name, entries: found.slice(0, isOffer ? MAX_SUGGESTED : MAX_SHOWN).map(({ entry }) => entry) };
    });
}
