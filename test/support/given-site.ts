/** A site of its own for a test, and requests below its address. */
import type { TestServer } from './server.ts';

export type GivenSite = Awaited<ReturnType<typeof givenSite>>;

/** Adds a site to a user's account, the owner's unless another is given. */
export async function givenSite(
  server: TestServer,
  fields: Record<string, unknown> = {},
  { full, readOnly }: Pick<TestServer['owner'], 'full' | 'readOnly'> = server.owner,
) {
  const site = await server.given.site(fields, full);
  const id: number = site.id;
  const path = `/sites/${id}`;
  const call = (method: string, below: string, body?: unknown) =>
    server.api(method, path + below, { key: full, body });
  /** Asks with the read-only key, and gives the whole answer. */
  const ask = (below: string) => server.api('GET', path + below, { key: readOnly });
  return {
    /** As the API answered it. */
    site,
    id,
    path,
    call,
    ask,
    /** Asks, and gives the body alone. */
    get: async (below: string) => (await ask(below)).body,
    post: (below: string, body?: unknown) => call('POST', below, body),
    /** Changes settings. */
    set: (settings: object) => call('PATCH', '/settings', settings),
    /** Stores rows in one request. */
    hits: (rows: readonly object[]) => server.given.hits(id, rows, full),
    events: (rows: readonly object[]) => server.given.events(id, rows, full),
  };
}
