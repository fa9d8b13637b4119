/** Memory that reports have filled with parts of the file of hits is given back once nobody asks for any. */
import { expect, test } from 'bun:test';
import { aHit } from '../support/hit-rows.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MIB = 1024 ** 2;
const HITS = 40_000;

const cachedBytes = async ({ url }: TestServer): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^footfall_storage_cached_bytes (\S+)$/m.exec(text)?.[1]);
};

test('the memory of reports is given back when none was asked for between two runs of the job', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  // Paths that have nothing in common, so that the file is some megabytes large.
  const pathOf = (n: number) => `/${Bun.hash(String(n)).toString(36).repeat(9)}`;
  const rows = Array.from({ length: HITS }, (_, n) =>
    aHit({ siteId: id, path: pathOf(n), visitor: BigInt(n + 1) }),
  );
  await server.services.stores.hits.append(rows);
  await server.services.stores.hits.maintain({ force: true });
  const countHits = async (path: string): Promise<number> => {
    const { status, body } = await server.api(
      'GET',
      `/sites/${id}/hits?path=${path}&start_date=2026-03-01&end_date=2026-03-31`,
    );
    expect(status).toBe(200);
    return body.hits.length;
  };
  await server.job('hits.release-memory');
  expect(await cachedBytes(server)).toBeLessThanOrEqual(2 * MIB);
  expect(await countHits(pathOf(1))).toBe(1);
  const filled = await cachedBytes(server);
  expect(filled).toBeGreaterThan(3 * MIB);
  await server.job('hits.release-memory');
  expect(await cachedBytes(server)).toBe(filled);
  await server.job('hits.release-memory');
  expect(await cachedBytes(server)).toBeLessThanOrEqual(2 * MIB);
  expect(await countHits(pathOf(2))).toBe(1);
  expect(await cachedBytes(server)).toBeGreaterThan(3 * MIB);
});
