/** Validates queries and bodies against schemas: strict types, and faults that name field, value and what is allowed. */
import { Kind, type Static, type TObject, type TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { invalidBody, invalidParameter } from '../core/errors.ts';
import {
  describeAllowed,
  EMPTY_IS_NULL,
  FAMILY,
  type FamilySchema,
  isFamily,
  isOptional,
  isRepeated,
  type RepeatedSchema,
} from './schema.ts';

const MAX_SHOWN_LENGTH = 60;
const MAX_SHOWN_DEPTH = 3;
const MAX_FAULTS = 20;
const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

function compileSchema(schema: TSchema): TypeCheck<TSchema> {
  let check = compiled.get(schema);
  if (!check) {
    check = TypeCompiler.Compile(schema);
    compiled.set(schema, check);
  }
  return check;
}

/** Formats a value for an error message: shortened, on one line and safe for a terminal. */
export function formatValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : formatStart(value, MAX_SHOWN_DEPTH);
  // JSON does not escape DEL, C1 controls and bidirectional marks.
  const safe = text.replace(/[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
  return safe.length > MAX_SHOWN_LENGTH ? `${safe.slice(0, MAX_SHOWN_LENGTH)}…` : safe;
}

/** Formats the beginning of a value as JSON: a body may be large, and deeper than the stack. */
function formatStart(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_SHOWN_LENGTH + 1));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
  const isArray = Array.isArray(value);
  const parts: string[] = [];
  for (const name in value) {
    if (depth === 0 || parts.length === MAX_SHOWN_LENGTH) {
      parts.push('…');
      break;
    }
    const item = formatStart((value as Record<string, unknown>)[name], depth - 1);
    parts.push(isArray ? item : `${JSON.stringify(name.slice(0, MAX_SHOWN_LENGTH))}:${item}`);
  }
  return isArray ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

/**
 * Validates a body. Throws 422 with every fault, at most 20. An absent body counts as an empty object where the schema
 * is an object, so that the faults name its fields.
 */
export function validateBody<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  const value = body === undefined && schema[Kind] === 'Object' ? {} : body;
  if (isEmptyPatch(schema, value))
    throw invalidBody(`at least one of ${Object.keys(schema['properties']).join(', ')} must be present`);
  const check = compileSchema(schema);
  if (check.Check(value)) return value as Static<Schema>;
  const faults = new Map<string, string>();
  for (const { type, path, schema: failed, value: got } of listFaults(check.Errors(value))) {
    const field = path.slice(1).replaceAll('/', '.') || 'body';
    const isUnknown = type === ValueErrorType.ObjectAdditionalProperties;
    if (!faults.has(field))
      faults.set(field, isUnknown ? formatUnknown(field, failed) : formatFault(field, failed, got));
    if (faults.size >= MAX_FAULTS) break;
  }
  throw invalidBody(...faults.values());
}

/** Lists errors; that of a union is those inside its only part whose type the value has, such as an item of a list or null. */
function* listFaults(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const parts = error.errors.map(part => [...firstOf(part, MAX_FAULTS)]);
    const inner = parts.filter(part => part.every(({ path }) => path.length > error.path.length));
    if (inner.length === 1) yield* listFaults(inner[0] ?? []);
    else yield error;
  }
}

function* firstOf<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let taken = 0;
  for (const item of items) {
    yield item;
    if (++taken === count) return;
  }
}

/** Returns whether a body lacks every property of which it needs at least one. */
const isEmptyPatch = (schema: TSchema, value: unknown): boolean =>
  schema['minProperties'] === 1 &&
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(schema['properties']).every(name => (value as Record<string, unknown>)[name] === undefined);

const formatUnknown = (field: string, { properties }: TSchema): string =>
  `${formatValue(field)} is unknown, allowed are ${Object.keys(properties).join(', ')}`;

function formatFault(field: string, schema: TSchema, got: unknown): string {
  if (got === undefined) return `${field} is required: ${describeAllowed(schema)}`;
  return `${field} must be ${describeAllowed(schema, got)}, got ${formatValue(got)}`;
}

/**
 * Parses query parameters by their schema; unknown ones are ignored. Throws 400 with the first fault: also for an empty
 * one, as a script's unset variable sends it, and for a repeated one, except with `repeated`.
 */
export function parseQuery<Query extends TObject>(schema: Query, parameters: URLSearchParams): Static<Query> {
  const query: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (isFamily(property)) {
      Object.assign(query, parseFamily(property, parameters));
      continue;
    }
    const value = isRepeated(property)
      ? parseRepeated(name, property, parameters.getAll(name))
      : parseSingle(name, property, parameters);
    if (value !== undefined) query[name] = value;
    else if (!isOptional(property))
      throw invalidParameter(`${name} is required: ${describeAllowed(property)}`);
  }
  return query as Static<Query>;
}

/** Parses the parameters whose names begin with a prefix of a family. */
function parseFamily({ [FAMILY]: family }: FamilySchema, parameters: URLSearchParams): object {
  const { prefixes, isName, allowed, maxParameters, parameter } = family;
  const found: [string, unknown][] = [];
  for (const key of new Set(parameters.keys())) {
    const prefix = prefixes.find(start => key.startsWith(start));
    if (prefix === undefined) continue;
    if (!isName(key.slice(prefix.length)))
      throw invalidParameter(`a parameter ${prefix}… must be ${allowed}, got ${formatValue(key)}`);
    if (found.length === maxParameters)
      throw invalidParameter(
        `at most ${maxParameters} parameters ${prefixes.join('… and ')}… in one request`,
      );
    found.push([key, parseRepeated(key, parameter, parameters.getAll(key))]);
  }
  return Object.fromEntries(found);
}

function parseRepeated(name: string, schema: RepeatedSchema, texts: readonly string[]): unknown {
  const values = new Set(texts);
  if (values.size > schema.maxItems)
    throw invalidParameter(
      `${name} may be given at most ${schema.maxItems} times in one request, got ${values.size}`,
    );
  const read = [...values].map(text =>
    text === '' && schema[EMPTY_IS_NULL] ? null : parseValue(name, schema.items, text),
  );
  return read.length === 0 ? undefined : read;
}

/** Returns the value of a parameter; undefined when absent. Throws 400 when it is repeated. */
export function getSingle(parameters: URLSearchParams, name: string): string | undefined {
  const texts = parameters.getAll(name);
  if (texts.length > 1) throw invalidParameter(`${name} may be given once, got it ${texts.length} times`);
  return texts[0];
}

function parseSingle(name: string, schema: TSchema, parameters: URLSearchParams): unknown {
  const text = getSingle(parameters, name);
  return text === undefined ? undefined : parseValue(name, schema, text);
}

function parseValue(name: string, schema: TSchema, text: string): unknown {
  if (text === '') throw invalidParameter(`${name} must be ${describeAllowed(schema)}, got an empty value`);
  const value = parseScalar(schema, text);
  if (value === undefined || !compileSchema(schema).Check(value))
    throw invalidParameter(
      `${name} must be ${describeAllowed(schema, text)}, got ${formatParameter(schema, text)}`,
    );
  return value;
}

function parseScalar(schema: TSchema, text: string): unknown {
  switch (schema[Kind]) {
    case 'Integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'Boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined;
    default:
      return text;
  }
}

/** Formats a parameter: numbers bare (`got 0`), everything else in quotes. */
const formatParameter = (schema: TSchema, text: string): string =>
  schema[Kind] === 'Integer' && /^-?\d{1,30}$/.test(text) ? text : formatValue(text);
