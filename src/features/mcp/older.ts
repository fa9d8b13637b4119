/** The generations of the protocol before 2026-07-28, which most clients still speak. */
import type { Server } from '@modelcontextprotocol/server';
import type { Caller } from '../../http/gatekeeper.ts';
import type { Answer, Library } from './protocol.ts';

/**
 * Answers their messages as JSON. Left to itself the library answers by a stream of events, which is twice the work, and
 * never ends when one message of a list takes another back.
 */
export function createOlderAnswer(
  library: Library,
  makeServer: (request: Request, caller: Caller) => Server,
  onerror: (error: Error) => void,
): Answer {
  return async (request, message, caller) => {
    const server = makeServer(request, caller);
    server.onerror = onerror;
    const transport = new library.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const response = await transport.handleRequest(request, { parsedBody: onlyRequests(message) });
      return Array.isArray(message) && response.status === 200 ? await asList(response) : response;
    } finally {
      await server.close();
    }
  };
}

/** A list without what needs no answer, as nothing is kept between requests; a list without requests as it is. */
function onlyRequests(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  const requests = message.filter(each => 'method' in each && 'id' in each);
  return requests.length > 0 ? requests : message;
}

/** A list is answered by a list, also when there is one answer. */
const asList = async (response: Response): Promise<Response> => Response.json([await response.json()].flat());
