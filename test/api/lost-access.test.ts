/** Answers that are sent for long end with the right that opened them, before another row. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { memoize } from '../../src/lib/memoize.ts';
import { openBrowser } from '../support/cookie-jar.ts';
import { openEvents } from '../support/event-reader.ts';
import { openSocket, requestHead } from '../support/raw-http.ts';
import { shareServer } from '../support/shared-server.ts';
import { aSiteMember } from '../support/site-members.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const server = shareServer();

/** A site with a download that no socket takes at once. */
const largeSite = memoize(async () => {
  const { id } = await server().given.site();
  const rows = Array.from({ length: 10_000 }, (_, number) => ({ path: `/${number}/${'x'.repeat(900)}` }));
  for (let batch = 0; batch < 2; batch++) await server().given.hits(id, rows);
  return id as number;
});

interface Access {
  readonly headers: Record<string, string>;
  readonly lose: () => unknown;
}
const withKey = (key: string, lose: Access['lose']): Access => ({
  headers: { authorization: `Bearer ${key}` },
  lose,
});

const aMember = async (site: number) => {
  const member = await aSiteMember(server(), { role: 'viewer', site_ids: [site] });
  const { members } = await server().get('/team');
  const { id } = members.find(({ email }: { email: string }) => email === member.email);
  return { key: member.full, at: `/team/${id}` };
};

const LOSSES: Readonly<Record<string, (site: number) => Promise<Access>>> = {
  async 'the key is revoked'() {
    const { key, api_key: secret } = (await server().post('/keys', { name: 'x', access_type: 'read_only' }))
      .body;
    return withKey(secret, () => server().api('DELETE', `/keys/${key.id}`));
  },
  async 'the session is signed out'() {
    const browser = openBrowser(server());
    await browser.signIn();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { headers: { cookie }, lose: () => browser.ask('DELETE', '/session') };
  },
  async 'the member is removed'(site) {
    const { key, at } = await aMember(site);
    return withKey(key, () => server().api('DELETE', at));
  },
  async 'the member may read sections alone'(site) {
    const { key, at } = await aMember(site);
    return withKey(key, () => server().patch(at, { sections: ['visitors', 'journeys'] }));
  },
  async 'the member may read another site alone'(site) {
    const { key, at } = await aMember(site);
    const other = await server().given.site();
    return withKey(key, () => server().patch(at, { site_ids: [other.id] }));
  },
};

/** Starts a download that is not read further, until `finish` reads the rest and returns whether all of it came. */
async function download(path: string, headers: Record<string, string> = {}) {
  const socket = await openSocket(server().url);
  let answer = '';
  socket.setEncoding('latin1');
  const closed = new Promise(settle => socket.once('close', settle));
  const begun = new Promise(settle =>
    socket.on('data', (piece: string) => {
      if (answer === '') socket.pause();
      answer += piece;
      settle(undefined);
    }),
  );
  socket.write(requestHead('GET', path, { 'user-agent': 'test', ...headers }));
  await begun;
  return async () => {
    socket.resume();
    await closed;
    expect(answer).toStartWith('HTTP/1.1 200');
    return answer.endsWith('\r\n0\r\n\r\n');
  };
}

test.each(Object.keys(LOSSES))(
  '%s: a live stream sends no further row, a download breaks off',
  async name => {
    const site = await largeSite();
    const { headers, lose } = (await LOSSES[name]?.(site)) ?? withKey('', () => {});
    const account = `account_id=${server().owner.id}`;
    const stream = await openEvents(`${server().url}/api/v1/sites/${site}/live?${account}`, headers);
    expect((await stream.next()).event).toBe('live');
    const finish = await download(`/api/v1/sites/${site}/export?${account}`, headers);
    await lose();
    await server().given.hits(site, [{ path: '/secret' }]);
    await expect(stream.next()).rejects.toThrow();
    expect(await finish()).toBe(false);
  },
);

test.each([
  ['has ended', { expires_at: '2026-03-10T12:00:01Z' }],
  ['has a password', { password: 'long enough' }],
  ['has other sections', { sections: ['visitors'] }],
  ['has a segment', {}],
  ['is deleted', null],
])('a file of a shared link breaks off when it %s', async (what, change) => {
  const site = await largeSite();
  const { api, clock } = server();
  const made = (
    await api('POST', `/sites/${site}/shared_links`, {
      body: { name: 'Client', sections: ['visitors', 'pages'] },
    })
  ).body;
  const at = `/sites/${site}/shared_links/${made.shared_link.id}`;
  const finish = await download(`/shared/${made.token}/api/v1/sites/${site}/hits.csv?group_by=path`);
  if (change === null) await api('DELETE', at);
  else if (what === 'has a segment') {
    const { segment } = (
      await api('POST', `/sites/${site}/segments`, { body: { name: 'One', filters: { path: '/1' } } })
    ).body;
    await api('PATCH', at, { body: { segment_id: segment.id } });
  } else await api('PATCH', at, { body: change });
  clock.advance({ seconds: 2 });
  expect(await finish()).toBe(false);
});

test('what nobody has lost is sent to its end', async () => {
  const site = await largeSite();
  const finish = await download(`/api/v1/sites/${site}/export`, {
    authorization: `Bearer ${server().owner.full}`,
  });
  expect(await finish()).toBe(true);
});
