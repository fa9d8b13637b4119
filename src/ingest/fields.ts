import { MAX_LENGTH } from '../core/limits.ts';

/** A value, or every fault found in it. A value and not an exception, since a bad row must not fail its batch. */
export type Accepted<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Faults found so far, each a sentence that names the field, what came and what is allowed. */
export type Faults = string[];

const GIST_LENGTH = 40;

/**
 * A value as an error message may show it: texts quoted, escaped and shortened to 40 characters, numbers and booleans
 * as they are, lists and objects by their kind only.
 */
export function gist(value: unknown): string {
  if (typeof value === 'string') {
    const shown = value.length > GIST_LENGTH ? `${value.slice(0, GIST_LENGTH)}…` : value;
    return JSON.stringify(shown.toWellFormed()).replace(
      /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
      escapeCharacter,
    );
  }
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : String(value);
}

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text of an optional field; null when it is absent or at fault. Its length, type and well-formedness are checked. */
export function readText(name: keyof typeof MAX_LENGTH, given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') {
    faults.push(`${name} must be a string, got ${gist(given)}`);
  } else if (isLongerThan(given, MAX_LENGTH[name])) {
    faults.push(`${name} must be at most ${MAX_LENGTH[name]} characters, got ${given.length}`);
  } else if (!given.isWellFormed()) {
    faults.push(`${name} must be valid Unicode, got half of a surrogate pair in ${gist(given)}`);
  } else {
    return withoutMarks(given);
  }
  return null;
}

/** A text without the byte order marks in front of it: nobody sees them, and the hits store would not give the first one back. */
export function withoutMarks(text: string): string {
  let start = 0;
  while (text.charCodeAt(start) === 0xfeff) start++;
  return start === 0 ? text : text.slice(start);
}

/** Whether a text has more characters (code points) than allowed. Counts only when the answer is not plain. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) count++;
  return count > max;
}

/** Whether a text has a control character (Unicode category Cc: line breaks, NUL, escape) in it. */
export function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  }
  return false;
}
