/**
 * Tags of campaigns: which parameters of an address reports read, and how, the same for every column, in our own code and in the SQL of
 * every engine.
 *
 * The query is what is between the first question mark and the `#` after it; `&` alone separates its parameters. Names are read without
 * regard to case, since links are typed by hand. Of several with one name the first counts that has any text. A plus sign is a space,
 * and escapes are bytes of UTF-8: bytes that make no text leave the value as it stands, and so does a percent sign without two digits.
 * Control characters are spaces, `MAX_LENGTH.source` characters are read, and spaces around them are not part of the value. An empty
 * value is none.
 */
import { trimTrailing } from '../../lib/text.ts';
import { MAX_LENGTH } from '../limits.ts';

/** Dimensions that are a parameter of the url, and its name there. */
export const URL_PARAMETERS = {
  campaign: 'utm_campaign',
  medium: 'utm_medium',
  term: 'utm_term',
  content: 'utm_content',
} as const;
export type ParameterDimension = keyof typeof URL_PARAMETERS;
export const PARAMETER_DIMENSIONS = Object.keys(URL_PARAMETERS) as readonly ParameterDimension[];

/** Parameters that name a source, in order of precedence. Source: decisions, section 5. */
export const SOURCE_PARAMETERS = ['utm_source', 'source', 'ref', 'src'] as const;

/** Matches an address up to a parameter of its query. RE2, which the engines have, and JavaScript read it the same. */
export const BEFORE_PARAMETER = String.raw`^[^?]*\?(?:[^#]*?&)??`;

/** Matches a name in any case; a flag would take letters beyond ASCII for those of a name. */
const inAnyCase = (name: string): string =>
  name.replaceAll(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);

/** Returns the pattern whose first group is the value of a parameter, as it stands in the address. */
export const parameterPattern = (name: string): string => `${BEFORE_PARAMETER}${inAnyCase(name)}=([^&#]+)`;

/** Matches characters that are spaces in values. RE2 reads it the same. */
export const CONTROL_CHARACTER = String.raw`\p{Cc}`;
const CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTER, 'gu');

/** Compiled once for each name: several are read from the address of every hit. */
const patterns = new Map<string, RegExp>();

function getPattern(name: string): RegExp {
  const known = patterns.get(name);
  if (known) return known;
  const made = new RegExp(parameterPattern(name));
  patterns.set(name, made);
  return made;
}

/** Returns the value of a parameter of an address; null for none. */
export function readParameter(url: string, name: string): string | null {
  const found = getPattern(name).exec(url)?.[1];
  if (found === undefined) return null;
  const text = decode(found.replaceAll('+', ' ')).replaceAll(CONTROL_CHARACTERS, ' ');
  const read = text.length > MAX_LENGTH.source ? [...text].slice(0, MAX_LENGTH.source).join('') : text;
  return trimTrailing(read.replace(/^ +/, ''), ' ') || null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return text;
  }
}
