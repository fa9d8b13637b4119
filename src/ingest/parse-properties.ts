/** Parses properties of hits and events: those of the API strictly, those of a page as far as they can be kept. */
import {
  formatPlainProperties,
  formatProperties,
  isPropertyName,
  isPropertyText,
  MAX_PROPERTIES,
  MAX_PROPERTY_LENGTH,
  type PropertyValue,
} from '../core/hits/properties.ts';
import { hasControlCharacter, stripByteOrderMarks } from '../lib/text.ts';
import { type Faults, preview } from './fields.ts';

/** Faults that are listed at most: an object may have any number of names. */
const MAX_FAULTS = 5;

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Returns what is wrong with a value; null when it is one that a property may have. */
function findValueFault(value: unknown): string | null {
  if (typeof value === 'boolean') return null;
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : `must be a finite number, got ${preview(value)}`;
  if (typeof value !== 'string') return `must be a string, a number, true or false, got ${preview(value)}`;
  if (!isPropertyText(value)) return `must be at most ${MAX_PROPERTY_LENGTH} characters, got ${value.length}`;
  if (!value.isWellFormed())
    return `must be valid Unicode, got half of a surrogate pair in ${preview(value)}`;
  return hasControlCharacter(value) ? `must not contain control characters, got ${preview(value)}` : null;
}

const toStored = (value: PropertyValue): PropertyValue =>
  typeof value === 'string' ? stripByteOrderMarks(value) : value;

/** Parses properties as they are stored; null when they are absent, empty or invalid. */
export function parseProperties(given: unknown, faults: Faults): string | null {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) {
    faults.push(`properties must be a JSON object, got ${preview(given)}`);
    return null;
  }
  const plain = formatPlainProperties(given);
  if (plain !== undefined) return plain;
  const names = Object.keys(given);
  if (names.length > MAX_PROPERTIES) {
    faults.push(`properties must have at most ${MAX_PROPERTIES} keys, got ${names.length}`);
    return null;
  }
  const found: string[] = [];
  const entries: [string, PropertyValue][] = [];
  for (const name of names) {
    const value = given[name];
    if (!isPropertyName(name)) {
      found.push(
        `a key of properties must be 1 to 64 of the characters A-Z a-z 0-9 _ . -, got ${preview(name)}`,
      );
      continue;
    }
    const fault = findValueFault(value);
    if (fault !== null) found.push(`properties.${name} ${fault}`);
    else entries.push([name, toStored(value as PropertyValue)]);
  }
  if (found.length === 0) return formatProperties(entries);
  faults.push(...found.slice(0, MAX_FAULTS));
  return null;
}

/** Repairs a value that a page sent; undefined when nothing of it can be kept. */
function repairValue(value: unknown): PropertyValue | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = stripByteOrderMarks(value.toWellFormed()).replace(/\p{Cc}+/gu, ' ');
  return isPropertyText(text) ? text : [...text].slice(0, MAX_PROPERTY_LENGTH).join('');
}

/** Parses JSON from a text, as in a query string; undefined if it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses properties in a text of JSON, as they are stored; undefined when they are invalid. */
export function parsePropertiesText(text: string): string | null | undefined {
  const faults: string[] = [];
  const stored = parseProperties(parseJson(text) ?? text, faults);
  return faults.length === 0 ? stored : undefined;
}

/**
 * Returns the properties that a page sent as they are stored: invalid ones are left out, as are all after the first 20,
 * a text that is too long is truncated, control characters become blanks.
 */
export function repairProperties(given: unknown): string | null {
  const properties = typeof given === 'string' ? parseJson(given) : given;
  if (!isObject(properties)) return null;
  const plain = formatPlainProperties(properties);
  if (plain !== undefined) return plain;
  const kept: [string, PropertyValue][] = [];
  for (const name in properties) {
    if (kept.length === MAX_PROPERTIES) break;
    const value = isPropertyName(name) ? repairValue(properties[name]) : undefined;
    if (value !== undefined) kept.push([name, value]);
  }
  return formatProperties(kept);
}
