/** Finding what somebody means by a few letters. */

export interface Findable {
  /** Under which heading it stands. */
  readonly group: string;
  readonly words: string;
  /** Further texts by which it is found, such as a site's address. */
  readonly also?: string;
  /** One of many of its kind, such as a site: all are found, a few are offered. */
  readonly isOneOfMany?: boolean;
}

export interface FoundGroup<Entry> {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Of each group; more are found by typing more. */
const MAX_SHOWN = 12;
/** Of a long group before anything is typed: the groups after it are to be seen. */
const MAX_OFFERED = 4;

/** Small letters without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a word fits a text: at its beginning, at that of one of its words, anywhere, not at all (0). */
function fitOf(word: string, text: string): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 4;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`[^\\p{L}\\p{N}]${escaped}`, 'u').test(text) ? 3 : 1;
}

/** 0 when a word of the text is nowhere in the entry. Its name counts for more than its other texts. */
function scoreOf({ words, also = '' }: Findable, wanted: readonly string[]): number {
  const [name, rest] = [plain(words), plain(also)];
  let score = 0;
  for (const word of wanted) {
    const fit = Math.max(2 * fitOf(word, name), fitOf(word, rest));
    if (fit === 0) return 0;
    score += fit;
  }
  return score;
}

/** Entries that hold every word of a text, best first; their groups likewise. Without a text all, in their own order. */
export function findEntries<Entry extends Findable>(
  entries: readonly Entry[],
  text: string,
): FoundGroup<Entry>[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  const groups = new Map<string, { entry: Entry; score: number }[]>();
  for (const entry of entries) {
    const score = wanted.length === 0 ? 1 : scoreOf(entry, wanted);
    if (score > 0) groups.set(entry.group, [...(groups.get(entry.group) ?? []), { entry, score }]);
  }
  return [...groups]
    .map(([name, found]) => ({ name, found: found.toSorted((a, b) => b.score - a.score) }))
    .toSorted((a, b) => (b.found[0]?.score ?? 0) - (a.found[0]?.score ?? 0))
    .map(({ name, found }) => {
      const isOffer = wanted.length === 0 && found[0]?.entry.isOneOfMany;
      return { name, entries: found.slice(0, isOffer ? MAX_OFFERED : MAX_SHOWN).map(({ entry }) => entry) };
    });
}
