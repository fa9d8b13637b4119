/** Scans the text of JSON before it is parsed: the depth of its nesting, and the ends of an array's elements. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** By byte: whether it is a comma or a bracket. */
const IS_STRUCTURAL = new Uint8Array(256);
for (const byte of [COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT]) IS_STRUCTURAL[byte] = 1;

/** Returns whether objects and arrays are nested in one another more than `maxDepth` times. The text need not be valid JSON. */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  // Each level takes a character at least.
  if (text.length <= maxDepth) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++depth > maxDepth) return true;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Limits that are checked before anything is parsed. */
export interface ArrayLimits {
  /** Levels of nesting, the array itself among them. */
  readonly maxDepth: number;
  /** Of one element. */
  readonly maxBytes: number;
  /** Commas and opening brackets within one element: what makes parsing slow, more than its length. */
  readonly maxTokens: number;
  /** Maximum number of elements; beyond it they are only counted. */
  readonly maxElements: number;
}

/** Result of a scan. */
export type ArrayScan =
  /**
   * Of `count` elements the first one begins at `start`, and the nth ends before the nth of `ends`: a comma, for the
   * last one the bracket that closes the array. Of elements beyond `maxElements` no end is kept.
   */
  | {
      readonly kind: 'array';
      readonly start: number;
      readonly ends: readonly number[];
      readonly count: number;
    }
  | { readonly kind: 'not an array' | 'malformed' | 'too deep' }
  | { readonly kind: 'too large an element'; readonly index: number };

/**
 * Returns a function that scans the UTF-8 text of a JSON array, at most so many bytes of it with each call, and returns
 * what it found once it is done. What it takes for an array is one if, and only if, each element is valid JSON by
 * itself: parsing the elements one by one is parsing the whole.
 */
export function createArrayScanner(
  bytes: Uint8Array,
  { maxDepth, maxBytes, maxTokens, maxElements }: ArrayLimits,
): (most: number) => ArrayScan | undefined {
  const open = skipBlank(bytes, hasMark(bytes) ? 3 : 0);
  const start = open + 1;
  const ends: number[] = [];
  const state = { at: start, depth: 1, tokens: 0, commas: 0, elementStart: start, isInString: false };

  function scanSlice(stop: number): ArrayScan | undefined {
    let { at, isInString } = state;
    for (; at < stop; at++) {
      const byte = bytes[at] as number;
      if (isInString) {
        at = skipText(bytes, at, stop);
        if (at === stop) break;
        if (bytes[at] === BACKSLASH) at++;
        else isInString = false;
      } else if (byte === QUOTE) {
        isInString = true;
      } else if (IS_STRUCTURAL[byte]) {
        const scan = takeSign(byte, at);
        if (scan) return scan;
      }
    }
    state.at = at;
    state.isInString = isInString;
    return at >= bytes.length ? { kind: 'malformed' } : undefined;
  }

  /** Counts a comma or a bracket; returns what ends the scan. */
  function takeSign(byte: number, at: number): ArrayScan | undefined {
    const isClosing = byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
    if (isClosing) state.depth--;
    else if (byte !== COMMA && ++state.depth > maxDepth) return { kind: 'too deep' };
    const endsElement = isClosing ? state.depth === 0 : byte === COMMA && state.depth === 1;
    if (!isClosing && !endsElement) state.tokens++;
    if (state.tokens > maxTokens || (endsElement && at - state.elementStart > maxBytes))
      return { kind: 'too large an element', index: state.commas };
    if (!endsElement) return undefined;
    if (isClosing) return endAt(at, state.commas);
    if (state.commas++ < maxElements) ends.push(at);
    state.elementStart = at + 1;
    state.tokens = 0;
    return undefined;
  }

  function endAt(at: number, commas: number): ArrayScan {
    if (bytes[at] !== CLOSE_ARRAY || skipBlank(bytes, at + 1) < bytes.length) return { kind: 'malformed' };
    if (commas === 0 && skipBlank(bytes, start) === at) return { kind: 'array', start, ends, count: 0 };
    ends.push(at);
    return { kind: 'array', start, ends, count: commas + 1 };
  }

  return most =>
    bytes[open] === OPEN_ARRAY
      ? scanSlice(Math.min(bytes.length, state.at + most))
      : { kind: 'not an array' };
}

/** A byte order mark, which decoders leave out at the beginning of a text. */
const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Returns the first position from `at` on of a quotation mark or a backslash, at most `stop`. Most bytes are of texts. */
function skipText(bytes: Uint8Array, at: number, stop: number): number {
  let next = at;
  while (next < stop && bytes[next] !== QUOTE && bytes[next] !== BACKSLASH) next++;
  return next;
}

/** Returns the first position from `at` on that is no white space of JSON. */
function skipBlank(bytes: Uint8Array, at: number): number {
  let next = at;
  while (isBlank(bytes[next])) next++;
  return next;
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
