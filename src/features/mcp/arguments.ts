/** Arguments of a tool call, checked and put as the endpoint takes them. */
import type { TObject, TSchema } from '@sinclair/typebox';
import { invalidBody } from '../../core/errors.ts';
import { isOptional } from '../../http/schema.ts';
import { formatValue, validateBody } from '../../http/validate.ts';

/** Arguments as they came: an object of anything. */
export type Arguments = Readonly<Record<string, unknown>>;

const MAX_NAMED = 10;

/**
 * Validates arguments. Throws when one is missing, of another type, or unknown to the tool: a typo must not be taken
 * for "no filter". Some assistants send null for what they leave out.
 */
export function readArguments(schema: TObject, given: Arguments): Arguments {
  const known = Object.keys(schema.properties);
  const unknown = Object.keys(given).filter(name => !known.includes(name));
  if (unknown.length > 0) {
    const names = unknown.slice(0, MAX_NAMED).map(formatValue).join(', ');
    throw invalidBody(`there is no argument ${names}: there are ${known.join(', ') || 'none'}`);
  }
  const entries = Object.entries(given).filter(
    ([name, value]) => value !== null || !isLeftOut(schema.properties[name]),
  );
  return validateBody(schema, Object.fromEntries(entries)) as Arguments;
}

/** Returns whether null can only mean that the argument is missing. */
const isLeftOut = (schema: TSchema | undefined): boolean =>
  schema !== undefined &&
  isOptional(schema) &&
  !(schema['anyOf'] as TSchema[] | undefined)?.some(({ type }) => type === 'null');

/** Arguments as the parameters of an address: a list as a repeated one, an object as one for each of its keys. */
export function toParameters(given: Arguments): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(given).flatMap(openObject))
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each));
  return parameters;
}

const openObject = ([name, value]: [string, unknown]): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : [[name, value]];
