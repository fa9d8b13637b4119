/** The OpenAPI document as tests use it: its operations, and a check of answers against it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiAnswer } from './server.ts';

/** A JSON Schema as far as generators look into it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
}

interface MediaTypes {
  readonly 'application/json'?: { readonly schema: Schema };
  readonly 'text/csv'?: { readonly schema: Schema };
}

interface RawOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: MediaTypes };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: MediaTypes }>
  >;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly contact?: { readonly url: string };
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation extends RawOperation {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly bodySchema: Schema | undefined;
}

/** Every operation, its method in capitals. */
export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      bodySchema: operation.requestBody?.content['application/json']?.schema,
    })),
  );

/** The schema behind a reference. */
export function resolved(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? schema : document.components.schemas[name];
  if (!found) throw new Error(`the document has no schema ${name}`);
  return found;
}

/** Closes every object of a schema that names its fields: a client may send more, an answer has no field beside them. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return 'type' in node && node.type === 'object' && 'properties' in node
    ? { additionalProperties: false, ...copy }
    : copy;
}

/** A check of answers against schemas of the document, compiled once each. A field that is not documented is a fault. */
export function createSchemaCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components: closed(document.components) });
  const compiled = new Map<Schema, ValidateFunction>();
  /** What is wrong with a value; null when nothing is. */
  return (schema: Schema, value: unknown): string | null => {
    let validate = compiled.get(schema);
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
      validate = ajv.compile(closed(JSON.parse(text)) as Schema);
      compiled.set(schema, validate);
    }
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

/** What an answer has that its operation does not promise; null when nothing. */
export function faultOf(
  operation: Operation,
  { status, body }: Pick<ApiAnswer, 'status' | 'body'>,
  check: ReturnType<typeof createSchemaCheck>,
): string | null {
  const answer = operation.responses[status];
  if (!answer) return `${status} is not among the answers: ${JSON.stringify(body)}`;
  const media = typeof body === 'string' ? 'text/csv' : 'application/json';
  const schema = answer.content?.[media]?.schema;
  if (!schema) return body === null ? null : 'a body where none is promised';
  return check(schema, body);
}
