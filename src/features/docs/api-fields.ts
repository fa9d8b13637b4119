/** Documents schemas in Markdown: the type of a value, and the table of an object's fields. */
import { capitalize } from '../../lib/english.ts';
import { type ApiDocument, parseModelName, resolve, type Schema } from './api-document.ts';

/** Notes every model that a text links to, so that the reference can show it. */
export type NoteModel = (name: string) => void;

/** Address of a model within the reference. */
export const modelAnchor = (name: string): string => `model-${name}`;

/** Describes the type of a value and what is allowed. */
export function formatType(schema: Schema, note: NoteModel): string {
  const model = parseModelName(schema);
  if (model !== undefined) {
    note(model);
    return `[${model}](#${modelAnchor(model)})`;
  }
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return `one of ${schema.enum.map(code).join(', ')}`;
  if (schema.anyOf) return formatUnion(schema.anyOf, note);
  if (typeof schema.type === 'object')
    return schema.type.map(type => formatType({ ...schema, type }, note)).join(' or ');
  switch (schema.type) {
    case 'array':
      return formatArrayType(schema, note);
    case 'string':
      return formatStringType(schema);
    case 'integer':
    case 'number':
      return formatNumberType(schema);
    default:
      return schema.type ?? 'any JSON value';
  }
}

const code = (value: unknown): string =>
  `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;

function formatUnion(parts: readonly Schema[], note: NoteModel): string {
  const words = parts.filter(part => part.const !== undefined);
  const choice = words.length > 1 ? [`one of ${words.map(part => code(part.const)).join(', ')}`] : [];
  const others = parts.filter(part => words.length < 2 || part.const === undefined);
  return [...new Set([...choice, ...others.map(part => formatType(part, note))])].join(' or ');
}

function formatNumberType({ type, minimum, maximum }: Schema): string {
  // Every id is at least 1.
  const isPlain = maximum === undefined && (minimum === 0 || minimum === 1);
  return `${type}${isPlain ? '' : formatRange(minimum, maximum)}`;
}

function formatArrayType({ items = {}, minItems, maxItems }: Schema, note: NoteModel): string {
  return `array of ${formatType(items, note)}${formatRange(minItems, maxItems)}`;
}

function formatStringType({ format, pattern, minLength, maxLength }: Schema): string {
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'timestamp';
  if (pattern !== undefined) return `string like \`${pattern}\``;
  return `string${formatRange(minLength || undefined, maxLength, ' characters')}`;
}

function formatRange(minimum: number | undefined, maximum: number | undefined, unit = ''): string {
  // Limits that no client reaches are left out.
  const top = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (minimum !== undefined && top !== undefined) return `, ${minimum} to ${top}${unit}`;
  if (minimum !== undefined) return `, at least ${minimum}${unit}`;
  return top === undefined ? '' : `, at most ${top}${unit}`;
}

interface Row {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** Objects inside objects are opened so deep; what lies deeper is named by its type. */
const MAX_DEPTH = 4;

/** Fields of an object, those of objects inside it after them under `outer.inner`, `list[].inner`. */
function toRows(schema: Schema, prefix = '', depth = 1): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix + key;
    const row = { name, isRequired: schema.required?.includes(key) === true, schema: field };
    // The echo of the query repeats its parameters.
    if (depth === MAX_DEPTH || key === 'filters') return [row];
    return [row, ...rowsInside(field, name, depth)];
  });
}

function rowsInside(field: Schema, name: string, depth: number): Row[] {
  const parts = field.anyOf ?? [field];
  const items = parts.flatMap(({ items: item }) => (item ? (item.anyOf ?? [item]) : []));
  const rows = [
    ...parts.flatMap(part => toRows(part, `${name}.`, depth + 1)),
    ...items.flatMap(item => toRows(item, `${name}[].`, depth + 1)),
  ];
  // Of several shapes that a value may have, no field is in all.
  const isOne = items.length < 2;
  const firsts = rows.filter((row, at) => rows.findIndex(other => other.name === row.name) === at);
  return isOne ? firsts : firsts.map(row => ({ ...row, isRequired: false }));
}

/** A cell must not end its row. */
export const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

interface TableFacts {
  readonly document: ApiDocument;
  readonly note: NoteModel;
  readonly isRequest: boolean;
}

/** A table of an object's fields; when it may be of several shapes, what is other in each of them after it. */
export function fieldTables(schema: Schema, facts: TableFacts): string {
  const whole = resolve(schema, facts.document);
  const shapes = (whole.anyOf ?? [whole]).map(part =>
    resolveRows(resolve(part, facts.document), facts.document),
  );
  const [first = []] = shapes;
  if (first.length === 0) return `${capitalize(formatType(whole, facts.note))}.`;
  const others = shapes.slice(1).flatMap(rows => {
    const fresh = rows.filter(({ name }) => !first.some(row => row.name === name));
    if (fresh.length === 0) return [];
    const absent = first.filter(({ name }) => /^\w+$/.test(name) && !rows.some(row => row.name === name));
    const names = absent.map(({ name }) => `\`${name}\``).join(', ');
    return [names === '' ? 'Or:' : `Or, in the place of ${names}:`, formatTable(fresh, facts)];
  });
  return [formatTable(first, facts), ...others].join('\n\n');
}

function resolveRows(schema: Schema, document: ApiDocument): Row[] {
  return schema.items ? toRows(resolve(schema.items, document), '[].') : toRows(schema);
}

function formatTable(rows: readonly Row[], { note, isRequest }: TableFacts): string {
  const lines = rows.map(({ name, isRequired, schema }) => {
    const remark = isRequest && isRequired ? 'required' : !isRequest && !isRequired ? 'not always' : '';
    const meaning = [remark, formatDescription(schema, name)].filter(text => text !== '').join('; ');
    return `| \`${name}\` | ${cell(formatType(schema, note))} | ${cell(meaning)} |`;
  });
  return ['| Field | Type | Meaning |', '|---|---|---|', ...lines].join('\n');
}

function formatDescription({ description = '', format }: Schema, name: string): string {
  if (description === '' && name === 'filters') return 'the query in force, null where unset';
  // Formats of times and days are documented once, above all operations.
  return format !== undefined && /^(ISO 8601, UTC|`YYYY-MM-DD`)$/.test(description) ? '' : description;
}
