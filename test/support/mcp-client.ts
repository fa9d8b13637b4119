/** The official client of the Model Context Protocol, connected to a test's server. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestServer } from './server.ts';

/** The generations of the protocol that the client speaks, by the way it begins. */
export const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;
export type Generation = (typeof GENERATIONS)[number];

/** What a tool has answered; `body` is as loose as a test likes it. */
export interface ToolAnswer {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

export interface ConnectOptions {
  /** Default: the owner's full key. */
  readonly key?: string;
  readonly generation?: Generation;
  readonly headers?: Record<string, string>;
}

/** A connected client; `await using` closes it. */
export async function connectMcp(
  server: Pick<TestServer, 'url' | 'owner'>,
  { key = server.owner.full, generation = '2025-11-25', headers = {} }: ConnectOptions = {},
) {
  const mode = generation === '2026-07-28' ? 'auto' : 'legacy';
  const client = new Client({ name: 'footfall-test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  return {
    client,
    async call(name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
      const first = content[0];
      const text = first?.type === 'text' ? first.text : '';
      return { isError: isError === true, body: structuredContent, text };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export type McpClient = Awaited<ReturnType<typeof connectMcp>>;

/** One message over HTTP as it stands, in the words of the older generation. */
export const postMcp = (
  server: Pick<TestServer, 'url' | 'owner'>,
  body: string,
  headers: Record<string, string | null> = {},
): Promise<Response> => {
  const all = {
    authorization: `Bearer ${server.owner.full}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  return fetch(`${server.url}/mcp`, { method: 'POST', headers: Object.fromEntries(sent), body });
};

/** A call of a tool as a message. */
export const callMessage = (name: string, given: Record<string, unknown> = {}, id = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } });
