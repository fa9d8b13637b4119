import { MAX_LENGTH } from '../core/limits.ts';
import { isLongerThan, stripByteOrderMarks } from '../lib/text.ts';

/** A parsed value, or every fault found. No exception, since a bad row must not fail its batch. */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Faults found so far, each a sentence with the field, the value and what is allowed. */
export type Faults = string[];

const MAX_PREVIEW_LENGTH = 40;

/**
 * Formats a value for an error message: texts quoted, escaped and shortened to 40 characters, numbers and booleans
 * as they are, arrays and objects by their type only.
 */
export function preview(value: unknown): string {
  if (typeof value === 'string') {
    const shown = value.length > MAX_PREVIEW_LENGTH ? `${value.slice(0, MAX_PREVIEW_LENGTH)}…` : value;
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

/** Parses an optional text; null when it is absent or invalid. Checks type, length and well-formedness. */
export function parseText(name: keyof typeof MAX_LENGTH, given: unknown, faults: Faults): string | null {
  if (typeof given !== 'string' || !isLongerThan(given, MAX_LENGTH[name]))
    return parseTextOfAnyLength(name, given, faults);
  faults.push(`${name} must be at most ${MAX_LENGTH[name]} characters, got ${given.length}`);
  return null;
}

/** The same without a limit of its length. */
export function parseTextOfAnyLength(name: string, given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') faults.push(`${name} must be a string, got ${preview(given)}`);
  else if (!given.isWellFormed())
    faults.push(`${name} must be valid Unicode, got half of a surrogate pair in ${preview(given)}`);
  else return stripByteOrderMarks(given);
  return null;
}
