/** Changing and deleting a context signal by its id. */
import { expect, test } from 'bun:test';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const LAUNCH = { occurred_at: '2026-03-09T08:00:00.000Z', title: 'Launch', external_id: 'launch' };

const aSite = async (): Promise<number> => (await server().given.site()).id;
const write = async (id: number, signal: Record<string, unknown> = LAUNCH) =>
  (await server().post(`/sites/${id}/signals`, { signal })).body.signal;
const list = async (id: number) => (await server().get(`/sites/${id}/signals`)).signals;
const call = (method: string, site: number, id: unknown, signal?: unknown, key = server().owner.full) =>
  server().api(method, `/sites/${site}/signals/${id}`, {
    key,
    ...(signal === undefined ? {} : { body: { signal } }),
  });

test('what is sent changes, what is left out stays', async () => {
  const site = await aSite();
  const made = await write(site, { ...LAUNCH, description: 'Long', metadata: { a: 1 } });
  server().clock.advance({ minutes: 1 });
  const { status, body } = await call('PATCH', site, made.id, { title: ' Relaunch ', category: 'launch' });
  expect([status, body.status]).toEqual([200, 'updated']);
  const updated_at = server().clock.now().toISOString();
  expect(body.signal).toEqual({ ...made, title: 'Relaunch', category: 'launch', updated_at });
  expect(await list(site)).toEqual([body.signal]);
});

test('PUT does as PATCH does, and null takes away what may be absent', async () => {
  const site = await aSite();
  const made = await write(site, { ...LAUNCH, description: 'Long', metadata: { a: 1 } });
  const { body } = await call('PUT', site, made.id, { description: null, metadata: null, external_id: null });
  expect(body.signal).toMatchObject({
    title: 'Launch',
    description: null,
    metadata: null,
    external_id: null,
    occurred_at: made.occurred_at,
  });
});

test('a change that changes nothing keeps updated_at', async () => {
  const site = await aSite();
  const made = await write(site);
  server().clock.advance({ minutes: 1 });
  for (const signal of [{}, LAUNCH])
    expect((await call('PATCH', site, made.id, signal)).body.signal).toEqual(made);
});

test('external_id may change, but not to that of another signal of the site', async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const made = await write(site);
  await write(elsewhere, { ...LAUNCH, external_id: 'free' });
  const other = await write(site, { ...LAUNCH, external_id: 'taken' });
  expect((await call('PATCH', site, made.id, { external_id: 'free' })).body.signal.external_id).toBe('free');
  expect(await call('PATCH', site, made.id, { external_id: 'taken', title: 'x' })).toEqual(
    refused(422, `signal.external_id must be one of each for a site, and signal ${other.id} has "taken"`),
  );
  expect((await call('PATCH', site, other.id, { external_id: 'taken' })).status).toBe(200);
  expect((await list(site)).map((signal: { title: string }) => signal.title)).toEqual(['Launch', 'Launch']);
});

test('a deleted signal is gone, and its external_id free again', async () => {
  const site = await aSite();
  const made = await write(site);
  expect((await call('DELETE', site, made.id)).status).toBe(204);
  expect(await list(site)).toEqual([]);
  for (const method of ['DELETE', 'PATCH', 'PUT'])
    expect([method, (await call(method, site, made.id, { title: 'x' })).status]).toEqual([method, 404]);
  expect((await write(site)).id).toBeGreaterThan(made.id);
});

test('a signal is one of its own site only', async () => {
  const [site, other] = [await aSite(), await aSite()];
  const { id } = await write(site);
  for (const method of ['DELETE', 'PATCH', 'PUT']) {
    expect(await call(method, other, id, { title: 'x' })).toEqual(refused(404, 'signal not found'));
  }
  expect(await list(site)).toHaveLength(1);
});

test('a site without insights has no use for signals', async () => {
  const site = await aSite();
  const { id } = await write(site);
  await server().patch(`/sites/${site}/settings`, { insights_enabled: false });
  for (const method of ['DELETE', 'PATCH', 'PUT'])
    expect([method, (await call(method, site, id, { title: 'x' })).status]).toEqual([method, 403]);
});

test('metadata that is too long, and what holds no signal, changes nothing', async () => {
  const site = await aSite();
  const made = await write(site);
  const metadata = { a: 'x'.repeat(17_000) };
  const long = await call('PATCH', site, made.id, { title: 'Changed', metadata });
  expect(long).toEqual(refused(422, expect.stringMatching(/^signal\.metadata must be /)));
  for (const body of [{}, { signal: null }, { signal: [] }, [], '{', 'null', '{"__proto__":{"signal":{}}}'])
    expect([body, (await server().api('PUT', `/sites/${site}/signals/${made.id}`, { body })).status]).toEqual(
      [body, 422],
    );
  expect(await list(site)).toEqual([made]);
});

test('texts that look like code come back as they were', async () => {
  const site = await aSite();
  const { id } = await write(site);
  for (const text of ["' or 1=1; --", '<script>alert(1)</script>', '__proto__', '%s $1 {{7*7}}']) {
    const signal = { title: text, description: text, external_id: text, metadata: { [text]: text } };
    expect((await call('PATCH', site, id, signal)).body.signal).toMatchObject(signal);
  }
});
