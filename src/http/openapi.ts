/**
 * The OpenAPI 3.1 document, generated from the endpoints' schemas by `@elysiajs/openapi`. The generator reads the endpoint
 * table instead of the router, and its output is repaired for 3.1: named models stay inline, empty responses get a
 * content type of `null`, `$id` stays in the schemas, and a nullable enum lacks the value null.
 */

import { toOpenAPISchema } from '@elysiajs/openapi/openapi';
import { Kind, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Role } from '../core/access.ts';
import { type Endpoint, isRead, type TaggedEndpoint } from './endpoint.ts';
import { ErrorBody, findEnumValues, Ignored, IngestionErrorBody } from './schema.ts';

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

export interface DocumentOptions {
  /** URL of the API, such as `https://stats.example.org/api/v1`. */
  readonly serverUrl: string;
  readonly description: string;
}

/** Creates the document, with every response that access checks and validation can give. */
export function createOpenApiDocument(
  endpoints: readonly TaggedEndpoint[],
  options: DocumentOptions,
): JsonObject {
  const view = {
    getGlobalRoutes: () =>
      endpoints.map(endpoint => ({ method: endpoint.method, path: endpoint.path, hooks: toHooks(endpoint) })),
    getGlobalDefinitions: () => ({ type: {} }),
  };
  // The view implements the two methods of a router that the generator calls.
  const generated = toOpenAPISchema(view as never, { staticFile: false }, undefined, undefined, '3.1.2');
  const schemas: JsonObject = {};
  const paths = repair(JSON.parse(JSON.stringify(generated.paths)) as Json, schemas) as JsonObject;
  for (const endpoint of endpoints) {
    addOtherMedia(paths, endpoint);
    markOptionalBody(paths, endpoint);
    addStreamedBody(paths, endpoint);
  }
  return {
    openapi: '3.1.2',
    info: {
      title: 'Footfall API v1',
      version: 'v1',
      description: options.description,
      contact: { name: 'Operator of this server', url: new URL('../../docs', `${options.serverUrl}/`).href },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(endpoints.map(endpoint => endpoint.tag))].map(toTag),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer ff-ro-…` or `ff-fa-…`',
        },
      },
      schemas,
    },
  };
}

/** Descriptions of the tags. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Discovery: 'What the API offers',
  Accounts: 'The user behind a key, and the accounts the key can act on',
  Imports: 'Files of other tools, and of Footfall, that become part of a site’s history',
  Changes: 'Hits that were removed by filters, and can be brought back',
  'Mail reports': 'Summaries of a site or a group that the user is mailed every week or month',
  'Agent signup': 'How an agent requests an account on behalf of its owner',
  Keys: 'The user’s own API keys',
  Sites: 'The measured sites',
  Settings: 'What a site counts and how long it keeps it',
  Live: 'Visitors of the last five minutes and the newest rows, as JSON or as server-sent events',
  Hits: 'Views of pages, read and written',
  'Spam hits': 'Hits that a spam rule suppressed: kept apart, out of every count',
  Events: 'Custom events of visitors, with names that the caller chooses',
  'AI agent visits': 'Requests of AI assistants and crawlers, kept apart from people’s hits',
  Properties: 'What hits and events have beside what every one has, by names that the caller chooses',
  Kudos: 'Applause that visitors give to a page',
  Visitors: 'What one person left, by the id that it was written with',
  Export: 'Everything that a site has, as files',
  Overview: 'Totals of everything that is counted of a site',
  Leaderboard: 'Paths by their hits of all time, cached for an hour',
  'User journeys': 'What each visitor did, from the first page to the last',
  Content: 'Broken links and mixed content on a site’s pages',
  Uptime: 'Whether a site answers, its certificate and its domain',
  'Public page': 'What the owner of a public site shows to anybody',
  Insights: 'Findings in a site’s figures, day by day',
  Signals: 'What the owner knows: context that explains changes of traffic',
  Groups: 'Sites shown together',
  Team: 'Who may act on an account beside its owner',
  Operator: 'Health of the server, for its operator',
  Webhooks: 'Addresses that events are sent to, and the deliveries so far',
  Alerts: 'What people are told of at once: spikes, drops, silence, downtimes and broken links',
  'Notification channels': 'Where alerts are sent: mail, chats and phones',
};

const toTag = (name: string): JsonObject => ({ name, description: TAG_DESCRIPTIONS[name] ?? name });

const AccountId = Type.Optional(
  Type.Integer({
    description:
      'team account to act on: its owner’s user id; the personal account when left out. May stand in a JSON object as body, too',
  }),
);

/** Returns the names of an endpoint's path parameters. */
const pathParameters = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(match => match[1] ?? '');

/** Ids that callers choose themselves, which are texts. */
const TEXT_IDS: ReadonlySet<string> = new Set(['visitor_id']);

/** Returns whether a path parameter is the number of something. */
const isId = ({ scope }: Endpoint, name: string): boolean =>
  /^id$|_id$/.test(name) && !TEXT_IDS.has(name) && scope !== 'public';

function toHooks(endpoint: TaggedEndpoint) {
  const actsOnAccount = endpoint.scope === 'account' || endpoint.scope === 'site';
  const properties = {
    ...endpoint.query?.properties,
    ...(actsOnAccount ? { account_id: AccountId } : {}),
  };
  const names = pathParameters(endpoint);
  const params = names.map(name => [
    name,
    isId(endpoint, name) ? Type.Integer({ minimum: 1 }) : Type.String(),
  ]);
  return {
    ...(Object.keys(properties).length > 0 ? { query: withEnums(Type.Object(properties)) } : {}),
    ...(names.length > 0 ? { params: Type.Object(Object.fromEntries(params)) } : {}),
    ...(endpoint.body ? { body: withEnums(endpoint.body) } : {}),
    response: withEnums(toResponses(endpoint)),
    detail: {
      summary: endpoint.summary,
      description: [endpoint.description, accessSentence(endpoint)].filter(Boolean).join('\n\n'),
      operationId: endpoint.operationId,
      tags: [endpoint.tag],
      ...(endpoint.scope === 'public' ? { security: [] } : {}),
    },
  };
}

/** Converts unions of literals to enums: the generator does as well, but drops their description. */
function withEnums<Node>(node: Node): Node {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withEnums) as Node;
  const words = findEnumValues(node);
  if (words) {
    const { anyOf: _, ...rest } = node as unknown as TSchema;
    return { ...rest, [Kind]: 'Unsafe', type: 'string', enum: words } as Node;
  }
  const copy = { ...node } as Record<string | symbol, unknown>;
  for (const key of Object.keys(copy)) copy[key] = withEnums(copy[key]);
  return copy as Node;
}

function accessSentence(endpoint: Endpoint): string {
  const { scope, access } = endpoint;
  if (scope === 'public') return 'Open to anybody.';
  const key = isRead(endpoint) ? 'Any valid key.' : 'A full-access key.';
  const role = access?.role ?? (isRead(endpoint) ? undefined : 'admin');
  const needs = [
    role && scope !== 'user' ? roleSentence(role) : '',
    access?.plan === 'ultra' ? 'Needs Ultra.' : access?.plan ? 'Needs a subscription.' : '',
  ];
  return [key, ...needs].filter(part => part !== '').join(' ');
}

const roleSentence = (role: Role): string =>
  role === 'owner' ? 'Only for the account’s owner.' : `In a team account: the role ${role}.`;

/** Returns an endpoint's own responses and those of the checks before it. */
function toResponses(endpoint: Endpoint): Record<string, TSchema> {
  const own = Object.entries(endpoint.responses).map(([status, schema]) => [
    status,
    withDescription(schema ?? Type.Void(), Number(status)),
  ]);
  const statuses: number[] = [403, 500];
  const hasId = pathParameters(endpoint).some(name => isId(endpoint, name));
  if (endpoint.query || hasId || endpoint.scope === 'account' || endpoint.scope === 'site')
    statuses.push(400);
  statuses.push(429);
  if (endpoint.scope !== 'public') statuses.push(401);
  const actsOnAccount = endpoint.scope === 'account' || endpoint.scope === 'site';
  if (actsOnAccount || endpoint.path.includes(':')) statuses.push(404);
  if (actsOnAccount || endpoint.method !== 'GET') statuses.push(503);
  if (endpoint.method !== 'GET') statuses.push(408, 413, 422);
  const errors = statuses.map(status => [
    status,
    withDescription(
      status === 422 && endpoint.isIngestion ? Type.Union([IngestionErrorBody, ErrorBody]) : ErrorBody,
      status,
    ),
  ]);
  const notModified = endpoint.method === 'GET' && endpoint.responses[200] ? [304] : [];
  const empty = notModified.map(status => [status, withDescription(Type.Void(), status)]);
  return Object.fromEntries([...errors, ...own, ...empty]);
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted: it is done in the background',
  204: 'Done: there is nothing to answer',
  304: 'The same answer as the one whose `ETag` the request names in `If-None-Match`',
  400: 'A bad query or path parameter',
  401: 'No valid API key',
  403: 'Not allowed to this key, role or plan',
  404: 'Not found',
  408: 'The body did not arrive in time',
  413: 'The body is too large',
  422: 'A body that is not JSON or fails validation, or a plan limit',
  429: 'Rate limit exceeded',
  500: 'Unexpected server error',
  503: 'Cannot be stored or answered right now: try again',
};

/** Sets the description of a response, which the generator takes from the schema; a copy keeps the model's own. */
const withDescription = (schema: TSchema, status: number): TSchema => ({
  ...schema,
  description: schema === Ignored ? 'Accepted, but skipped' : (STATUS_DESCRIPTIONS[status] ?? 'Answer'),
});

/** Moves models (schemas with an `$id`) to the components and refers to them; removes what 3.1 does not allow. */
function repair(node: Json, schemas: JsonObject): Json {
  if (Array.isArray(node)) return node.map(item => repair(item, schemas));
  if (!isObject(node)) return node;
  const { $id: name, ...rest } = node;
  const mended: JsonObject = {};
  for (const [key, value] of Object.entries(rest)) {
    // Keywords of this project: for error messages, and for instants without a time zone.
    if (key === 'allowed' || value === 'utc-date-time') continue;
    if (key === 'content' && !hasMediaTypes(value)) continue;
    if (key === 'properties') mended[key] = repairProperties(value, schemas);
    else if (key === 'example' || key === 'examples') mended[key] = value;
    else mended[key] = repair(key === 'content' ? onlyJson(value) : value, schemas);
  }
  const { type, enum: words } = mended;
  if (Array.isArray(words) && Array.isArray(type) && type.includes('null') && !words.includes(null))
    mended['enum'] = [...words, null];
  if (typeof name !== 'string') return mended;
  const { description: _, ...model } = mended;
  schemas[name] ??= model;
  return { $ref: `#/components/schemas/${name}` };
}

/** Repairs the schemas of properties, whose names are no keywords. */
const repairProperties = (properties: Json, schemas: JsonObject): Json =>
  isObject(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, repair(schema, schemas)]))
    : repair(properties, schemas);

const isObject = (node: Json | undefined): node is JsonObject =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

const hasMediaTypes = (content: Json | undefined): boolean =>
  isObject(content) && Object.keys(content).some(key => key.includes('/'));

/** Adds the media types beside JSON. */
function addOtherMedia(paths: JsonObject, { method, path, otherMedia = {} }: Endpoint): void {
  const responses = findOperation(paths, { method, path })?.['responses'];
  const success = isObject(responses) ? responses['200'] : undefined;
  const media = Object.entries(otherMedia);
  if (!isObject(success) || media.length === 0) return;
  const own = isObject(success['content']) ? success['content'] : {};
  const added = media.map(([type, description]) => [type, { schema: { type: 'string', description } }]);
  success['content'] = { ...own, ...Object.fromEntries(added) };
}

/** Documents a body that is a file. */
function addStreamedBody(paths: JsonObject, { method, path, streamsBody }: Endpoint): void {
  const operation = findOperation(paths, { method, path });
  if (streamsBody === undefined || !operation) return;
  operation['requestBody'] = {
    description: streamsBody,
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  };
}

/** Marks a body as optional where an empty object is valid: an absent one is validated as that. */
function markOptionalBody(paths: JsonObject, { method, path, body }: Endpoint): void {
  const operation = findOperation(paths, { method, path });
  const requestBody = operation?.['requestBody'];
  if (body && isObject(requestBody) && body[Kind] === 'Object' && Value.Check(body, {}))
    requestBody['required'] = false;
}

function findOperation(
  paths: JsonObject,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): JsonObject | undefined {
  const operations = paths[path.replace(/:(\w+)/g, '{$1}')];
  const operation = isObject(operations) ? operations[method.toLowerCase()] : undefined;
  return isObject(operation) ? operation : undefined;
}

/** Removes media types but JSON; `otherMedia` is added later. */
function onlyJson(content: Json | undefined): Json {
  const json = isObject(content) ? content['application/json'] : undefined;
  return json === undefined ? (content ?? null) : { 'application/json': json };
}
