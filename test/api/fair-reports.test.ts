/** Reports of one account do not hold up those of another, and every one of them is answered. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

// Nothing waits: what does not get a reader at once is refused.
const hurried = shareServer({ readLimits: { maxWaiting: 0, maxWaitMs: 0, maxTotalMs: 20_000 } });
const server = shareServer();

test('what is over the limit of an account is 429 with Retry-After, and other accounts do not feel it', async () => {
  const { api, given } = hurried();
  const site = await given.site();
  const other = await given.user('other@example.org');
  const theirs = await given.site({ url: 'https://other.example' }, other.full);
  // Three readings at once, of which an account may hold two.
  const large = api('GET', `/sites/${site.id}/overview`);
  const small = api('GET', `/sites/${theirs.id}`, { key: other.readOnly });
  expect(await large).toMatchObject({
    status: 429,
    body: { error: expect.stringContaining('too many reports of this account at once') },
  });
  expect((await large).headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await small).status).toBe(200);
});

test('the insights status is queried in the queue of the account', async () => {
  const { api, given, services } = server();
  const { id } = await given.site();
  await api('PATCH', `/sites/${id}/settings`, { body: { insights_enabled: true } });
  const { count } = services.stores.hits;
  const queues: unknown[] = [];
  services.stores.hits.count = (query, options) => {
    queues.push(options?.queue);
    return count(query, options);
  };
  try {
    expect((await api('GET', `/sites/${id}/insights`)).status).toBe(200);
  } finally {
    services.stores.hits.count = count;
  }
  expect(queues).toEqual([`account ${services.sites.service.find(id)?.ownerId}`]);
});
