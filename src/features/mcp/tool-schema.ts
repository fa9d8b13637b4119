/** Builds a tool's schemas from its endpoint's: the arguments as one object, and the answer. */
import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Endpoint } from '../../http/endpoint.ts';
import {
  EMPTY_IS_NULL,
  findEnumValues,
  isOptional,
  isRepeated,
  oneOf,
  type RepeatedSchema,
} from '../../http/schema.ts';
import type { ToolRow } from './tools.ts';

/** A JSON Schema in wire form. */
export type JsonSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

const AccountId = Type.Optional(
  Type.Integer({ description: 'from list_accounts; left out: the personal one' }),
);

/** Returns the arguments that stand for parameters of the path, with the names of those. */
export const findPathIds = ({ pathId }: ToolRow, { path, scope }: Endpoint): ReadonlyMap<string, string> =>
  new Map(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name === 'id' ? (pathId ?? (scope === 'site' ? 'site_id' : 'id')) : name,
      name,
    ]),
  );

/** Builds the schema of a tool's arguments. */
export function toArguments(row: ToolRow, endpoint: Endpoint): TObject {
  const pathIds = findPathIds(row, endpoint).keys();
  const actsOnAccount = endpoint.scope === 'account' || endpoint.scope === 'site';
  const own = { ...endpoint.query?.properties, ...endpoint.body?.['properties'] } as TProperties;
  const kept = Object.entries(own).filter(([name]) => !row.leavesOut?.includes(name));
  return Type.Object({
    ...Object.fromEntries(pathIds.map(name => [name, idSchema(name)])),
    ...Object.fromEntries(kept.map(([name, schema]) => [name, oneOrSeveral(name, schema)])),
    ...(actsOnAccount ? { account_id: AccountId } : {}),
  });
}

const idSchema = (name: string): TSchema =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    ...(name === 'site_id' ? { description: 'from list_sites' } : {}),
  });

/** What most filters have in common. Models read every word of each: it is said once, by `list_hits`. */
const SAID_ONCE: ReadonlySet<string> = new Set(['exact', 'repeated: any of them', 'empty: rows without one']);

/** Converts a repeatable parameter to a list, or a single value. That `not_x` is the reverse of `x` is said once, too. */
function oneOrSeveral(name: string, schema: TSchema): TSchema {
  if (!isRepeated(schema)) return schema;
  const { maxItems, description = '' } = schema;
  const items = toValue(schema);
  const own = name.startsWith('not_') ? [] : description.split('; ').filter(part => !SAID_ONCE.has(part));
  const described = own.length === 0 ? {} : { description: own.join('; ') };
  const either = Type.Union([items, Type.Array(items, { maxItems })], described);
  return isOptional(schema) ? Type.Optional(either) : either;
}

/** Returns the schema of one value: an enum takes the empty text, too, where that selects rows without a value. */
function toValue({ items, ...schema }: RepeatedSchema): TSchema {
  const words = schema[EMPTY_IS_NULL] ? findEnumValues({ anyOf: items['anyOf'] }) : undefined;
  return words ? oneOf([...words, '']) : items;
}

/** A schema of an object as plain JSON that stands for itself. */
export const toJsonSchema = (schema: TSchema): JsonSchema => ({
  ...(plain(JSON.parse(JSON.stringify(schema))) as JsonSchema),
  type: 'object',
});

/** Names are for documents that refer to them, `allowed` is our own word for messages, and those name `maxItems`, too. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['$id', 'allowed', 'maxItems']);

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  const words = findEnumValues(node);
  if (words) {
    const { anyOf: _, ...rest } = node as { readonly anyOf?: unknown };
    return { ...rest, type: 'string', enum: words };
  }
  const entries = Object.entries(node).filter(
    ([key, value]) => (!OWN_KEYWORDS.has(key) && !isAnyId(key, value)) || isProperty(value),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => (isWord(key, value) ? ['enum', [value]] : [key, plain(value)])),
  );
}

/** The greatest number that JSON keeps exactly is the limit of every id: it is said in errors alone. */
const isAnyId = (key: string, value: unknown): boolean =>
  key === 'maximum' && value === Number.MAX_SAFE_INTEGER;

/** A choice of one: not every client knows `const`. */
const isWord = (key: string, value: unknown): boolean => key === 'const' && typeof value === 'string';

/** A property of that name is a schema of its own. */
const isProperty = (value: unknown): boolean => typeof value === 'object';
