/** What the plan `none` leaves. Source: decisions, section 3. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
/** What belongs to the user, whatever the plan; `/operator` is the first user's, who this one is not. */
const OWN = [/^\/me(\/|$)/, /^\/accounts$/, /^\/keys(\/|$)/, /^\/operator(\/|$)/];

test('with the plan none what belongs to the user answers, and everything else is 403', async () => {
  const { full: key, email } = await server().given.user('planless@example.org', 'ultra');
  const site = await server().given.site({}, key);
  await server().setUser(email, { plan: 'none' });
  const { endpoints } = await server().get('/', key);
  const wrong: string[] = [];
  for (const { method, path, access } of endpoints) {
    if (access === 'public' || path.startsWith('/public') || method === 'DELETE') continue;
    const at = path.replace(':id', String(site.id)).replaceAll(/:\w+/g, '1');
    const { status, body } = await server().api(method, at, { key });
    const isOwn = OWN.some(own => own.test(path));
    const isRefused = status === 403 && body.error === 'an active subscription is required';
    if (isOwn === isRefused) wrong.push(`${method} ${path} ${status} ${JSON.stringify(body)}`);
  }
  expect(wrong).toEqual([]);
  const sent = await fetch(`${server().url}/collector/${site.uid}`, {
    method: 'POST',
    body: JSON.stringify({ url: `${site.url}/still-counted` }),
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  expect(sent.status).toBe(202);
  await server().setUser(email, { plan: 'ultra' });
  const { hits } = await server().get(`/sites/${site.id}/hits`, key);
  expect(hits).toMatchObject([{ path: '/still-counted' }]);
});
