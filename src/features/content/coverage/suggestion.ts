/** Finds the page that a missing address most likely means. */
import leven from 'leven';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import { decodePath, isRedirectable, toPathKey } from './paths.ts';

/** A page that may be the new address. */
interface Candidate {
  readonly path: string;
  /** What a missing path is compared with. */
  readonly name: string;
  readonly letters: Uint8Array;
}

/** Pages that are compared at most, and their longest names. */
const MAX_CANDIDATES = 3000;
const MAX_NAME_LENGTH = 120;
/** Shorter paths are too much like every other. */
const MIN_NAME_LENGTH = 5;
/** Share of a path's characters that may differ. */
const MAX_DIFFERENCE = 0.35;
const SLICE_MS = 10;
/** Work of all comparisons of a search, as the product of the lengths that are compared: half a second or so. */
const MAX_WORK = 300_000_000;

/** Returns what paths are compared by: without case, the file of a folder, and the ending of a page. */
const toName = (path: string): string =>
  toPathKey(
    decodePath(path)
      .toLowerCase()
      .replace(/\/index\.(?:html?|php)$/, '')
      .replace(/\.(?:html?|php|aspx?|jsp)$/, ''),
  );

const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Returns whether the end of a path names a page: numbers, such as those of a date, do not. */
const isTelling = (part: string): boolean => part.length >= 3 && /\p{L}/u.test(part);

/** Counts the letters of a name, by the last five bits of each. */
function countLetters(name: string): Uint8Array {
  const letters = new Uint8Array(32);
  for (let at = 0; at < name.length; at++) {
    const letter = name.charCodeAt(at) & 31;
    letters[letter] = (letters[letter] ?? 0) + 1;
  }
  return letters;
}

/** Returns how many letters one name has and the other lacks: they differ in no fewer. */
function countLacking(own: Uint8Array, other: Uint8Array): number {
  let lacking = 0;
  for (let letter = 0; letter < own.length; letter++)
    lacking += Math.max(0, (own[letter] ?? 0) - (other[letter] ?? 0));
  return lacking;
}

/** Creates the search among pages, the likeliest first: of two that are as near, it is the one. */
export function createSuggester(paths: Iterable<string>) {
  const candidates: Candidate[] = [];
  const byName = new Map<string, Candidate>();
  const byLastPart = new Map<string, Candidate[]>();
  for (const path of paths) {
    if (candidates.length >= MAX_CANDIDATES) break;
    const name = toName(path);
    if (!isRedirectable(path) || byName.has(name)) continue;
    const candidate = { path, name, letters: countLetters(name) };
    candidates.push(candidate);
    byName.set(candidate.name, candidate);
    const part = lastPart(candidate.name);
    const others = byLastPart.get(part);
    if (others) others.push(candidate);
    else byLastPart.set(part, [candidate]);
  }

  /** Returns the page that has the same name, or ends in the same part; undefined without one. */
  function findSame(path: string): string | undefined {
    const name = toName(path);
    const same = byName.get(name);
    if (same) return same.path;
    const part = lastPart(name);
    return isTelling(part) ? findNearest(name, byLastPart.get(part) ?? [], name.length)?.path : undefined;
  }

  let work = 0;
  async function findSimilar(path: string): Promise<string | undefined> {
    const name = toName(path);
    if (name.length < MIN_NAME_LENGTH || name.length > MAX_NAME_LENGTH) return undefined;
    const slice = createTimeSlice(SLICE_MS);
    const letters = countLetters(name);
    let best: { readonly candidate: Candidate; readonly distance: number } | undefined;
    for (const candidate of candidates) {
      if (slice.isOver()) await slice.next();
      const longer = Math.max(name.length, candidate.name.length);
      const limit = Math.min(
        best?.distance ?? Number.POSITIVE_INFINITY,
        Math.floor(longer * MAX_DIFFERENCE) + 1,
      );
      const isUnlike =
        candidate.name === '/' ||
        Math.abs(name.length - candidate.name.length) >= limit ||
        countLacking(letters, candidate.letters) >= limit;
      if (isUnlike || work > MAX_WORK) continue;
      work += name.length * candidate.name.length;
      const distance = leven(name, candidate.name, { maxDistance: limit });
      if (distance < limit) best = { candidate, distance };
    }
    return best?.candidate.path;
  }

  return {
    findSame,
    /** Returns the likeliest new address of a missing path; null when no page is like it. */
    find: async (path: string): Promise<string | null> => findSame(path) ?? (await findSimilar(path)) ?? null,
  };
}

export type Suggester = ReturnType<typeof createSuggester>;

function findNearest(name: string, candidates: readonly Candidate[], limit: number): Candidate | undefined {
  const few = candidates.filter(({ name: other }) => other.length <= MAX_NAME_LENGTH).slice(0, 100);
  const distances = few.map(candidate => ({
    candidate,
    distance: leven(name.slice(0, MAX_NAME_LENGTH), candidate.name, { maxDistance: limit }),
  }));
  return distances.sort((a, b) => a.distance - b.distance).at(0)?.candidate;
}
