/** The OpenAPI document as far as the reference reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

export interface ApiDocument {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Name of the model that a schema refers to; undefined for one that is written out. */
export const parseModelName = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1);

/** The schema itself, also where it is only referred to. */
export function resolve(schema: Schema, document: ApiDocument): Schema {
  const name = parseModelName(schema);
  return (name === undefined ? schema : document.components.schemas[name]) ?? {};
}

export const JSON_TYPE = 'application/json';

/** Schema of a body in JSON; undefined for an empty one. */
export const findJsonSchema = (body: Content | undefined): Schema | undefined =>
  body?.content?.[JSON_TYPE]?.schema;
