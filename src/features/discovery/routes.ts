import { Type } from '@sinclair/typebox';
import type { KeyAccess } from '../../core/access.ts';
import {
  type Endpoint,
  isRead,
  ok,
  publicEndpoint,
  type TaggedEndpoint,
  tagged,
} from '../../http/endpoint.ts';
import { createOpenApiDocument } from '../../http/openapi.ts';
import { model, nullable } from '../../http/schema.ts';
import { memoize } from '../../lib/memoize.ts';

const DESCRIPTION =
  'Web analytics of your own: hits, events, monitoring and insights of your sites, read and written over HTTP with a key.';

const DiscoveryAnswer = model('Discovery', {
  name: Type.String(),
  version: Type.Literal('v1'),
  description: Type.String(),
  documentation: Type.Object({ openapi_url: Type.String(), guide_url: Type.String() }),
  authentication: Type.Object({
    type: Type.Literal('bearer'),
    header: Type.String(),
    read_only_prefix: Type.String(),
    full_access_prefix: Type.String(),
    keys_url: Type.String(),
  }),
  mcp_url: Type.String(),
  rate_limit: Type.Object({
    requests: nullable(Type.Integer(), { description: 'null when requests are not limited' }),
    per_seconds: Type.Integer(),
  }),
  endpoints: Type.Array(
    Type.Object({
      method: Type.String(),
      path: Type.String(),
      access: Type.String(),
      summary: Type.String(),
    }),
  ),
});

/** Builds the description of the API from its endpoints, once. */
export interface Discovery {
  /** `GET /` and `GET /openapi.json`. Source: decisions, section 4. */
  readonly endpoints: readonly Endpoint[];
  /** The OpenAPI document, for the documentation's pages. */
  readonly openApi: () => ReturnType<typeof createOpenApiDocument>;
}

/** Describes the endpoints of the API, these two and the others. */
export function createDiscovery(
  others: readonly TaggedEndpoint[],
  deps: {
    readonly baseUrl: string;
    readonly rateLimit: number;
    readonly keyPrefixes: Readonly<Record<KeyAccess, string>>;
  },
): Discovery {
  const { baseUrl, rateLimit, keyPrefixes } = deps;
  const serverUrl = `${baseUrl}/api/v1`;
  // Built on the first request, so that it delays no start and takes no memory before.
  const openApi = memoize(() => createOpenApiDocument(all, { serverUrl, description: DESCRIPTION }));
  const routes: Endpoint[] = [
    publicEndpoint('GET', '/', {
      summary: 'Describe the API',
      operationId: 'discover',
      responses: { 200: DiscoveryAnswer },
      handle: () => ok(description),
    }),
    publicEndpoint('GET', '/openapi.json', {
      summary: 'OpenAPI 3.1 document',
      operationId: 'getOpenApi',
      responses: { 200: Type.Record(Type.String(), Type.Unknown()) },
      handle: () => ok(openApi()),
    }),
  ];
  const all = [...tagged('Discovery', routes), ...others];
  const description = {
    name: 'Footfall',
    version: 'v1',
    description: DESCRIPTION,
    documentation: { openapi_url: `${serverUrl}/openapi.json`, guide_url: `${baseUrl}/docs` },
    authentication: {
      type: 'bearer',
      header: 'Authorization: Bearer <API_KEY>',
      read_only_prefix: keyPrefixes.read_only,
      full_access_prefix: keyPrefixes.full_access,
      keys_url: `${baseUrl}/settings/keys`,
    },
    mcp_url: `${baseUrl}/mcp`,
    rate_limit: { requests: rateLimit === 0 ? null : rateLimit, per_seconds: 3600 },
    endpoints: all.map(endpoint => ({
      method: endpoint.method,
      path: endpoint.path,
      access: formatAccess(endpoint),
      summary: endpoint.summary,
    })),
  };
  return { endpoints: routes, openApi };
}

/** In the specification's tags: RO, FA, SUB, ULTRA. */
function formatAccess(endpoint: Endpoint): string {
  const { scope, access } = endpoint;
  if (scope === 'public') return 'public';
  const plan = access?.plan === 'ultra' ? ['ULTRA'] : access?.plan === 'subscription' ? ['SUB'] : [];
  return [isRead(endpoint) ? 'RO' : 'FA', ...plan].join(' + ');
}
