/** A server with a site to import into. */
import { startTestServer, type TestServer } from './server.ts';
import { until } from './until.ts';

/** Starts a server with one site, or adds one to a server. */
export async function aSite({ url = 'https://a.example' } = {}, given?: TestServer) {
  const server = given ?? (await startTestServer());
  const { id } = await server.given.site({ url });
  const path = `/sites/${id}`;
  const send = (query: string, body: string | Uint8Array) =>
    server.api('POST', `${path}/imports${query}`, {
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
  return {
    ...{ id, server, path, send },
    get: async (rest: string) => await server.get(`${path}${rest}`),
    /** Uploads a file and waits until it is imported. */
    async upload(query: string, body: string | Uint8Array) {
      const sent = await send(query, body);
      return sent.status === 202 ? ended(server, `${path}/imports/${sent.body.import.id}`) : sent.body;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Asks until an import has ended. */
export async function ended(server: TestServer, path: string, key = server.owner.full) {
  const read = async () => (await server.get(path, key)).import;
  await until(async () => !['running', 'undoing'].includes((await read()).status));
  return read();
}
