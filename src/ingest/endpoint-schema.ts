/** Schemas that the write endpoints share: fields of their bodies, and their answers. */
import { type TSchema, Type } from '@sinclair/typebox';
import { MAX_PROPERTIES, MAX_PROPERTY_LENGTH, PROPERTY_NAME } from '../core/hits/properties.ts';
import { MAX_AMOUNT } from '../core/hits/revenue.ts';
import { MAX_BATCH_ROWS, MAX_LENGTH } from '../core/limits.ts';
import { SCREENS } from '../core/screens.ts';
import { ok, type Reply } from '../http/endpoint.ts';
import { Id, Ignored, model, nullable, oneOf } from '../http/schema.ts';
import { toHex64 } from '../lib/hash.ts';
import type { Created, RowResult } from './writer.ts';

const limitedText = (name: keyof typeof MAX_LENGTH, description?: string) =>
  Type.Optional(
    nullable(Type.String({ maxLength: MAX_LENGTH[name], ...(description ? { description } : {}) })),
  );

export const PagePath = Type.String({
  minLength: 1,
  maxLength: MAX_LENGTH.path,
  description: 'a leading `/` is added when missing',
});

const PropertyValue = Type.Union([
  Type.String({ maxLength: MAX_PROPERTY_LENGTH }),
  Type.Number(),
  Type.Boolean(),
]);

/** Properties of a stored row. */
export const PropertiesField = nullable(Type.Record(Type.String(), PropertyValue), {
  description: 'properties of your own; null for none',
});

/** The field of a write with properties. */
export const propertiesField = {
  properties: Type.Optional(
    nullable(
      Type.Record(Type.String({ pattern: `^${PROPERTY_NAME}$` }), PropertyValue, {
        additionalProperties: false,
        maxProperties: MAX_PROPERTIES,
      }),
      {
        description:
          'properties of your own, such as `{"plan": "pro"}`: reports are filtered and grouped by them',
      },
    ),
  ),
};

/** Revenue of an event. */
export const Revenue = Type.Object({
  amount: Type.Number({ minimum: 0, maximum: MAX_AMOUNT, description: 'at most four decimals' }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' }),
});

/** Fields that every write may have. They document what `parse-write.ts` validates. */
export const visitFields = {
  country: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
  ip_address: Type.Optional(nullable(Type.String({ description: 'for country and visitor; never stored' }))),
  url: limitedText('url', "default: the site's url and the path"),
  referrer: limitedText('referrer'),
  user_agent: limitedText('user_agent'),
  visitor_id: limitedText('visitor_id', 'stable id of the visitor'),
  source: limitedText('source'),
  region: limitedText('region', 'kept if the site keeps regions'),
  city: limitedText('city', 'kept if the site keeps cities'),
  language: Type.Optional(
    nullable(Type.String({ description: 'a language tag, or the `Accept-Language` header of the visitor' })),
  ),
  screen: Type.Optional(nullable(oneOf(SCREENS, { description: 'size of the screen' }))),
};

const Hash = nullable(Type.String({ pattern: '^[0-9a-f]{16}$' }), {
  description: '16 hex digits; null for an anonymous write',
});
/** Fields that only the answer to a single write has. */
export const hashFields = { unique_hash: Hash, visitor_hash: Hash };

const presentHash = (hash: bigint | null): string | null => (hash === null ? null : toHex64(hash));

export const presentHashes = ({ uniqueHash, visitorHash }: Created) => ({
  unique_hash: presentHash(uniqueHash),
  visitor_hash: presentHash(visitorHash),
});

/** The success responses of a single write: the stored row is under `name`. */
export const writeResponses = (name: string, row: TSchema) => ({
  201: Type.Object({ status: Type.Literal('created'), [name]: row }),
  202: Ignored,
});

/** Creates the schema of a batch of rows. */
export const batchSchema = (row: TSchema, ...examples: readonly unknown[]) =>
  Type.Array(row, { maxItems: MAX_BATCH_ROWS, examples });

/** Source: decisions, section 4. */
export const BatchAnswer = model('BatchAnswer', {
  created_count: Type.Integer(),
  ignored_count: Type.Integer(),
  error_count: Type.Integer(),
  results: Type.Array(
    Type.Union([
      Type.Object({ index: Type.Integer(), status: Type.Literal('created'), id: Id }),
      Type.Object({ index: Type.Integer(), status: Type.Literal('ignored'), reason: Type.String() }),
      Type.Object({
        index: Type.Integer(),
        status: Type.Literal('error'),
        errors: Type.Array(Type.String()),
      }),
    ]),
  ),
});

export function toBatchReply(results: readonly RowResult[]): Reply {
  const count = (status: RowResult['status']) => results.filter(result => result.status === status).length;
  return ok({
    created_count: count('created'),
    ignored_count: count('ignored'),
    error_count: count('error'),
    results: results.map((result, index) => ({ index, ...result })),
  });
}
