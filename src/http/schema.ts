/** TypeBox schemas that every feature shares, and descriptions of what a schema allows. */
import {
  FormatRegistry,
  Kind,
  OptionalKind,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  Type,
  TypeRegistry,
} from '@sinclair/typebox';
import { isLongerThan } from '../lib/text.ts';
import { DAYS, isDay, isInstant, isTimeZone, withZone } from '../lib/time.ts';

FormatRegistry.Set('date', isDay);
FormatRegistry.Set('date-time', isInstant);
FormatRegistry.Set('utc-date-time', text => isInstant(withZone(text)));

/** Lengths count characters (code points), as JSON Schema does; those of `Type.String` count UTF-16 code units. */
TypeRegistry.Set<TString>('Text', ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }, value) => {
  return typeof value === 'string' && value.length >= minLength && !isLongerThan(value, maxLength);
});

/** Creates the schema of a text of limited length. */
export const text = (options: { minLength?: number; maxLength: number; description?: string }) =>
  Type.Unsafe<string>({ ...options, type: 'string', [Kind]: 'Text' });

const MAX_TIME_ZONE_LENGTH = 100;
TypeRegistry.Set(
  'TimeZone',
  (_, value) => typeof value === 'string' && value.length <= MAX_TIME_ZONE_LENGTH && isTimeZone(value),
);

/** Creates the schema of the name of a time zone. */
export const timeZoneName = (description: string) =>
  Type.Unsafe<string>({
    [Kind]: 'TimeZone',
    type: 'string',
    maxLength: MAX_TIME_ZONE_LENGTH,
    allowed: 'the name of a time zone such as Europe/Berlin',
    description,
  });

/** Creates the schema of an enum. */
export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  options: { description?: string } = {},
) =>
  Type.Unsafe<Words[number]>(
    Type.Union(
      words.map(word => Type.Literal(word)),
      options,
    ),
  );

/** Finds the values of a schema that `oneOf` created; undefined for any other. */
export function findEnumValues({ anyOf }: { readonly anyOf?: unknown }): string[] | undefined {
  const words: unknown[] = Array.isArray(anyOf) ? anyOf.map(part => part.const) : [];
  return words.length > 0 && words.every(word => typeof word === 'string') ? words : undefined;
}

/** Limit of the values of a repeated parameter. */
const MAX_REPEATED = 20;
/** In a schema of `repeated`: an empty parameter is the value null. Not part of the document. */
export const EMPTY_IS_NULL = Symbol('an empty parameter stands for null');

/** A schema that `repeated` created. */
export interface RepeatedSchema extends TSchema {
  readonly items: TSchema;
  readonly maxItems: number;
  readonly [EMPTY_IS_NULL]: boolean;
}

/** Creates the schema of a query parameter that may be repeated, and is parsed as the list of its values. */
export const repeated = (
  items: TSchema,
  options: { readonly description?: string; readonly emptyIsNull?: boolean } = {},
) => {
  const { emptyIsNull = false, ...facts } = options;
  const list = Type.Array(items, { ...facts, maxItems: MAX_REPEATED });
  return Type.Unsafe<(string | null)[]>({ ...list, [EMPTY_IS_NULL]: emptyIsNull });
};

/** In a schema of `parameterFamily`: the parameters that it stands for. Not part of the document. */
export const FAMILY = Symbol('parameters whose names the caller completes');

/** Parameters that are a prefix and a name of the caller's; each is one of its own, as if the schema named it. */
interface ParameterFamily {
  readonly prefixes: readonly string[];
  readonly isName: (name: string) => boolean;
  /** What is allowed, to complete "must be …". */
  readonly allowed: string;
  /** Parameters of the family in one request at most. */
  readonly maxParameters: number;
  /** Schema of each. */
  readonly parameter: RepeatedSchema;
}

export interface FamilySchema extends TSchema {
  readonly [FAMILY]: ParameterFamily;
}

/** Creates the schema of an object whose keys are parameters of their own: in OpenAPI, form style with `explode`. */
export const parameterFamily = (
  family: Omit<ParameterFamily, 'parameter'> & {
    readonly pattern: string;
    readonly parameter: ReturnType<typeof repeated>;
    readonly description: string;
  },
) => {
  const { pattern, parameter, description, ...facts } = family;
  const { items } = parameter as unknown as RepeatedSchema;
  return Type.Unsafe<Record<string, (string | null)[]>>({
    ...Type.Record(
      Type.String({ pattern }),
      Type.Union([items, Type.Array(items, { maxItems: MAX_REPEATED })]),
      { description, additionalProperties: false },
    ),
    [FAMILY]: { ...facts, parameter },
  });
};

export const isFamily = (schema: TSchema): schema is FamilySchema => FAMILY in schema;

export const isRepeated = (schema: TSchema): schema is RepeatedSchema => EMPTY_IS_NULL in schema;

export const nullable = <Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** Creates the schema of a field that may be left out or null. */
export const optional = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(nullable(schema, { description }));

export const Day = Type.String({ format: 'date', description: '`YYYY-MM-DD`' });
/** An instant in a request: without a time zone it is UTC, as in imported files. */
export const InputTime = Type.String({
  format: 'utc-date-time',
  description: 'ISO 8601; UTC without a zone',
});

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
export const Id = Type.Integer({ minimum: 1 });

/** Creates a named object schema, which the OpenAPI document refers to; the document shows the examples. */
export const model = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  ...examples: readonly unknown[]
): TObject<Properties> =>
  Type.Object(properties, { $id: name, ...(examples.length > 0 ? { examples } : {}) });

/** Creates the model of a PATCH body: optional properties, at least one of which must be present. */
export const patchModel = <Properties extends TProperties>(
  name: string,
  properties: Properties,
  ...examples: readonly unknown[]
): TObject<Properties> => ({ ...model(name, properties, ...examples), minProperties: 1 });

export const ErrorBody = model('Error', { error: Type.String() });
export const IngestionErrorBody = model('IngestionError', {
  status: Type.Literal('error'),
  errors: Type.Array(Type.String()),
});
export const Ignored = model('Ignored', { status: Type.Literal('ignored'), reason: Type.String() });

/** Describes what a schema allows, to complete "must be …"; for some values it says more. */
export function describeAllowed(schema: TSchema, got?: unknown): string {
  if (schema['format'] && typeof got === 'string' && isBeyondDays(got))
    return `${describeString(schema)} from ${DAYS.first} to ${DAYS.last}`;
  if (schema['anyOf']) return describeUnion(schema['anyOf'] as TSchema[]);
  switch (schema[Kind]) {
    case 'Integer':
      return `an integer${describeRange(schema)}`;
    case 'Number':
      return `a number${describeRange(schema)}`;
    case 'Boolean':
      return 'true or false';
    case 'Null':
      return 'null';
    case 'Literal':
      return String(schema['const']);
    case 'Array':
      return `an array${describeCount(schema)}`;
    case 'String':
    case 'Text':
      return describeString(schema);
    default:
      return schema['allowed'] ?? 'a JSON object';
  }
}

const isBeyondDays = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) && (text.slice(0, 10) < DAYS.first || text.slice(0, 10) > DAYS.last);

function describeCount({ minItems, maxItems }: TSchema): string {
  if (minItems && maxItems) return ` of ${minItems} to ${maxItems}`;
  if (minItems) return ` of at least ${minItems}`;
  return maxItems ? ` of at most ${maxItems}` : '';
}

function describeUnion(parts: TSchema[]): string {
  const words = parts
    .filter(part => part[Kind] === 'Literal')
    .map(part => (part['const'] === '' ? '""' : String(part['const'])));
  if (words.length === parts.length) return words.length === 1 ? `${words[0]}` : `one of ${words.join(', ')}`;
  return parts.map(describeAllowed).join(' or ');
}

function describeString(schema: TSchema): string {
  if (schema['format'] === 'date') return 'a date in the form YYYY-MM-DD';
  if (schema['format'] === 'date-time' || schema['format'] === 'utc-date-time')
    return 'an ISO 8601 instant such as 2026-01-31T12:00:00Z';
  const { minLength = 0, maxLength } = schema as { minLength?: number; maxLength?: number };
  const form = schema['allowed'] ?? 'a string';
  if (maxLength !== undefined)
    return `${form} of ${minLength > 0 ? `${minLength} to` : 'at most'} ${maxLength} characters`;
  return minLength > 0 ? `${form} that is not blank` : String(form);
}

function describeRange({ minimum, maximum }: TSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

/** Returns whether a property is optional. */
export const isOptional = (schema: TSchema): boolean => schema[OptionalKind] === 'Optional';
