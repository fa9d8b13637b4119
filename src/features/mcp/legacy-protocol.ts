/** Versions of the protocol before 2026-07-28, which most clients still use. */
import type { Server } from '@modelcontextprotocol/server';
import type { Caller } from '../../http/authorize.ts';

/** Answers one message, or a list of them, that came with a request. */
export type Answer = (request: Request, message: unknown, caller: Caller) => Promise<Response>;

export type Library = typeof import('@modelcontextprotocol/server');

/**
 * Creates the function that answers their messages as JSON. By default the library answers with an event stream, which
 * is twice the work and never ends when one message of a batch cancels another.
 */
export function createLegacyAnswer(
  library: Library,
  createServer: (request: Request, caller: Caller) => Server,
  onerror: (error: Error) => void,
): Answer {
  return async (request, message, caller) => {
    const server = createServer(request, caller);
    server.onerror = onerror;
    const transport = new library.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const response = await transport.handleRequest(request, { parsedBody: withoutNotifications(message) });
      return Array.isArray(message) && response.status === 200 ? await toBatchResponse(response) : response;
    } finally {
      await server.close();
    }
  };
}

/** Returns a batch without its notifications, since requests share no state; one without requests unchanged. */
function withoutNotifications(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  const requests = message.filter(each => 'method' in each && 'id' in each);
  return requests.length > 0 ? requests : message;
}

/** Wraps a single answer: a batch is answered by a list. */
const toBatchResponse = async (response: Response): Promise<Response> =>
  Response.json([await response.json()].flat());
