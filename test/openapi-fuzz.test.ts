/**
 * Whatever a client sends, the answer is one that the document promises, and never a 5xx. `FUZZ_REQUESTS` asks for more
 * requests than a usual run makes, `FUZZ_SEED` for others.
 */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { filledPath } from './support/filled-path.ts';
import { FUZZ_SEED, IS_LONG } from './support/fuzz.ts';
import { type CallerName, type MadeRequest, requestsOf } from './support/hostile-requests.ts';
import {
  createSchemaCheck,
  faultOf,
  type OpenApiDocument,
  type Operation,
  operationsOf,
} from './support/openapi-document.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { aMember } from './support/shared-server.ts';
import { TIME_LIMIT_MS } from './support/time-limit.ts';

/** Of one server: each round of more has a new one. */
const REQUESTS_A_ROUND = 1500;
const ROUNDS = Math.ceil(Number(process.env['FUZZ_REQUESTS'] ?? REQUESTS_A_ROUND) / REQUESTS_A_ROUND);
const MAX_GROWTH_BYTES = 400 * 1024 * 1024;
/** Resources that requests of one operation go to: those that delete use them up. */
const TARGETS = IS_LONG ? 3 : 1;
const DELETE_TARGETS = IS_LONG ? 10 : 4;

const seeds = Array.from({ length: ROUNDS }, (_, round) => FUZZ_SEED + round);

test.each(seeds)(
  'hostile requests are answered as the document says: seed %i',
  async seed => {
    await using server = await startTestServer();
    const document: OpenApiDocument = await server.get('/openapi.json');
    const check = createSchemaCheck(document);
    const keys = await keysOf(server);
    const site = await server.given.site();
    const operations = operationsOf(document);
    // Deleting comes last, so that what others need is still there.
    operations.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    const before = process.memoryUsage().rss;

    for (const operation of operations) {
      const paths = await targetsOf(server, operation);
      const send = async ({ path, body, caller, headers }: MadeRequest) => {
        const key = 'authorization' in headers ? null : keys[caller];
        const call = { key, headers, ...(body === undefined ? {} : { body }) };
        const account = caller === 'viewer' ? `&account_id=${server.owner.id}` : '';
        const answer = await server.api(operation.method, path + account, call);
        expect(answer.status).toBeLessThan(500);
        expect(faultOf(operation, answer, check)).toBeNull();
      };
      await fc.assert(fc.asyncProperty(requestsOf(operation, document, paths), send), {
        seed,
        numRuns: Math.ceil(REQUESTS_A_ROUND / operations.length),
        endOnFailure: true,
      });
    }

    expect(await server.get(`/sites/${site.id}`)).toMatchObject({ id: site.id, uid: site.uid });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
  },
  TIME_LIMIT_MS,
);

async function keysOf(server: TestServer): Promise<Record<CallerName, string | null>> {
  return {
    owner: server.owner.full,
    reader: server.owner.readOnly,
    viewer: (await aMember(server, 'viewer')).full,
    nobody: null,
    unsubscribed: (await server.given.user('unsubscribed@example.org', 'none')).full,
  };
}

/** Paths of an operation to resources made for it. */
async function targetsOf(server: TestServer, { path, method }: Operation): Promise<string[]> {
  const paths: string[] = [];
  for (let n = method === 'DELETE' ? DELETE_TARGETS : TARGETS; n > 0; n--)
    paths.push(await filledPath(server, path));
  return paths;
}
