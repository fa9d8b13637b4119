/** Composes the MCP server for AI assistants. */
import { createCall, createTools } from '../features/mcp/call.ts';
import { createOriginCheck } from '../features/mcp/check-origin.ts';
import { createProtocol } from '../features/mcp/protocol.ts';
import { createResources, type GuidePage } from '../features/mcp/resources.ts';
import { mcpRoutes } from '../features/mcp/routes.ts';
import { TOOLS } from '../features/mcp/tools.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { ServeDeps } from '../http/serve.ts';

/** Endpoints and services behind it. */
export interface McpParts extends ServeDeps {
  readonly baseUrl: string;
  readonly listenHost: string;
  readonly endpoints: readonly Endpoint[];
  readonly openApi: () => unknown;
  readonly guide: readonly GuidePage[];
}

/** `/mcp`, over the endpoints of the API. */
export const createMcp = (parts: McpParts) =>
  mcpRoutes({
    ...parts,
    checkOrigin: createOriginCheck(parts),
    answer: createProtocol({
      log: parts.log,
      tools: createTools(TOOLS, parts.endpoints),
      resources: createResources(parts),
      call: createCall({ ...parts, keysUrl: `${parts.baseUrl}/settings/keys` }),
    }),
  });
