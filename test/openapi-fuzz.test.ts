/** Whatever a client sends, the answer is one that the document promises, and never a 5xx. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { requestsOf } from './support/hostile-requests.ts';
import {
  createSchemaCheck,
  faultOf,
  type OpenApiDocument,
  operationsOf,
} from './support/openapi-document.ts';
import { shareServer } from './support/shared-server.ts';

/** The same requests each time; another seed makes others. */
const SEED = 20_260_310;
const REQUESTS = 1500;
const MAX_GROWTH_BYTES = 400 * 1024 * 1024;

const server = shareServer();

const groups = async (count: number): Promise<number[]> => {
  const made = Array.from({ length: count }, () =>
    server().api('POST', '/groups', { body: { name: 'Shops' } }),
  );
  return (await Promise.all(made)).map(({ body }) => body.group.id);
};

const keys = async (count: number): Promise<number[]> => {
  const body = { name: 'one of many', access_type: 'read_only' };
  const made = Array.from({ length: count }, () => server().api('POST', '/keys', { body }));
  return (await Promise.all(made)).map(({ body }) => body.key.id);
};

const reports = async (count: number): Promise<number[]> => {
  const made = Array.from({ length: count }, async () => {
    const { id } = await server().given.site();
    const body = { scope: 'site', site_id: id, every: 'month' };
    return (await server().api('POST', '/me/reports', { body })).body.report.id;
  });
  return Promise.all(made);
};

const webhooks = async (count: number): Promise<number[]> => {
  const body = { url: 'https://hooks.example/', events: ['new_hit'] };
  const made = Array.from({ length: count }, () => server().api('POST', '/webhooks', { body }));
  return (await Promise.all(made)).map(({ body }) => body.webhook.id);
};

test('hostile requests are answered as the document says', async () => {
  const document: OpenApiDocument = (await server().api('GET', '/openapi.json')).body;
  const check = createSchemaCheck(document);
  const operations = operationsOf(document);
  // Deleting comes last, and of sites made for it.
  operations.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const site = await server().given.site();
  const doomed = await Promise.all(Array.from({ length: 10 }, () => server().given.site()));
  // Made before hostile requests make so many that there is no room.
  const [told = 0, ...doomedHooks] = await webhooks(10);
  const before = process.memoryUsage().rss;

  const idsFor = (path: string, isDoomed: boolean): number[] | Promise<number[]> => {
    if (path.startsWith('/keys/')) return keys(isDoomed ? 10 : 1);
    if (path.startsWith('/me/reports/')) return reports(isDoomed ? 10 : 1);
    if (path.startsWith('/groups/')) return groups(isDoomed ? 10 : 1);
    if (path.startsWith('/webhooks/')) return isDoomed ? doomedHooks : [told];
    return isDoomed ? doomed.map(({ id }) => id) : [site.id];
  };

  for (const operation of operations) {
    const isDoomed = operation.method === 'DELETE';
    const ids = await idsFor(operation.path, isDoomed);
    const sends = fc.asyncProperty(requestsOf(operation, document, ids), async ({ path, body }) => {
      const answer = await server().api(operation.method, path, body === undefined ? {} : { body });
      expect(answer.status).toBeLessThan(500);
      expect(faultOf(operation, answer, check)).toBeNull();
    });
    await fc.assert(sends, {
      seed: SEED,
      numRuns: Math.ceil(REQUESTS / operations.length),
      endOnFailure: false,
    });
  }

  expect((await server().api('GET', `/sites/${site.id}`)).body).toMatchObject({ id: site.id, uid: site.uid });
  expect((await fetch(`${server().url}/healthz`)).status).toBe(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
}, 120_000);
