/**
 * Properties: what a site's owner adds to hits and events, by names of their own. They are stored as one text: a JSON object
 * without blanks, its names in order, so that equal properties are equal texts. Source: decisions, section 9.
 */
import { isLongerThan } from '../../lib/text.ts';

export type PropertyValue = string | number | boolean;
export type Properties = Readonly<Record<string, PropertyValue>>;

/** Properties of a hit or event at most. */
export const MAX_PROPERTIES = 20;
/** Length of a text at most, in characters. */
export const MAX_PROPERTY_LENGTH = 512;
/** Length of all of them at most, as they are stored: every character of a text may need an escape. */
export const MAX_PROPERTIES_TEXT = 32_768;

/** What a name is made of. */
export const PROPERTY_NAME = '[A-Za-z0-9_.\\-]{1,64}';
const NAME = new RegExp(`^${PROPERTY_NAME}$`);

export const isPropertyName = (name: string): boolean => NAME.test(name);

export const isPropertyText = (text: string): boolean => !isLongerThan(text, MAX_PROPERTY_LENGTH);

const PREFIX = 'property:';

/** A dimension: the values of a property, as text. A number and a text that is written like it are one value. */
export type PropertyDimension = `${typeof PREFIX}${string}`;

export const toPropertyDimension = (name: string): PropertyDimension => `${PREFIX}${name}`;

/** Returns the name of the property whose values a dimension has; undefined for other dimensions, and for what is no name. */
export function findPropertyName(dimension: string): string | undefined {
  if (!dimension.startsWith(PREFIX)) return undefined;
  const name = dimension.slice(PREFIX.length);
  return isPropertyName(name) ? name : undefined;
}

/** Plain ASCII without what JSON escapes: such a text is written as it stands. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Formats a value: a number as every engine answers it, `1e21` where JSON.stringify writes `1e+21`. */
function formatValue(value: PropertyValue): string {
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  return typeof value === 'number' ? JSON.stringify(value).replace('+', '') : String(value);
}

/** Returns properties of different names as they are stored; null for none. An empty text is no value. */
export function formatProperties(entries: (readonly [name: string, value: PropertyValue])[]): string | null {
  const sorted = entries.length > 1 ? entries.sort(([a], [b]) => (a < b ? -1 : 1)) : entries;
  let text = '';
  for (const [name, value] of sorted)
    if (value !== '') text += `${text === '' ? '{' : ','}"${name}":${formatValue(value)}`;
  return text === '' ? null : `${text}}`;
}

const isInOrder = (names: readonly string[]): boolean =>
  names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name);

/** Formats a valid value that JSON writes as it stands, an empty text as one; undefined for others. */
function formatPlainValue(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.length <= MAX_PROPERTY_LENGTH && PLAIN.test(value) ? `"${value}"` : undefined;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'number' && Number.isFinite(value) ? formatValue(value) : undefined;
}

/**
 * Formats valid properties whose texts JSON writes as they stand, in one pass; null for none. Undefined where any is invalid or has
 * another text: what is wrong, and what is to be escaped, takes a closer look.
 */
export function formatPlainProperties(given: Readonly<Record<string, unknown>>): string | null | undefined {
  const names = Object.keys(given);
  if (names.length > MAX_PROPERTIES) return undefined;
  let text = '';
  for (const name of isInOrder(names) ? names : names.sort()) {
    const value = formatPlainValue(given[name]);
    if (value === undefined || !NAME.test(name)) return undefined;
    if (value !== '""') text += `${text === '' ? '{"' : ',"'}${name}":${value}`;
  }
  return text === '' ? null : `${text}}`;
}

/** Returns stored properties as an object of its own; null for none. */
export const parseProperties = (text: string | null): Properties | null =>
  text === null ? null : (JSON.parse(text) as Properties);

/** Kinds of values of a property; one that has several is a `text`. */
export const PROPERTY_KINDS = ['text', 'number', 'boolean'] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];
