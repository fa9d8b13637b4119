/** Documents operations in Markdown, for both forms of the reference. */
import {
  type ApiDocument,
  findJsonSchema,
  JSON_TYPE,
  type Operation,
  type Parameter,
  resolve,
} from './api-document.ts';
import { cell, fieldTables, formatType, type NoteModel } from './api-fields.ts';

/** An answer of an operation. */
interface AnswerText {
  readonly status: string;
  readonly sentence: string;
  /** Its fields; empty for an empty body. */
  readonly fields: string;
}

/** One operation; those that differ in nothing but their method are one. */
export interface OperationText {
  /** Operation ids, the first one's own. */
  readonly ids: readonly string[];
  readonly methods: readonly string[];
  /** Below the API's root, parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly access: string;
  /** Empty where there are none. */
  readonly parameters: string;
  readonly body: string;
  /** Example of a body, and the call as a command. */
  readonly example: string;
  readonly answers: readonly AnswerText[];
  /** Answers that every call of its kind may give. */
  readonly failures: string;
}

export interface TagText {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationText[];
}

/** Every operation, in the document's order, under its tag. */
export function describeOperations(document: ApiDocument, note: NoteModel): TagText[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    mergeTwins(
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    ),
  );
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations
      .filter(([first]) => first.operation.tags.includes(name))
      .map(twins => describe(twins, document, note)),
  }));
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}
type Calls = readonly [Call, ...Call[]];

/** PATCH and PUT of a path do the same here. */
function mergeTwins(calls: readonly Call[]): Calls[] {
  const merged = new Map<string, [Call, ...Call[]]>();
  for (const call of calls) {
    const twins = merged.get(call.operation.summary);
    if (twins) twins.push(call);
    else merged.set(call.operation.summary, [call]);
  }
  return [...merged.values()];
}

function describe(twins: Calls, document: ApiDocument, note: NoteModel): OperationText {
  const [{ operation, path }] = twins;
  const bodySchema = findJsonSchema(operation.requestBody);
  return {
    ids: twins.map(twin => twin.operation.operationId),
    methods: twins.map(twin => twin.method),
    path,
    summary: operation.summary,
    access: operation.description,
    parameters: describeParameters(twins[0], document, note),
    body: bodySchema ? fieldTables(bodySchema, { document, note, isRequest: true }) : '',
    example: formatExample(twins[0], document),
    ...describeAnswers(operation, document, note),
  };
}

/** Explained once, above all operations: every operation on an account has it. */
const COMMON_PARAMETER = 'account_id';

const FILE_ENDING = '.csv';

/** Whether a parameter is the number of something in the path, which the path says already. */
const isNumberInPath = ({ in: place, schema, description }: Parameter): boolean =>
  place === 'path' && schema.type === 'integer' && description === undefined;

/** Parameters that another operation documents, and the sentence that refers to it. */
interface Referred {
  readonly names: ReadonlySet<string>;
  readonly sentence: string;
}

/** Same filters that are worth a reference. */
const MIN_SAME_FILTERS = 10;

const refer = (
  start: string,
  operation: Operation,
  { all, same = all }: { readonly all: readonly Parameter[]; readonly same?: readonly Parameter[] },
): Referred => {
  const own = new Set(operation.parameters?.map(({ name }) => name));
  const lacking = all.filter(({ name }) => name !== COMMON_PARAMETER && !own.has(name));
  const but = lacking.length === 0 ? '' : ` but ${lacking.map(({ name }) => `\`${name}\``).join(', ')}`;
  return { names: new Set(same.map(({ name }) => name)), sentence: `${start}${but}.` };
};

/** Finds parameters that another operation documents: a file has those of its list, a report the filters of the first one with the same. */
function findReferred({ path, operation }: Call, document: ApiDocument): Referred | undefined {
  const listPath = path.endsWith(FILE_ENDING) ? path.slice(0, -FILE_ENDING.length) : '';
  const ofList = document.paths[listPath]?.['get']?.parameters;
  if (ofList) return refer(`Those of \`GET ${listPath}\``, operation, { all: ofList });
  const own = new Set(listFilters(operation).map(each => JSON.stringify(each)));
  if (own.size < MIN_SAME_FILTERS) return undefined;
  for (const [reportPath, { get: report }] of Object.entries(document.paths)) {
    if (report === operation) return undefined;
    const all = report ? listFilters(report) : [];
    const same = all.filter(each => own.has(JSON.stringify(each)));
    if (same.length < MIN_SAME_FILTERS) continue;
    const start = `The filters of [\`GET ${reportPath}\`](#${report?.operationId})`;
    return refer(start, operation, { all, same });
  }
  return undefined;
}

/** Returns the parameters that rows are kept or left out by. */
function listFilters({ parameters = [] }: Operation): Parameter[] {
  const names = new Set(parameters.map(({ name }) => name));
  return parameters.filter(({ name }) => names.has(`not_${name}`) || names.has(parseNegatedName(name) ?? ''));
}

/** Documents parameters; those that another operation documents are not repeated. */
function describeParameters(call: Call, document: ApiDocument, note: NoteModel): string {
  const referred = findReferred(call, document);
  const parameters = (call.operation.parameters ?? []).filter(
    each => !(each.name === COMMON_PARAMETER || isNumberInPath(each) || referred?.names.has(each.name)),
  );
  return [referred?.sentence, parameterTable(parameters, note)].filter(Boolean).join('\n\n');
}

function parameterTable(parameters: readonly Parameter[], note: NoteModel): string {
  if (parameters.length === 0) return '';
  const names = new Set(parameters.map(({ name }) => name));
  const rows = parameters
    .filter(({ name }) => !names.has(parseNegatedName(name) ?? ''))
    .map(parameter => {
      const { name } = parameter;
      const twin = names.has(`not_${name}`) ? `, \`not_${name}\`` : '';
      return `| \`${name}\`${twin} | ${cell(parameterType(parameter, note))} | ${cell(parameterMeaning(parameter))} |`;
    });
  return ['| Parameter | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The filter that an excluding one is the twin of: both are shown in one row. */
const parseNegatedName = (name: string): string | undefined => /^not_(.+)$/.exec(name)?.[1];

function parameterType({ schema }: Parameter, note: NoteModel): string {
  const { type, items, maxItems } = schema;
  if (type !== 'array' || !items) return formatType(schema, note);
  return `${formatType(items, note)}; ${maxItems === undefined ? 'repeatable' : `up to ${maxItems} times`}`;
}

function parameterMeaning({ in: place, required, description, schema }: Parameter): string {
  const remark =
    place === 'path' ? 'in the path' : place === 'header' ? 'a header' : required ? 'required' : '';
  return [remark, description ?? schema.description ?? ''].filter(text => text !== '').join('; ');
}

/** Ids that stand for whatever there is. */
const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, '1');

function formatExample({ method, path, operation }: Call, document: ApiDocument): string {
  const [server] = document.servers;
  const address = `${server?.url ?? ''}${path === '/' ? '' : filled(path)}`;
  const isOpen = operation.security?.length === 0;
  const bodySchema = findJsonSchema(operation.requestBody);
  const [body] = (bodySchema && resolve(bodySchema, document).examples) ?? [];
  const words = [
    method === 'GET' || (method === 'POST' && body !== undefined) ? 'curl' : `curl -X ${method}`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
    `"${address}"`,
  ];
  const [command, ...rest] = words;
  // Short JSON stays on one line.
  const text = rest.length === 1 ? words.join(' ') : [command, ...rest].join(' \\\n  ');
  return ['```sh', text, '```'].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function describeAnswers(operation: Operation, document: ApiDocument, note: NoteModel) {
  const all = Object.entries(operation.responses);
  const isSuccess = (status: string): boolean => status.startsWith('2');
  return {
    answers: all
      .filter(([status]) => isSuccess(status))
      .map(([status, answer]) => {
        const schema = findJsonSchema(answer);
        const fields = schema ? fieldTables(schema, { document, note, isRequest: false }) : '';
        const others = Object.keys(answer.content ?? {}).filter(
          type => type !== JSON_TYPE && type.includes('/'),
        );
        const also = others.length === 0 ? '' : `, also as ${others.join(' and ')}`;
        return { status, sentence: answer.description + also, fields };
      }),
    failures: all
      .filter(([status]) => !isSuccess(status))
      .map(([status]) => `\`${status}\``)
      .join(', '),
  };
}
